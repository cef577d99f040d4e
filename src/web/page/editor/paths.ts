// Finds keys and nodes at positions of the text, and the ranges of JSON pointers.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { isUserKey, stepFor, stepsOf } from "../json.js";

export interface Range {
  from: number;
  to: number;
}

/** Returns the text of a string or key without quotes, and of other values as it is. */
export function textOf(state: EditorState, node: SyntaxNode): string {
  const raw = state.sliceDoc(node.from, node.to);
  if (!raw.startsWith('"')) return raw;
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.replace(/^"|"$/g, "");
  }
}

const marks = new Set(["[", "]", ",", "{", "}"]);
const isValue = (node: SyntaxNode) => !node.type.isError && !marks.has(node.name);

/** Returns the value of a property, if it has one yet. */
export function valueOf(property: SyntaxNode): SyntaxNode | undefined {
  const last = property.lastChild;
  return last === null || last.name === "PropertyName" || last.type.isError ? undefined : last;
}

export function keyOf(state: EditorState, property: SyntaxNode): string | undefined {
  const name = property.getChild("PropertyName");
  return name === null ? undefined : textOf(state, name);
}

type Perhaps = SyntaxNode | null | undefined;

/** Returns an object's property with a key. */
export function propertyOf(state: EditorState, object: Perhaps, key: string) {
  if (object?.name !== "Object") return undefined;
  return object.getChildren("Property").find((each) => keyOf(state, each) === key);
}

/** Returns the value of an object's key, if it is a string. */
export function stringAt(state: EditorState, object: Perhaps, key: string): string | undefined {
  const property = propertyOf(state, object, key);
  const value = property && valueOf(property);
  return value?.name === "String" ? textOf(state, value) : undefined;
}

export function keysOf(state: EditorState, object: SyntaxNode): Set<string> {
  return new Set(object.getChildren("Property").flatMap((each) => keyOf(state, each) ?? []));
}

/** Returns the index of a value in its list, or `limit` if that is smaller. */
export function indexOf(value: SyntaxNode, limit: number): number {
  let index = 0;
  for (let node = value.prevSibling; node !== null && index < limit; node = node.prevSibling)
    if (isValue(node)) ++index;
  return index;
}

/** Returns a syntax node and those around it, innermost first. */
export function withParents(node: SyntaxNode | null): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (; node !== null; node = node.parent) found.push(node);
  return found;
}

export function around(state: EditorState, position: number, side: -1 | 1 = -1): SyntaxNode[] {
  return withParents(syntaxTree(state).resolveInner(position, side));
}

/** Returns the innermost syntax node with a name around a position. */
export function enclosing(state: EditorState, position: number, name: string, side: -1 | 1 = -1) {
  return around(state, position, side).find((node) => node.name === name);
}

/** Returns the innermost syntax node with a name that ends, contains or begins at a position. */
export function touching(state: EditorState, position: number, name: string) {
  return enclosing(state, position, name) ?? enclosing(state, position, name, 1);
}

/** Returns the two outermost keys around a position: "nodes" and "clouds". */
export function topKeys(state: EditorState, position: number): string[] {
  const properties = around(state, position).filter(({ name }) => name === "Property");
  return properties
    .slice(-2)
    .reverse()
    .flatMap((property) => keyOf(state, property) ?? []);
}

/** Returns the JSON pointer of the recipe's node at a position. */
export function nodeAt(state: EditorState, position: number): string | undefined {
  const [root, name] = topKeys(state, position);
  if (root === "noise") return "/noise";
  const isNode = (root === "nodes" || root === "maps") && name !== undefined;
  return isNode && !isUserKey(name) ? `/${root}/${stepFor(name)}` : undefined;
}

function itemOf(array: SyntaxNode, step: string): SyntaxNode | undefined {
  let index = Number(step);
  for (let node = array.firstChild; node !== null; node = node.nextSibling)
    if (isValue(node) && index-- === 0) return node;
  return undefined;
}

/**
 * Returns the value at a JSON pointer, or the deepest value on the way to it: nodes inside a
 * formula have no text of their own. Undefined if not even the first key is there.
 */
export function valueAt(state: EditorState, pointer: string, tree = syntaxTree(state)) {
  let value = tree.topNode.firstChild;
  for (const step of stepsOf(pointer)) {
    const property = propertyOf(state, value, step);
    const next = value?.name === "Array" ? itemOf(value, step) : property && valueOf(property);
    if (next === undefined)
      return value?.parent?.parent === null ? undefined : (value ?? undefined);
    value = next;
  }
  return value ?? undefined;
}

/** Returns the range of a value with its key. */
export function rangeOf(state: EditorState, pointer: string, tree?: Tree): Range | undefined {
  const value = valueAt(state, pointer, tree);
  if (value === undefined) return undefined;
  const { parent } = value;
  return parent?.name === "Property" ? { from: parent.from, to: parent.to } : value;
}
