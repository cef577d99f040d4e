// JSON with comments, which the parser sees as blanks.

import { jsonLanguage } from "@codemirror/lang-json";
import { DocInput, Language, LanguageSupport } from "@codemirror/language";
import type { Text } from "@codemirror/state";
import { Decoration, type EditorView } from "@codemirror/view";
import { Parser, type Input, type TreeFragment } from "@lezer/common";
import { remembered } from "../memo.js";
import { decorations } from "./decorations.js";
import type { Range } from "./paths.js";

// Strings and comments. A comment inside a string does not count.
const pattern = /"(?:[^"\\\n]+|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

function findComments(text: string): Range[] {
  const found: Range[] = [];
  for (const { 0: match, index } of text.matchAll(pattern))
    if (match.startsWith("/")) found.push({ from: index, to: index + match.length });
  return found;
}

const known = new WeakMap<Text, readonly Range[]>();

function commentsIn(doc: Text): readonly Range[] {
  return remembered(known, doc, () => findComments(doc.toString()));
}

// A text with blanks instead of comments.
function withoutComments(text: string, comments: readonly Range[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of comments) {
    parts.push(text.slice(at, from), text.slice(from, to).replace(/[^\n]/g, " "));
    at = to;
  }
  return parts.join("") + text.slice(at);
}

class CommentedParser extends Parser {
  override createParse(input: Input, fragments: readonly TreeFragment[], ranges: readonly Range[]) {
    const text = () => input.read(0, input.length);
    const comments = input instanceof DocInput ? commentsIn(input.doc) : findComments(text());
    if (comments.length === 0) return jsonLanguage.parser.startParse(input, fragments, ranges);
    // The start or end of a comment changes what follows, so fragments are not reused.
    return jsonLanguage.parser.startParse(withoutComments(text(), comments), [], ranges);
  }
}

const language = new Language(jsonLanguage.data, new CommentedParser(), [], "recipe");

const mark = Decoration.mark({ class: "recipe-comment" });

const maxMarks = 2000;

function marksIn({ state, viewport }: EditorView) {
  const visible = commentsIn(state.doc).filter(
    ({ from, to }) => to >= viewport.from && from <= viewport.to,
  );
  return visible.slice(0, maxMarks).map(({ from, to }) => mark.range(from, to));
}

/** Returns the language of recipes, without their formulas. */
export function recipeLanguage(): LanguageSupport {
  return new LanguageSupport(language, [
    decorations(marksIn),
    jsonLanguage.data.of({
      commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
      // Formulas have brackets and quotes that JSON does not have.
      closeBrackets: { brackets: ["(", "[", "{", "'", '"'], before: ')]}:;>,"' },
    }),
  ]);
}
