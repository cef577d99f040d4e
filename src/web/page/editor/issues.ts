// The recipe's errors, or else its warnings, with changes that fix them: marked in the text,
// and listed below.

import { forEachDiagnostic, setDiagnostics, type Action, type Diagnostic } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { App, Issue } from "../contract.js";
import { button, make } from "../elements.js";
import { hintOf, placeOf, textOf } from "../errors.js";
import { fixOf, wrapOf } from "./fixes.js";
import { rangeOfIssue } from "./issue_places.js";
import type { Range } from "./paths.js";

type Severity = "error" | "warning";

interface Found {
  severity: Severity;
  issue: Issue;
  /** Moved with the text when it changes. */
  range: Range | undefined;
  actions: Action[];
}

const maxListed = 30;
/** Milliseconds without typing before the list is updated. */
const typingPause = 600;

function diagnosticsOf({ severity, issue, range, actions }: Found): Diagnostic[] {
  const message = issue.hint === "" ? issue.message : `${issue.message}\n${issue.hint}`;
  return range === undefined ? [] : [{ ...range, severity, message, actions }];
}

export class Issues {
  readonly element: HTMLElement;
  readonly extension: Extension;
  readonly #list = make("ul", { "aria-label": "Errors" });
  /** The start of the list, for screen readers. */
  readonly status = make("p", { class: "visually-hidden", role: "status" });
  #found: Found[] = [];
  /** What is in the list, which is updated later. */
  #listed: Found[] = [];
  #timer = 0;

  constructor(private readonly app: App) {
    this.element = make("div", { class: "issues", hidden: "" }, this.#list);
    this.extension = EditorView.updateListener.of(({ docChanged, changes }) => {
      if (!docChanged) return;
      for (const found of new Set([...this.#found, ...this.#listed]))
        if (found.range !== undefined) {
          const from = changes.mapPos(found.range.from, -1);
          found.range = { from, to: Math.max(from, changes.mapPos(found.range.to, 1)) };
        }
    });
  }

  follow(view: EditorView): void {
    const { document } = this.app;
    document.on("issues", () => {
      this.#found = this.#find(view.state);
      view.dispatch(setDiagnostics(view.state, this.#found.flatMap(diagnosticsOf)));
      window.clearTimeout(this.#timer);
      const isTyping = document.lastChange.origin === "editor";
      this.#timer = window.setTimeout(() => this.#show(view), isTyping ? typingPause : 0);
    });
  }

  // Without errors, the state belongs to the text.
  #all(): { severity: Severity; issues: readonly Issue[] } {
    const { issues, state } = this.app.document;
    if (issues.length > 0) return { severity: "error", issues };
    return { severity: "warning", issues: state?.warnings ?? [] };
  }

  #find(state: EditorState): Found[] {
    const { severity, issues } = this.#all();
    return issues.slice(0, maxListed).map((issue, i) => {
      const isFirst = severity === "error" && i === 0;
      const fixes = [fixOf(issue), isFirst ? wrapOf(state) : undefined];
      return {
        severity,
        issue,
        range: rangeOfIssue(state, issue),
        actions: fixes.filter((fix) => fix !== undefined),
      };
    });
  }

  #show(view: EditorView): void {
    const { severity, issues } = this.#all();
    const count = issues.length;
    this.element.hidden = count === 0;
    // The focus stays at its button.
    const focused = [...this.#list.querySelectorAll("button")].indexOf(
      document.activeElement as HTMLButtonElement,
    );
    this.#listed = this.#found;
    this.#list.replaceChildren(...this.#listed.map((found) => item(view, found)));
    if (count > maxListed)
      this.#list.append(
        make("li", { class: "issues-more", text: `and ${count - maxListed} more` }),
      );
    if (focused >= 0) this.#list.querySelectorAll("button")[focused]?.focus();
    this.#list.setAttribute("aria-label", severity === "error" ? "Errors" : "Warnings");
    const noun = count === 1 ? severity : `${severity}s`;
    const [first] = this.#found;
    const text = first === undefined ? "" : `${count} ${noun}: ${textOf(first.issue)}`;
    // Screen readers say changes only.
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}

function item(view: EditorView, found: Found): HTMLElement {
  const { severity, issue, actions } = found;
  const go = button(
    { class: `issue issue-${severity}` },
    () => goTo(view, found.range),
    make("code", { text: placeOf(issue) }),
    ` ${issue.message}`,
    ...(issue.hint === "" ? [] : [make("span", { class: "issue-hint", text: hintOf(issue) })]),
  );
  const fixes = actions.map(({ name, apply }) =>
    button({ class: "issue-fix", text: name }, () => {
      if (found.range !== undefined) apply(view, found.range.from, found.range.to);
    }),
  );
  return make("li", {}, go, ...fixes);
}

function goTo(view: EditorView, range: Range | undefined): void {
  if (range !== undefined)
    view.dispatch({
      selection: { anchor: range.from, head: range.to },
      effects: EditorView.scrollIntoView(range.from, { y: "center" }),
      userEvent: "select",
    });
  view.focus();
}

/** Fixes the error at the cursor. Returns false if there is nothing to fix. */
export function fixAtCursor(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  let fix: (() => void) | undefined;
  forEachDiagnostic(view.state, ({ actions }, from, to) => {
    const [action] = actions ?? [];
    if (from <= head && head <= to && action !== undefined)
      fix ??= () => action.apply(view, from, to);
  });
  fix?.();
  return fix !== undefined;
}
