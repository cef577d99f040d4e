// Strings of the text that are formulas or colours.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { hexOfText } from "../hex.js";
import { decode, type Decoded } from "./json_string.js";
import { namesIn } from "./names.js";
import { enclosing, type Range } from "./paths.js";
import { slotOf, takesColor, type Slot } from "./slots.js";
import type { Token, Words } from "./words.js";

export interface FormulaText extends Decoded {
  /** Where the text begins in the document, after the quote. */
  start: number;
  mayBeColor: boolean;
}

function isFormula(slot: Slot): boolean {
  return slot.field.type === "input" || (slot.field.type === "inputs" && slot.depth < 2);
}

/** Returns the range between the quotes, of which the second may be missing. */
export function insideOf(state: EditorState, string: SyntaxNode): Range {
  const { from, to } = string;
  const isClosed = to - from > 1 && state.sliceDoc(to - 1, to) === '"';
  return { from: from + 1, to: isClosed ? to - 1 : to };
}

export function formulaOf(
  state: EditorState,
  words: Words,
  string: SyntaxNode,
): FormulaText | undefined {
  const slot = slotOf(state, words, string);
  if (slot === undefined || !isFormula(slot)) return undefined;
  const { from, to } = insideOf(state, string);
  const mayBeColor = (slot.field.accepts ?? "number") !== "number";
  return { ...decode(state.sliceDoc(from, to)), start: from, mayBeColor };
}

export function tokensOf(
  state: EditorState,
  words: Words,
  { text, mayBeColor }: FormulaText,
): readonly Token[] {
  return words.tokensOf(text, mayBeColor, namesIn(state).nodes);
}

/** Returns the formula and the token at a position, or just before it. */
export function tokenAt(
  state: EditorState,
  words: Words,
  position: number,
): { formula: FormulaText; tokens: readonly Token[]; token: Token } | undefined {
  const string = enclosing(state, position, "String") ?? enclosing(state, position, "String", 1);
  const formula = string && formulaOf(state, words, string);
  if (formula === undefined || position < formula.start) return undefined;
  const at = formula.textOf(position - formula.start);
  const tokens = tokensOf(state, words, formula);
  const touches = tokens.filter(({ from, to }) => from <= at && at <= to);
  const isSign = ({ kind }: Token) => kind === "operator" || kind === "bracket";
  const token = touches.find((each) => !isSign(each)) ?? touches.find(({ from }) => from === at);
  return token && { formula, tokens, token };
}

export function rangeOfToken({ start, rawOf }: FormulaText, { from, to }: Token): Range {
  return { from: start + rawOf(from), to: start + rawOf(to) };
}

/** Returns where the colour at a position begins. */
export function colorAt(state: EditorState, words: Words, position: number): number | undefined {
  const found = tokenAt(state, words, position);
  const string = enclosing(state, position, "String") ?? enclosing(state, position, "String", 1);
  const slot =
    found !== undefined || string === undefined ? undefined : slotOf(state, words, string);
  let range: Range | undefined;
  if (found?.token.kind === "color") range = rangeOfToken(found.formula, found.token);
  else if (string && slot && takesColor(slot)) range = insideOf(state, string);
  if (range === undefined) return undefined;
  const digits = hexOfText(state.sliceDoc(range.from, range.to), words.colors);
  return digits === undefined ? undefined : range.from;
}

/** Returns the strings in a part of the text, without keys. */
export function stringsIn(state: EditorState, from: number, to: number): SyntaxNode[] {
  const strings: SyntaxNode[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      if (node.name === "String") strings.push(node.node);
    },
  });
  return strings;
}
