// Where things are in the text of a recipe: JSON paths of positions, and ranges of JSON pointers.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

export interface Range {
  from: number;
  to: number;
}

export type PathStep = string | number;

function textOf(state: EditorState, node: SyntaxNode): string {
  const raw = state.sliceDoc(node.from, node.to);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.replace(/^"|"$/g, "");
  }
}

/** Returns the value of a property, if it has one yet. */
export function valueOf(property: SyntaxNode): SyntaxNode | null {
  const last = property.lastChild;
  return last === null || last.name === "PropertyName" || last.type.isError ? null : last;
}

/** Returns the keys and indices that lead to a value. */
export function pathOf(state: EditorState, value: SyntaxNode): PathStep[] {
  const path: PathStep[] = [];
  for (let node = value; node.parent !== null; node = node.parent) {
    const { parent } = node;
    if (parent.name === "Property") {
      const name = parent.getChild("PropertyName");
      if (name !== null && name.from !== node.from) path.unshift(textOf(state, name));
    } else if (parent.name === "Array") {
      path.unshift(indexIn(parent, node));
    }
  }
  return path;
}

function indexIn(array: SyntaxNode, item: SyntaxNode): number {
  let index = 0;
  for (let node = array.firstChild; node !== null && node.from < item.from; node = node.nextSibling)
    if (!node.type.isError && !["[", "]", ","].includes(node.name)) ++index;
  return index;
}

export function pointerOf(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function child(state: EditorState, value: SyntaxNode, step: string): SyntaxNode | null {
  if (value.name === "Object")
    for (const property of value.getChildren("Property")) {
      const name = property.getChild("PropertyName");
      if (name !== null && textOf(state, name) === step) return valueOf(property);
    }
  if (value.name === "Array") {
    let index = 0;
    for (let node = value.firstChild; node !== null; node = node.nextSibling)
      if (!node.type.isError && !["[", "]", ","].includes(node.name) && String(index++) === step)
        return node;
  }
  return null;
}

/** Returns the range of the value of a JSON pointer, or of the deepest part of it that is there. */
export function rangeOf(state: EditorState, pointer: string): Range | undefined {
  let value = syntaxTree(state).topNode.firstChild;
  if (value === null) return undefined;
  for (const step of stepsOf(pointer)) {
    const next: SyntaxNode | null = child(state, value, step);
    if (next === null) break; // inside of a formula
    value = next;
  }
  return { from: value.from, to: value.to };
}

/** Returns the object or string that contains a position. */
export function enclosing(state: EditorState, position: number, name: string): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node !== null && node.name !== name) node = node.parent;
  return node;
}

/** Returns the keys of an object of the text, with the texts of those values that are strings. */
export function keysOf(state: EditorState, object: SyntaxNode): Map<string, string> {
  const keys = new Map<string, string>();
  for (const property of object.getChildren("Property")) {
    const name = property.getChild("PropertyName");
    const value = valueOf(property);
    if (name !== null) keys.set(textOf(state, name), value === null ? "" : textOf(state, value));
  }
  return keys;
}
