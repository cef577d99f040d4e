// Templates of calls and keys, with fields for what is to be filled in.

import { pickedCompletion, snippet, type Completion } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { FieldDescription } from "../contract.js";
import type { Callable } from "./words.js";

/** Escapes what templates would take as a field. */
function literal(text: string): string {
  return text.replace(/[\\{}]/g, "\\$&");
}

function placeholder(text: string): string {
  return `\${${literal(text)}}`;
}

/** An argument that can stand until it is replaced. */
function exampleOf(key: string, field: FieldDescription | undefined): string {
  switch (field?.type) {
    case "pairs":
      return `[[${placeholder("0")}, ${placeholder("0")}], [1, 1]]`;
    case "stops":
      return `[[0, ${placeholder("black")}], [1, ${placeholder("white")}]]`;
    case "colors":
      return `[${placeholder("black")}, ${placeholder("white")}]`;
    case "choice":
      return placeholder(String(field.default ?? field.choices?.[0] ?? key));
    case "text":
      return `'${placeholder(key)}'`;
    case "inputs":
      return `[${placeholder("x")}, ${placeholder("y")}]`;
    default:
      return placeholder(key);
  }
}

/** Returns what is written for a call: arguments without a default, or else the first one. */
function templateOf({ name, parameters, keys }: Callable): string {
  const fieldOf = (parameter: string) => keys.find(({ key }) => key === parameter);
  const hasDefault = (parameter: string) => fieldOf(parameter)?.default !== undefined;
  const needed = parameters.filter((parameter) => !hasDefault(parameter));
  if (needed.length > 0)
    return `${name}(${needed.map((each) => exampleOf(each, fieldOf(each))).join(", ")})`;
  const first = parameters[0];
  const value = first === undefined ? undefined : fieldOf(first)?.default;
  const isPlain = typeof value === "number" || typeof value === "string";
  return `${name}(${isPlain ? placeholder(String(value)) : "${}"})`;
}

/** Writes a call; only its name if brackets are there already. */
export function applyCall(callable: Callable) {
  const template = snippet(templateOf(callable));
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    if (view.state.sliceDoc(to, to + 1) !== "(") return template(view, completion, from, to);
    view.dispatch({
      changes: { from, to, insert: callable.name },
      selection: { anchor: from + callable.name.length + 1 },
      annotations: pickedCompletion.of(completion),
      userEvent: "input.complete",
    });
  };
}

/** A value for a key of an object. */
function valueTemplate(field: FieldDescription): string {
  const initial = field.default;
  switch (field.type) {
    case "object":
    case "nodes":
    case "maps":
    case "packs":
      return "\\{${}\\}";
    case "input":
    case "text":
    case "color":
      return '"${}"';
    case "choice":
      return `"${placeholder(String(initial ?? field.choices?.[0] ?? ""))}"`;
    case "bool":
      return placeholder(initial === true ? "false" : "true");
    case "inputs":
    case "pack":
    case "colors":
      return '["${}"]';
    case "pairs":
      return "[[0, ${0}], [1, ${1}]]";
    case "stops":
      return '[[0, "${black}"], [1, "${white}"]]';
    default:
      return initial === undefined ? "${}" : placeholder(JSON.stringify(initial).replaceAll(",", ", "));
  }
}

/** Writes a key of an object with a value; only the key if it has a value. */
export function applyKey(field: FieldDescription) {
  return (view: EditorView, completion: Completion, at: number, end: number): void => {
    const { state } = view;
    const isQuoted = state.sliceDoc(at - 1, at) === '"';
    const from = isQuoted ? at - 1 : at;
    const to = state.sliceDoc(end, end + 1) === '"' && isQuoted ? end + 1 : end;
    const key = JSON.stringify(field.key);
    const next = nextCharacter(state, to);
    const template = literal(key) + (next === ":" ? "" : `: ${valueTemplate(field)}`);
    snippet(template + (next === '"' ? "," : "") + "${}")(view, completion, from, to);
  };
}

function nextCharacter(state: EditorState, from: number): string {
  const { doc } = state;
  return /\S/.exec(doc.sliceString(from, Math.min(from + 200, doc.length)))?.[0] ?? "";
}
