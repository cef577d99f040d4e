// The recipe's mistakes: marked in the text, with the fixes that their hints name, and listed below.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { App, Issue } from "../contract.js";
import { make } from "../shell.js";
import { rangeOf, type Range } from "./paths.js";

/** Returns the position in a line of a column in bytes of UTF-8, from 1. */
export function positionOfColumn(line: string, column: number): number {
  let bytes = 0;
  let at = 0;
  for (const letter of line) {
    if (bytes >= column - 1) break;
    const code = letter.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += letter.length;
  }
  return at;
}

function rangeOfIssue(view: EditorView, issue: Issue): Range {
  const { doc } = view.state;
  if (issue.line > 0 && issue.line <= doc.lines) {
    const line = doc.line(issue.line);
    const from = line.from + positionOfColumn(line.text, Math.max(issue.column, 1));
    const rest = doc.sliceString(from, line.to);
    const token = /^"(?:[^"\\]|\\.)*"?|^[\w#.-]+|^\S/.exec(rest)?.[0] ?? "";
    return { from, to: Math.min(from + Math.max(token.length, 1), Math.max(line.to, from)) };
  }
  return rangeOf(view.state, issue.pointer) ?? { from: 0, to: Math.min(1, doc.length) };
}

function messageOf({ message, hint }: Issue): string {
  return hint === "" ? message : `${message}; ${hint}`;
}

// "did you mean "octaves"?" replaces the word that is marked.
function actionsOf(issue: Issue): Diagnostic["actions"] {
  const word = /^did you mean "([^"]+)"\?/.exec(issue.hint)?.[1];
  if (word === undefined) return [];
  return [
    {
      name: `Change to ${word}`,
      apply: (view, from, to) => {
        const marked = view.state.sliceDoc(from, to);
        const insert = marked.startsWith('"') ? JSON.stringify(word) : word;
        view.dispatch({ changes: { from, to, insert }, userEvent: "input.fix" });
      },
    },
  ];
}

// A text that is only a formula becomes a recipe.
function wrapAction(view: EditorView): Diagnostic["actions"] {
  const text = view.state.doc.toString().trim();
  if (text === "" || text.startsWith("{") || text.length > 4000) return [];
  return [
    {
      name: "Make it a recipe",
      apply: (target) => {
        const insert = `${JSON.stringify({ cobble: 1, noise: text }, undefined, 2)}\n`;
        target.dispatch({ changes: { from: 0, to: target.state.doc.length, insert } });
      },
    },
  ];
}

/** Keeps marks and list as the document's issues are. Returns the list. */
export function followIssues(view: EditorView, app: App): HTMLElement {
  const list = make("ul", { class: "issues", "aria-live": "polite", "aria-label": "Mistakes", hidden: "" });
  app.document.on("issues", () => {
    const { issues } = app.document;
    const found = issues.map((issue) => ({ issue, range: rangeOfIssue(view, issue) }));
    const diagnostics: Diagnostic[] = found.map(({ issue, range }) => ({
      ...range,
      severity: "error",
      message: messageOf(issue),
      actions: [...(actionsOf(issue) ?? []), ...(wrapAction(view) ?? [])],
    }));
    view.dispatch(setDiagnostics(view.state, diagnostics));
    list.replaceChildren(...found.slice(0, 20).map(({ issue, range }) => item(view, issue, range)));
    list.hidden = issues.length === 0;
  });
  return list;
}

function item(view: EditorView, issue: Issue, range: Range): HTMLElement {
  const line = view.state.doc.lineAt(range.from);
  const place = `${line.number}:${range.from - line.from + 1}`;
  const button = make("button", { type: "button" }, make("code", { text: place }), ` ${messageOf(issue)}`);
  button.addEventListener("click", () => {
    const anchor = Math.min(range.from, view.state.doc.length);
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
  });
  return make("li", {}, button);
}
