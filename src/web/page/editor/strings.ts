// Strings of the text that are formulas or colours.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { hexOfText } from "../hex.js";
import { decode, type Decoded } from "./json_string.js";
import { namesIn } from "./names.js";
import { touching, type Range } from "./paths.js";
import { slotOf, takesColor, type Slot } from "./slots.js";
import { wordsOf, type Token } from "./words.js";

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

export function formulaOf(state: EditorState, string: SyntaxNode): FormulaText | undefined {
  const slot = slotOf(state, string);
  if (slot === undefined || !isFormula(slot)) return undefined;
  const { from, to } = insideOf(state, string);
  const mayBeColor = (slot.field.accepts ?? "number") !== "number";
  return { ...decode(state.sliceDoc(from, to)), start: from, mayBeColor };
}

export function tokensOf(state: EditorState, { text, mayBeColor }: FormulaText): readonly Token[] {
  return wordsOf(state).tokensOf(text, mayBeColor, namesIn(state).all);
}

/** Returns the formula and the token at a position, or just before it. */
export function tokenAt(
  state: EditorState,
  position: number,
): { formula: FormulaText; tokens: readonly Token[]; token: Token } | undefined {
  const string = touching(state, position, "String");
  const formula = string && formulaOf(state, string);
  if (formula === undefined || position < formula.start) return undefined;
  const at = formula.textOf(position - formula.start);
  const tokens = tokensOf(state, formula);
  const touches = tokens.filter(({ from, to }) => from <= at && at <= to);
  const isSign = ({ kind }: Token) => kind === "operator" || kind === "bracket";
  const token = touches.find((each) => !isSign(each)) ?? touches.find(({ from }) => from === at);
  return token && { formula, tokens, token };
}

export function rangeOfToken({ start, rawOf }: FormulaText, { from, to }: Token): Range {
  return { from: start + rawOf(from), to: start + rawOf(to) };
}

/** Returns where the colour at a position begins. */
export function colorAt(state: EditorState, position: number): number | undefined {
  const found = tokenAt(state, position);
  const string = touching(state, position, "String");
  const slot = string && slotOf(state, string);
  let range: Range | undefined;
  if (found?.token.kind === "color") range = rangeOfToken(found.formula, found.token);
  else if (string && slot && takesColor(slot)) range = insideOf(state, string);
  if (range === undefined) return undefined;
  const digits = hexOfText(state.sliceDoc(range.from, range.to), wordsOf(state).description.colors);
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
