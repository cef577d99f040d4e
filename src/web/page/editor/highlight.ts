// Colours the formulas inside of the recipe's strings, and shows a swatch before each colour.

import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder, type EditorState } from "@codemirror/state";
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { TokenKind } from "./formula.js";
import { slotOf, wantedIn } from "./slots.js";
import {
  colorsIn,
  formulaOf,
  insideOf,
  rangeOfToken,
  stringsIn,
  tokensOf,
} from "./strings.js";
import { Swatch } from "./swatch.js";
import type { Words } from "./words.js";

const markOf = (kind: TokenKind | "formula") => Decoration.mark({ class: `recipe-${kind}` });
const formulaMark = markOf("formula");
const marks: Partial<Record<TokenKind, Decoration>> = {
  type: markOf("type"),
  function: markOf("function"),
  name: markOf("name"),
  constant: markOf("number"),
  key: markOf("key"),
  word: markOf("word"),
  text: markOf("text"),
  number: markOf("number"),
  color: markOf("color"),
  operator: markOf("operator"),
  bracket: markOf("operator"),
};

/** Returns the extension. */
export function highlighting(words: Words) {
  const plugin = (decorate: (view: EditorView) => DecorationSet) =>
    ViewPlugin.define(
      (view) => ({
        decorations: decorate(view),
        update(update: ViewUpdate) {
          const isParsed = syntaxTree(update.state) !== syntaxTree(update.startState);
          if (update.docChanged || update.viewportChanged || isParsed)
            this.decorations = decorate(update.view);
        },
      }),
      { decorations: ({ decorations }) => decorations },
    );
  return [
    plugin((view) => tokenMarks(view, words)),
    plugin((view) => swatches(view, words)),
  ];
}

function tokenMarks(view: EditorView, words: Words): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let end = 0; // ranges that are seen can share a line, whose string comes twice
  for (const { from, to } of view.visibleRanges)
    for (const string of stringsIn(view.state, from, to)) {
      if (string.from < end) continue;
      end = string.to;
      markString(view.state, words, string, builder);
    }
  return builder.finish();
}

function markString(
  state: EditorState,
  words: Words,
  string: SyntaxNode,
  builder: RangeSetBuilder<Decoration>,
): void {
  const formula = formulaOf(state, words, string);
  if (formula !== undefined) {
    builder.add(string.from, string.to, formulaMark);
    for (const token of tokensOf(state, words, formula)) {
      const mark = marks[token.kind];
      const { from, to } = rangeOfToken(formula, token);
      if (mark !== undefined) builder.add(from, to, mark);
    }
    return;
  }
  const slot = slotOf(state, words, string);
  if (slot === undefined || wantedIn(slot) !== "color") return;
  const { from, to } = insideOf(state, string);
  if (from < to) builder.add(from, to, marks.color as Decoration);
}

function swatches(view: EditorView, words: Words): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let end = -1;
  for (const visible of view.visibleRanges)
    for (const { from, to, digits } of colorsIn(view.state, words, visible.from, visible.to)) {
      if (from <= end) continue;
      end = from;
      const name = view.state.sliceDoc(from, to);
      builder.add(from, from, Decoration.widget({ widget: new Swatch(name, digits), side: -1 }));
    }
  return builder.finish();
}
