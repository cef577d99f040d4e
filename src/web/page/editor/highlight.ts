// Colours formulas in strings, and shows a swatch before each colour.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { tags } from "@lezer/highlight";
import { hexOfText } from "../hex.js";
import { remembered } from "../memo.js";
import { decorations, isParsed } from "./decorations.js";
import type { Range as Place } from "./paths.js";
import { slotOf, takesColor } from "./slots.js";
import { formulaOf, insideOf, rangeOfToken, stringsIn, tokensOf } from "./strings.js";
import { Swatch } from "./swatch.js";
import { wordsOf, type Token } from "./words.js";

type Kind = Token["kind"] | "formula";
const marks = new Map<Kind, Decoration>();
const markOf = (kind: Kind) =>
  remembered(marks, kind, () =>
    // A colour's swatch is inside the mark.
    Decoration.mark({ class: `recipe-${kind}`, inclusiveStart: kind === "color" }),
  );

export const highlighting = decorations(decorate, isParsed);

/** The colours of JSON. */
export const jsonColors = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, class: "json-key" },
    { tag: tags.string, class: "json-string" },
    { tag: [tags.number, tags.bool, tags.null], class: "recipe-number" },
  ]),
);

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
    return [markOf("formula").range(string.from, string.to), ...parts];
  }
  const slot = slotOf(state, string);
  if (slot === undefined || !takesColor(slot)) return [];
  return marksOfPart(state, "color", insideOf(state, string));
}

function marksOfPart(state: EditorState, kind: Kind, { from, to }: Place) {
  const made = from < to && kind !== "unknown" ? [markOf(kind).range(from, to)] : [];
  if (kind !== "color") return made;
  const name = state.sliceDoc(from, to);
  const digits = hexOfText(name, wordsOf(state).description.colors);
  if (digits === undefined) return made;
  return [...made, Decoration.widget({ widget: new Swatch(name, digits), side: 1 }).range(from)];
}
