// Wrapped lines continue below their own beginning, not at the edge.

import type { Range } from "@codemirror/state";
import { Decoration, type EditorView } from "@codemirror/view";
import { decorations } from "./decorations.js";

const maxIndent = 12;
/** How much further the rest of a line is indented, in characters. */
const further = 2;

const lines = Array.from({ length: maxIndent + 1 }, (_, indent) =>
  Decoration.line({
    attributes: {
      style: `text-indent: -${indent + further}ch; padding-left: calc(${indent + further}ch + 4px)`,
    },
  }),
);

function indents({ state, visibleRanges }: EditorView): Range<Decoration>[] {
  const indented: Range<Decoration>[] = [];
  let at = 0;
  for (const { from, to } of visibleRanges)
    for (at = Math.max(at, from); at <= to;) {
      const line = state.doc.lineAt(at);
      const blanks = /^ */.exec(line.text)?.[0].length ?? 0;
      indented.push((lines[Math.min(blanks, maxIndent)] as Decoration).range(line.from));
      at = line.to + 1;
    }
  return indented;
}

export const hangingIndent = decorations(indents);
