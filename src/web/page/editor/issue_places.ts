// Where mistakes are in the editor's text.

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Text } from "@codemirror/state";
import type { Issue } from "../contract.js";
import { around, valueAt, type Range } from "./paths.js";
import { formulaOf, rangeOfToken, tokensOf } from "./strings.js";
import type { Words } from "./words.js";

/** Returns the index in a line of a column, which counts bytes of UTF-8 from 1. */
function positionOfColumn(line: string, column: number): number {
  let bytes = 1;
  let at = 0;
  for (const letter of line) {
    if (bytes >= column) break;
    const code = letter.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += letter.length;
  }
  return at;
}

function positionOf(doc: Text, { line, column }: Issue): number | undefined {
  if (line < 1 || line > doc.lines) return undefined;
  const { from, text } = doc.line(line);
  return from + positionOfColumn(text, column);
}

/** Returns the range to mark; undefined if the mistake has no place. */
export function rangeOfIssue(state: EditorState, words: Words, issue: Issue): Range | undefined {
  const { doc } = state;
  const tree = ensureSyntaxTree(state, doc.length, 20) ?? syntaxTree(state);
  const position = positionOf(doc, issue);
  if (position === undefined)
    return issue.pointer === "" ? undefined : valueAt(state, issue.pointer, tree);
  return rangeInFormula(state, words, position) ?? rangeInJson(state, position);
}

// Returns the range of the token; after the last token, the last one.
function rangeInFormula(state: EditorState, words: Words, position: number): Range | undefined {
  const string = [...around(state, position, 1), ...around(state, position)].find(
    ({ name, from }) => name === "String" && from < position,
  );
  const formula = string && formulaOf(state, words, string);
  if (formula === undefined) return undefined;
  const tokens = tokensOf(state, words, formula);
  const ranges = tokens.map((token) => rangeOfToken(formula, token));
  const touching = ranges.find(({ from, to }) => from <= position && position < to);
  return touching ?? ranges.findLast(({ to }) => to <= position);
}

const jsonToken = /"(?:[^"\\]+|\\.)*"?|[\w#.+-]+|\S/y;

function rangeInJson(state: EditorState, position: number): Range {
  const { to, from: start, text } = state.doc.lineAt(position);
  jsonToken.lastIndex = position - start;
  const length = jsonToken.exec(text)?.[0].length ?? 0;
  // What is missing at the end of a line is marked at its last character.
  if (length === 0) return { from: Math.max(position - 1, start), to: position };
  return { from: position, to: Math.min(position + length, to) };
}
