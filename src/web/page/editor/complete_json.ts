// Completion outside of formulas: keys, choices, types and names.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { FieldDescription } from "../contract.js";
import { namesIn } from "./names.js";
import { choiceOptions, colorOptions, defaultText } from "./options.js";
import { enclosing, keysOf, withParents } from "./paths.js";
import { keysFor, slotOf, takesChoice, takesColor, type Slot } from "./slots.js";
import { applyKey } from "./snippets.js";
import { insideOf } from "./strings.js";
import { wordsOf } from "./words.js";

const partOfKey = /^[\w$.-]*$/;
/** How far back to look for a bracket or comma. */
const maxBlanks = 400;

/** In: string, the one with the cursor, if any. */
export function completeJson(
  { state, pos, explicit }: CompletionContext,
  string: SyntaxNode | undefined,
): CompletionResult | null {
  if (string !== undefined) return inString(state, string);
  const key = enclosing(state, pos, "PropertyName");
  if (key !== undefined && pos > key.from && pos <= insideOf(state, key).to) {
    const object = key.parent?.parent;
    return object?.name === "Object" ? keyNames(state, object, key.from + 1) : null;
  }
  const before = state.sliceDoc(Math.max(pos - maxBlanks, 0), pos);
  const word = /[A-Za-z]*$/.exec(before)?.[0] ?? "";
  const rest = before.slice(0, before.length - word.length).trimEnd();
  if (word === "" && !explicit) return null;
  const from = pos - word.length;
  const mark = rest.at(-1);
  const outer = syntaxTree(state).resolveInner(pos - before.length + rest.length, -1);
  const container = withParents(outer).find(({ name }) => name === "Object" || name === "Array");
  if (container?.name === "Object" && (mark === "{" || mark === ","))
    return keyNames(state, container, from);
  if (mark !== ":" && mark !== "[" && mark !== ",") return null;
  return plainValue(state, outer, from);
}

function keyNames(state: EditorState, object: SyntaxNode, from: number): CompletionResult | null {
  const taken = keysOf(state, object);
  // The key that is being written is still offered.
  taken.delete(state.sliceDoc(from, state.selection.main.head));
  const isFree = ({ key, excludes = [] }: FieldDescription) =>
    !taken.has(key) && !excludes.some((other) => taken.has(other));
  const isRef = taken.has("type") ? (key: string) => key === "ref" : () => false;
  const fields = keysFor(state, object);
  const options = fields.filter((field) => isFree(field) && !isRef(field.key)).map(keyOption);
  return options.length === 0 ? null : { from, options, validFor: partOfKey };
}

// In the order of the description, with required keys first.
function keyOption(field: FieldDescription, place: number): Completion {
  const isNeeded = field.required === true || field.key === "type";
  return {
    label: field.key,
    type: "property",
    detail: defaultText(field),
    info: `${field.help}\n${field.value}`,
    boost: (isNeeded && field.key !== "ref" ? 90 : 40) - place,
    apply: applyKey(field),
  };
}

function inString(state: EditorState, string: SyntaxNode): CompletionResult | null {
  const slot = slotOf(state, string);
  const options = slot === undefined ? [] : stringOptions(state, slot);
  if (options.length === 0) return null;
  return { from: string.from + 1, options, validFor: /^[^"\\]*$/ };
}

/** Returns the strings that a value can be. */
function stringOptions(state: EditorState, slot: Slot): Completion[] {
  const { field } = slot;
  if (field.key === "ref")
    return [...namesIn(state).nodes].map((label) => ({ label, type: "variable" }));
  if (field.type === "pack") return mapOptions(state);
  if (takesColor(slot)) return colorOptions(wordsOf(state).description);
  return takesChoice(slot) ? choiceOptions(field) : [];
}

function mapOptions(state: EditorState): Completion[] {
  const { app, description } = wordsOf(state);
  const own = [...namesIn(state).maps].map((label) => ({ label, type: "variable", boost: 10 }));
  const others = description.maps.map(({ name: label, summary: info }) => ({
    label,
    type: "enum",
    info,
  }));
  const known = new Set([...own, ...others].map(({ label }) => label));
  const packs = (app.document.state?.maps ?? []).filter((name) => !known.has(name));
  return [...own, ...others, ...packs.map((label) => ({ label, type: "variable" }))];
}

/** Completes a value that is not begun, or a word without quotes. */
function plainValue(state: EditorState, outer: SyntaxNode, from: number): CompletionResult | null {
  const property = outer.name === "Property" ? outer : outer.parent;
  const value = property?.name === "Property" ? (property.lastChild ?? property) : outer;
  const slot = slotOf(state, value);
  if (slot === undefined) return null;
  const strings = stringOptions(state, slot).map((option) => ({
    ...option,
    apply: JSON.stringify(option.label),
  }));
  const plain = slot.field.type === "bool" ? choiceOptions(slot.field) : defaultOptions(slot);
  const options = [...plain, ...strings];
  return options.length === 0 ? null : { from, options, validFor: partOfKey };
}

function defaultOptions({ field, depth }: Slot): Completion[] {
  if (depth > 0 || field.default === undefined || field.choices !== undefined) return [];
  return [{ label: defaultText(field), type: "constant", detail: "default", info: field.help }];
}
