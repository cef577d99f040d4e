// Colours formulas in strings, and shows a swatch before each colour.

import { RangeSetBuilder, type EditorState } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { hexOfText } from "../hex.js";
import { decorations, isParsed } from "./decorations.js";
import { slotOf, takesColor } from "./slots.js";
import { formulaOf, insideOf, rangeOfToken, stringsIn, tokensOf } from "./strings.js";
import { Swatch } from "./swatch.js";
import { wordsOf, type Token } from "./words.js";

const markOf = (kind: Token["kind"] | "formula") => Decoration.mark({ class: `recipe-${kind}` });
const formulaMark = markOf("formula");
const marks: Partial<Record<Token["kind"], Decoration>> = {
  type: markOf("type"),
  function: markOf("function"),
  name: markOf("name"),
  constant: markOf("number"),
  key: markOf("key"),
  word: markOf("word"),
  text: markOf("text"),
  number: markOf("number"),
  // The swatch is inside the mark.
  color: Decoration.mark({ class: "recipe-color", inclusiveStart: true }),
  operator: markOf("operator"),
  bracket: markOf("operator"),
};

export const highlighting = decorations(decorate, isParsed);

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let end = 0; // ranges in view can share a line, and its strings
  for (const { from, to } of visibleRanges)
    for (const string of stringsIn(state, from, to)) {
      if (string.from < end) continue;
      end = string.to;
      markString(state, string, builder);
    }
  return builder.finish();
}

function markString(
  state: EditorState,
  string: SyntaxNode,
  builder: RangeSetBuilder<Decoration>,
): void {
  const add = (kind: Token["kind"], from: number, to: number) => {
    const mark = marks[kind];
    if (mark !== undefined && from < to) builder.add(from, to, mark);
    if (kind !== "color") return;
    const name = state.sliceDoc(from, to);
    const digits = hexOfText(name, wordsOf(state).description.colors);
    if (digits === undefined) return;
    builder.add(from, from, Decoration.widget({ widget: new Swatch(name, digits), side: 1 }));
  };
  const formula = formulaOf(state, string);
  if (formula !== undefined) {
    builder.add(string.from, string.to, formulaMark);
    for (const token of tokensOf(state, formula)) {
      const { from, to } = rangeOfToken(formula, token);
      add(token.kind, from, to);
    }
    return;
  }
  const slot = slotOf(state, string);
  if (slot === undefined || !takesColor(slot)) return;
  const { from, to } = insideOf(state, string);
  add("color", from, to);
}
