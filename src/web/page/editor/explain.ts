// Explains words of the recipe.

import type { EditorState } from "@codemirror/state";
import type { App, FieldDescription } from "../contract.js";
import { rounded } from "../math.js";
import { outlineAt } from "../outline.js";
import { defaultText, expansionOf } from "./options.js";
import { enclosing, nodeAt, textOf, topKeys, type Range } from "./paths.js";
import { fieldOfKey, slotOf } from "./slots.js";
import { rangeOfToken, tokenAt } from "./strings.js";
import type { Callable, Token, Words } from "./words.js";

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
export function explain(
  state: EditorState,
  position: number,
  app: App,
  words: Words,
): Explanation | undefined {
  const found = tokenAt(state, words, position);
  if (found !== undefined) {
    const content = aboutToken(found.token, found.tokens, app, words);
    return content && { ...content, ...rangeOfToken(found.formula, found.token) };
  }
  return aboutKey(state, position, app, words) ?? aboutString(state, position, app, words);
}

function aboutToken(
  token: Token,
  tokens: readonly Token[],
  app: App,
  words: Words,
): Content | undefined {
  const { kind, text, field } = token;
  switch (kind) {
    case "type":
    case "function": {
      const callable = words.callables.get(text);
      return callable && aboutCall(callable);
    }
    case "name":
      return aboutNode(app, `/nodes/${text}`, text);
    case "constant":
      return {
        title: text,
        summary: words.constants.get(text) ?? words.coordinates.get(text) ?? "",
        rows: [],
      };
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

function aboutCall({ call, summary, node }: Callable): Content {
  const rows: [string, string][] = [];
  if (node?.value !== undefined) rows.push(["value", node.value]);
  if (node?.bounds !== undefined) rows.push(["bounds", node.bounds]);
  return { title: call, summary, rows };
}

function aboutField(field: FieldDescription): Content {
  const initial = defaultText(field);
  const rows: [string, string][] = [["takes", field.value]];
  if (initial !== "") rows.push(field.required ? ["", "required"] : ["default", initial]);
  const condition = field.effective_if;
  if (condition !== undefined)
    rows.push(["works if", `${condition.key} is ${condition.values.map(String).join(" or ")}`]);
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
  const forms = words.operators.filter(({ operator }) => operator === sign);
  if (forms.length === 0) return undefined;
  const rows = forms.map((each): [string, string] => [each.form, expansionOf(each)]);
  return { title: sign, summary: "", rows };
}

function aboutNode(app: App, pointer: string, name: string): Content | undefined {
  const node = outlineAt(app.document.state, pointer);
  if (node === undefined) return undefined;
  const { low, high, formula, color, type } = node;
  const rows: [string, string][] = [["is", formula]];
  if (color === true) rows.push(["gives", "a colour"]);
  if (low !== undefined && high !== undefined)
    rows.push(["bounds", `${rounded(low, 4)} to ${rounded(high, 4)}`]);
  return { title: name, summary: formula.startsWith(`${type}(`) ? "" : type, rows };
}

// Explains a key, or the name of a node.
function aboutKey(
  state: EditorState,
  position: number,
  app: App,
  words: Words,
): Explanation | undefined {
  const name =
    enclosing(state, position, "PropertyName") ?? enclosing(state, position, "PropertyName", 1);
  const property = name?.parent;
  if (name === undefined || property?.name !== "Property") return undefined;
  const { from, to } = name;
  const keys = topKeys(state, to);
  const isEntry = property.parent?.parent?.parent?.parent?.name === "JsonText";
  const pointer = nodeAt(state, to);
  const key = textOf(state, name);
  if (isEntry && keys.length === 2 && pointer !== undefined && pointer !== "/noise") {
    const content = aboutNode(app, pointer, key);
    if (content !== undefined) return { ...content, from, to };
  }
  const field = fieldOfKey(state, words, property);
  return field && { ...aboutField(field), from, to };
}

// Explains a value that is not a formula: a type, a choice, a number.
function aboutString(
  state: EditorState,
  position: number,
  app: App,
  words: Words,
): Explanation | undefined {
  const value = ["String", "Number", "True", "False"]
    .map((name) => enclosing(state, position, name) ?? enclosing(state, position, name, 1))
    .find((node) => node !== undefined);
  const slot = value && slotOf(state, words, value);
  if (value === undefined || slot === undefined) return undefined;
  const { from, to } = value;
  const text = textOf(state, value);
  const callable = slot.field.key === "type" ? words.callables.get(text) : undefined;
  if (callable !== undefined) return { ...aboutCall(callable), from, to };
  if (slot.field.key === "ref") {
    const content = aboutNode(app, `/nodes/${text}`, text);
    return content && { ...content, from, to };
  }
  const map = slot.field.type === "pack" ? words.maps.find(({ name }) => name === text) : undefined;
  if (map !== undefined) return { title: text, summary: map.summary, rows: [], from, to };
  return { ...aboutValue(slot.field, text), from, to };
}
