// Explains words of the recipe.

import type { EditorState } from "@codemirror/state";
import type { FieldDescription } from "../contract.js";
import { conditionText } from "../fields.js";
import { rounded } from "../math.js";
import { outlineAt } from "../outline.js";
import { defaultText, expansionOf } from "./options.js";
import { namesIn } from "./names.js";
import { nodeAt, textOf, topKeys, touching, type Range } from "./paths.js";
import { fieldOfKey, slotOf, type Slot } from "./slots.js";
import { rangeOfToken, tokenAt } from "./strings.js";
import { wordsOf, type Callable, type Token, type Words } from "./words.js";

export interface Explanation extends Range {
  /** A call, a key or a name. */
  title: string;
  summary: string;
  /** Pairs of a label and a formula, a rule or a detail. */
  rows: readonly (readonly [string, string])[];
}
type Content = Omit<Explanation, "from" | "to">;

const maxDetails = 8;

/** Explains the word at a position. Returns undefined if there is nothing to say. */
export function explain(state: EditorState, position: number): Explanation | undefined {
  const found = tokenAt(state, position);
  if (found === undefined) return aboutKey(state, position) ?? aboutString(state, position);
  const own = found.token.kind === "function" && namesIn(state).functions.get(found.token.text);
  const content = own
    ? aboutCall({ ...own, keys: [] })
    : aboutToken(found.token, found.tokens, wordsOf(state));
  return content && { ...content, ...rangeOfToken(found.formula, found.token) };
}

function aboutToken(token: Token, tokens: readonly Token[], words: Words): Content | undefined {
  const { kind, text, field } = token;
  const { constants, coordinates } = words.description;
  switch (kind) {
    case "type":
    case "function": {
      const callable = words.callables.get(text);
      return callable && aboutCall(callable);
    }
    case "name":
      return aboutNode(words, `/nodes/${text}`, text);
    case "constant": {
      const named = [...constants, ...coordinates].find(({ name }) => name === text);
      return { title: text, summary: named?.summary ?? "", rows: [] };
    }
    case "operator":
      return aboutOperator(text, words);
    case "key":
      return field && aboutField(field);
    case "word":
    case "text":
      return field && aboutValue(field, text);
    case "number":
    case "color":
      return field !== undefined && isWholeArgument(token, tokens) ? aboutField(field) : undefined;
    default:
      return undefined;
  }
}

// Whether the token is the whole value of a key, perhaps with a sign.
function isWholeArgument(token: Token, tokens: readonly Token[]): boolean {
  const at = tokens.indexOf(token);
  const isSign = tokens[at - 1]?.text === "-" || tokens[at - 1]?.text === "+";
  const before = tokens[at - (isSign ? 2 : 1)]?.text ?? "";
  const after = tokens[at + 1]?.text ?? "";
  return /^[(,=[]$/.test(before) && /^[),\]]$/.test(after);
}

function aboutCall({ call, summary, value, bounds }: Callable): Content {
  const rows: [string, string][] = [];
  if (value !== undefined) rows.push(["value", value]);
  if (bounds !== undefined) rows.push(["bounds", bounds]);
  return { title: call, summary, rows };
}

function aboutField(field: FieldDescription): Content {
  const initial = defaultText(field);
  const rows: [string, string][] = [["accepts", field.value]];
  if (initial !== "") rows.push(field.required ? ["", "required"] : ["default", initial]);
  if (field.effective_if !== undefined) rows.push(["only if", conditionText(field.effective_if)]);
  rows.push(...Object.entries(field.details ?? {}).slice(0, maxDetails));
  return { title: field.key, summary: field.help, rows };
}

function aboutValue(field: FieldDescription, text: string): Content {
  const detail = field.details?.[text];
  if (detail === undefined) return aboutField(field);
  return { title: `${field.key}=${text}`, summary: detail, rows: [["", field.help]] };
}

function aboutOperator(text: string, words: Words): Content | undefined {
  const sign = text === ":" ? "?" : text;
  const forms = words.description.operators.filter(({ operator }) => operator === sign);
  if (forms.length === 0) return undefined;
  const rows = forms.map((each): [string, string] => [each.form, expansionOf(each)]);
  return { title: sign, summary: "", rows };
}

function aboutNode({ app }: Words, pointer: string, name: string): Content | undefined {
  const node = outlineAt(app.document.state, pointer);
  if (node === undefined) return undefined;
  const { low, high, formula, color, type } = node;
  const rows: [string, string][] = [["formula", formula]];
  if (color === true) rows.push(["result", "a colour"]);
  if (low !== undefined && high !== undefined)
    rows.push(["bounds", `${rounded(low, 4)} to ${rounded(high, 4)}`]);
  return { title: name, summary: formula.startsWith(`${type}(`) ? "" : type, rows };
}

// Explains a key, or the name of a node.
function aboutKey(state: EditorState, position: number): Explanation | undefined {
  const name = touching(state, position, "PropertyName");
  const property = name?.parent;
  if (name === undefined || property?.name !== "Property") return undefined;
  const { from, to } = name;
  const isEntry = property.parent?.parent?.parent?.parent?.name === "JsonText";
  const pointer = nodeAt(state, to);
  if (isEntry && topKeys(state, to).length === 2 && pointer !== undefined && pointer !== "/noise") {
    const content = aboutNode(wordsOf(state), pointer, textOf(state, name));
    if (content !== undefined) return { ...content, from, to };
  }
  const field = fieldOfKey(state, property);
  return field && { ...aboutField(field), from, to };
}

// Explains a value that is not a formula: a type, a choice, a number.
function aboutString(state: EditorState, position: number): Explanation | undefined {
  const value = ["String", "Number", "True", "False"]
    .map((name) => touching(state, position, name))
    .find((node) => node !== undefined);
  const slot = value && slotOf(state, value);
  if (value === undefined || slot === undefined) return undefined;
  const content = aboutSlot(slot, textOf(state, value), wordsOf(state));
  return content && { ...content, from: value.from, to: value.to };
}

function aboutSlot({ field }: Slot, text: string, words: Words): Content | undefined {
  const callable = field.key === "type" ? words.callables.get(text) : undefined;
  if (callable !== undefined) return aboutCall(callable);
  if (field.key === "ref") return aboutNode(words, `/nodes/${text}`, text);
  const { maps } = words.description;
  const map = field.type === "pack" ? maps.find(({ name }) => name === text) : undefined;
  if (map !== undefined) return { title: text, summary: map.summary, rows: [] };
  return aboutValue(field, text);
}
