// What the description says about values and objects in the text.

import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { FieldDescription } from "../contract.js";
import { fieldsIn, topFields } from "../fields.js";
import { isUserKey } from "../json.js";
import { remembered } from "../memo.js";
import { indexOf, keyOf, stringAt } from "./paths.js";
import { wordsOf, type Words } from "./words.js";

/** What a value is: a key's value, or a part of it. */
export interface Slot {
  field: FieldDescription;
  /** The number of lists around it, and its index in the innermost. */
  depth: number;
  index: number;
}

type Outer = Slot | "root";

export function takesColor({ field: { type }, depth, index }: Slot): boolean {
  if (type === "stop" || type === "stops")
    return depth === (type === "stop" ? 1 : 2) && index === 1;
  return type === "color" || (type === "colors" && depth > 0);
}

export function takesChoice({ field: { type, choices }, depth }: Slot): boolean {
  return type === "choice" || (type === "range" && depth === 0 && choices !== undefined);
}

/** Deeper values are not in recipes: the program reads 64 levels. */
const maxLevels = 80;

/** Returns undefined for what recipes do not have. In: a value, not a key. */
export function slotOf(state: EditorState, value: SyntaxNode): Slot | undefined {
  const slot = slotOrRoot(state, value);
  return slot === "root" ? undefined : slot;
}

function slotOrRoot(state: EditorState, value: SyntaxNode): Outer | undefined {
  const chain: SyntaxNode[] = []; // properties and items, innermost first
  for (let node: SyntaxNode | null = value; node?.parent; node = node.parent) {
    const { parent }: SyntaxNode = node;
    if (parent.name === "Property") continue;
    if (parent.name === "JsonText") break;
    if (parent.name !== "Object" && parent.name !== "Array") return undefined;
    chain.push(node);
    if (chain.length > maxLevels) return undefined;
  }
  let outer: Outer = "root";
  for (const step of chain.reverse()) {
    let slot: Slot | undefined;
    if (step.name === "Property") slot = slotOfKey(state, outer, step);
    else if (outer !== "root") slot = { ...outer, depth: outer.depth + 1, index: indexOf(step, 2) };
    if (slot === undefined) return undefined;
    outer = slot;
  }
  return outer;
}

function slotOfKey(state: EditorState, outer: Outer, property: SyntaxNode): Slot | undefined {
  const key = keyOf(state, property);
  const object = property.parent;
  if (key === undefined || object === null) return undefined;
  const fields = fieldsOf(state, outer, object);
  const field = fields.find((each) => each.key === key) ?? entryOf(outer, key);
  return field && { field, depth: 0, index: 0 };
}

const node = {
  type: "input",
  accepts: "any",
  value: 'a formula or an object with a "type" or a "ref"',
} as const;

/** An entry. In: path, of its keys in the description, if it is an object but no node. */
interface Entry extends FieldDescription {
  path?: string;
}

/** The entries of objects whose keys are names, by the type of the object. */
const entries: Record<string, Omit<Entry, "key">> = {
  nodes: { ...node, help: "a named node" },
  maps: { ...node, help: "a map" },
  packs: { type: "pack", value: "a list of maps", help: "maps in the channels of a picture" },
  functions: {
    type: "object",
    value: "an object",
    help: "a function, which formulas call",
    path: "functions.NAME",
  },
};

function entryOf(outer: Outer, key: string): Entry | undefined {
  const entry = outer === "root" || isUserKey(key) ? undefined : entries[outer.field.type];
  return entry && { key, ...entry };
}

/** Returns the keys that an object can have. In: outer, the slot of the object. */
function fieldsOf(state: EditorState, outer: Outer, object: SyntaxNode): FieldDescription[] {
  const words = wordsOf(state);
  const { fields } = words.description;
  if (outer === "root") return topFields(fields);
  const { field } = outer;
  const typeOf = () => stringAt(state, object, "type") ?? "";
  const isNode = field.type === "input" || (field.type === "inputs" && outer.depth === 1);
  if (isNode) return [...nodeKeys(words), ...(words.callables.get(typeOf())?.keys ?? [])];
  if (field.type !== "object") return [];
  if (field.types !== undefined) return [typeField(field), ...keysOfType(field, typeOf())];
  if (field.keys !== undefined) return field.keys;
  return fieldsIn(fields, (field as Entry).path ?? field.key);
}

function keysOfType({ types = [] }: FieldDescription, type: string): FieldDescription[] {
  return types.find(({ name }) => name === type)?.keys ?? [];
}

function typeField({ types = [] }: FieldDescription): FieldDescription {
  const choices = types.map(({ name }) => name);
  return { key: "type", type: "choice", choices, value: "one of them", help: "its type" };
}

const nodeKeysOf = new WeakMap<Words, FieldDescription[]>();

/** Returns the keys that say what a node is. */
function nodeKeys(words: Words): FieldDescription[] {
  return remembered(nodeKeysOf, words, () => {
    const nodes = words.description.nodes.filter(({ name }) => name !== "ref");
    const details = Object.fromEntries(nodes.map(({ name, summary }) => [name, summary]));
    const choices = nodes.map(({ name }) => name);
    const value = "a type of node";
    return [
      { key: "type", type: "choice", choices, details, value, help: "which node it is" },
      ...(words.callables.get("ref")?.keys ?? []),
    ];
  });
}

/** Returns the keys that an object can have. */
export function keysFor(state: EditorState, object: SyntaxNode): readonly FieldDescription[] {
  const outer = slotOrRoot(state, object);
  return outer === undefined ? [] : fieldsOf(state, outer, object);
}

export function fieldOfKey(state: EditorState, property: SyntaxNode): FieldDescription | undefined {
  const outer = property.parent ? slotOrRoot(state, property.parent) : undefined;
  return outer && slotOfKey(state, outer, property)?.field;
}
