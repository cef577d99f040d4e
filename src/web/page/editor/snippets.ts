// Templates of calls and keys, with fields for what is to be filled in.

import { pickedCompletion, snippet, type Completion } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { FieldDescription } from "../contract.js";
import type { Callable } from "./words.js";

/** Numbers the fields "‹text›" of a template: equal ones are apart, and "4" is a text. */
function template(marked: string): string {
  let count = 0;
  return marked.replace(/‹([^›]*)›/g, (_, text: string) => `\${${++count}:${text}}`);
}

/** An argument that can stand until it is replaced. */
function exampleOf(key: string, field: FieldDescription | undefined): string {
  switch (field?.type) {
    case "pairs":
      return "[[‹0›, ‹0›], [‹1›, ‹1›]]";
    case "stops":
      return "[[‹0›, ‹black›], [‹1›, ‹white›]]";
    case "colors":
      return "[‹black›, ‹white›]";
    case "choice":
      return `‹${String(field.default ?? field.choices?.[0] ?? key)}›`;
    case "text":
      return `'‹${key}›'`;
    case "inputs":
      return "[‹x›, ‹y›]";
    default:
      return `‹${key}›`;
  }
}

/** Returns what is written for a call: arguments without a default, or else the first one. */
function callTemplate({ name, parameters, keys }: Callable): string {
  const fieldOf = (parameter: string) => keys.find(({ key }) => key === parameter);
  const hasDefault = (parameter: string) => fieldOf(parameter)?.default !== undefined;
  const needed = parameters.filter((parameter) => !hasDefault(parameter));
  if (needed.length > 0)
    return `${name}(${needed.map((each) => exampleOf(each, fieldOf(each))).join(", ")})`;
  const [first = ""] = parameters;
  const value = fieldOf(first)?.default;
  const isPlain = typeof value === "number" || typeof value === "string";
  return `${name}(‹${isPlain ? value : ""}›)`;
}

/** Writes a call; only its name if brackets are there already. */
export function applyCall(callable: Callable) {
  const write = snippet(template(callTemplate(callable)));
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    if (view.state.sliceDoc(to, to + 1) !== "(") return write(view, completion, from, to);
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
      return "\\{‹›\\}";
    case "input":
    case "text":
    case "color":
      return '"‹›"';
    case "choice":
      return `"‹${String(initial ?? field.choices?.[0] ?? "")}›"`;
    case "bool":
      return initial === true ? "‹false›" : "‹true›";
    case "inputs":
    case "pack":
    case "colors":
      return '["‹›"]';
    case "pairs":
      return "[[‹0›, ‹0›], [‹1›, ‹1›]]";
    case "stops":
      return '[[‹0›, "‹black›"], [‹1›, "‹white›"]]';
    default:
      return initial === undefined ? "‹›" : `‹${JSON.stringify(initial).replaceAll(",", ", ")}›`;
  }
}

/** Writes a key of an object with a value; only the key if it has a value. */
export function applyKey(field: FieldDescription) {
  return (view: EditorView, completion: Completion, at: number, end: number): void => {
    const { state } = view;
    const isQuoted = state.sliceDoc(at - 1, at) === '"';
    const from = isQuoted ? at - 1 : at;
    const to = isQuoted && state.sliceDoc(end, end + 1) === '"' ? end + 1 : end;
    const next = nextCharacter(state, to);
    const value = next === ":" ? "" : `: ${valueTemplate(field)}`;
    const comma = next === '"' ? "," : "";
    snippet(template(`${JSON.stringify(field.key)}${value}${comma}‹›`))(view, completion, from, to);
  };
}

function nextCharacter(state: EditorState, from: number): string {
  const { doc } = state;
  return /\S/.exec(doc.sliceString(from, Math.min(from + 200, doc.length)))?.[0] ?? "";
}
