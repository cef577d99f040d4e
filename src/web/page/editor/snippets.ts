// Templates for keys, with fields to fill in.

import { snippet, type Completion } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { FieldDescription } from "../contract.js";
import { jsonText } from "./options.js";

/** Numbers the fields "‹text›" of a template, so that equal texts are separate fields. */
function template(marked: string): string {
  let count = 0;
  return marked.replace(/‹([^›]*)›/g, (_, text: string) => `\${${++count}:${text}}`);
}

function valueTemplate(field: FieldDescription): string {
  const initial = field.default;
  switch (field.type) {
    case "object":
    case "nodes":
    case "maps":
    case "packs":
    case "functions":
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
      return initial === undefined ? "‹›" : `‹${jsonText(initial)}›`;
  }
}

/** Writes a key with a value; only the key if it already has a value. */
export function applyKey(field: FieldDescription) {
  return (view: EditorView, completion: Completion, at: number, end: number): void => {
    const { state } = view;
    const isQuoted = state.sliceDoc(at - 1, at) === '"';
    const from = isQuoted ? at - 1 : at;
    const to = isQuoted && state.sliceDoc(end, end + 1) === '"' ? end + 1 : end;
    const next = nextCharacter(state, to);
    const value = next === ":" ? "" : `: ${valueTemplate(field)}`;
    const comma = next === '"' ? "," : "";
    const key = JSON.stringify(field.key);
    snippet(template(`${key}${value}${comma}‹›`))(view, completion, from, to);
  };
}

function nextCharacter(state: EditorState, from: number): string {
  const { doc } = state;
  return /\S/.exec(doc.sliceString(from, Math.min(from + 200, doc.length)))?.[0] ?? "";
}
