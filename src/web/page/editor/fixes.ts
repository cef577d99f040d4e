// Changes that fix errors.

import type { Action } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Issue } from "../contract.js";

function replace(view: EditorView, from: number, to: number, insert: string, cursor: number): void {
  const selection = { anchor: cursor };
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: "input.fix" });
  view.focus();
}

/** Returns the change that an issue suggests, if any. */
export function fixOf({ suggestion }: Issue): Action | undefined {
  if (suggestion === "") return undefined;
  const text = JSON.stringify(suggestion);
  return {
    name: `Change to ${suggestion}`,
    apply: (view, from, to) => {
      const quote = /^["']/.exec(view.state.sliceDoc(from, to))?.[0] ?? "";
      const insert = `${quote}${text.slice(1, -1)}${quote}`;
      replace(view, from, to, insert, from + insert.length);
    },
  };
}

/** Longer texts are not taken for a formula. */
const maxFormula = 4000;

/** Returns the change that makes a mere formula a recipe. */
export function wrapOf({ doc }: EditorState): Action | undefined {
  if (doc.length > maxFormula) return undefined;
  const text = doc.toString().trim();
  const formula = (/^"([^"\\]*)"$/.exec(text)?.[1] ?? text).replace(/\s+/g, " ");
  if (!/^[\w#(+.'-]/.test(formula) || /^(?:true|false|null)$/.test(formula)) return undefined;
  return {
    name: "Make it a recipe",
    apply: (view) => {
      const insert = `${JSON.stringify({ cobble: 1, noise: formula }, undefined, 2)}\n`;
      replace(view, 0, view.state.doc.length, insert, insert.lastIndexOf('"'));
    },
  };
}
