// Colours formulas in strings, and shows a swatch before each colour.

import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { hexOfText } from "../hex.js";
import { decorations, isParsed } from "./decorations.js";
import type { Range as Place } from "./paths.js";
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

function decorate({ state, visibleRanges }: EditorView): Range<Decoration>[] {
  const marked: Range<Decoration>[] = [];
  let end = 0; // ranges in view can share a line, and its strings
  for (const { from, to } of visibleRanges)
    for (const string of stringsIn(state, from, to)) {
      if (string.from < end) continue;
      end = string.to;
      marked.push(...marksOf(state, string));
    }
  return marked;
}

function marksOf(state: EditorState, string: SyntaxNode): Range<Decoration>[] {
  const formula = formulaOf(state, string);
  if (formula !== undefined) {
    const parts = tokensOf(state, formula).flatMap((token) =>
      marksOfPart(state, token.kind, rangeOfToken(formula, token)),
    );
    return [formulaMark.range(string.from, string.to), ...parts];
  }
  const slot = slotOf(state, string);
  if (slot === undefined || !takesColor(slot)) return [];
  return marksOfPart(state, "color", insideOf(state, string));
}

function marksOfPart(state: EditorState, kind: Token["kind"], { from, to }: Place) {
  const mark = marks[kind];
  const made = mark !== undefined && from < to ? [mark.range(from, to)] : [];
  if (kind !== "color") return made;
  const name = state.sliceDoc(from, to);
  const digits = hexOfText(name, wordsOf(state).description.colors);
  if (digits === undefined) return made;
  return [...made, Decoration.widget({ widget: new Swatch(name, digits), side: 1 }).range(from)];
}
