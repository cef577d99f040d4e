// Changes that mend a mistake.

import type { Action } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { Issue } from "../contract.js";

/** Returns the change that the hint names, if it names one. */
export function fixOf({ hint }: Issue): Action | undefined {
  const word = /^did you mean "((?:[^"\\]|\\.)+)"\?/.exec(hint)?.[1];
  if (word === undefined) return undefined;
  return {
    name: `Change to ${word}`,
    apply: (view, from, to) => {
      const marked = view.state.sliceDoc(from, to);
      const quote = /^["']/.exec(marked)?.[0] ?? "";
      const insert = `${quote}${word}${quote}`;
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: "input.fix",
      });
      view.focus();
    },
  };
}

/** Longer texts are no formula. */
const maxFormula = 4000;

/** Returns the change that makes a recipe of a text that is only a formula. */
export function wrapOf({ doc }: EditorState): Action | undefined {
  if (doc.length > maxFormula) return undefined;
  const text = doc.toString().trim();
  const formula = (/^"([^"\\]*)"$/.exec(text)?.[1] ?? text).replace(/\s+/g, " ");
  if (!/^[\w#(+.'-]/.test(formula) || /^(?:true|false|null)$/.test(formula)) return undefined;
  return {
    name: "Make it a recipe",
    apply: (view) => {
      const insert = `${JSON.stringify({ cobble: 1, noise: formula }, undefined, 2)}\n`;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert },
        selection: { anchor: insert.lastIndexOf('"') },
        userEvent: "input.fix",
      });
      view.focus();
    },
  };
}
