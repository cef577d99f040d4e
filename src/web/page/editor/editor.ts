// The text of the recipe, in CodeMirror: highlighting, completion, explanations, mistakes, and the
// history, which also undoes what controls and presets changed.

import "./editor.css";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, StateEffect, StateField, Transaction, type ChangeSpec } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { App, Editor } from "../contract.js";
import { make } from "../shell.js";
import { completionSource } from "./complete.js";
import { formulaHighlighting } from "./highlight.js";
import { explanations } from "./hover.js";
import { followIssues } from "./issues.js";
import { pathOf, enclosing, pointerOf, rangeOf } from "./paths.js";
import { Words } from "./words.js";

/** Marks changes that come from the document. */
const fromDocument = Annotation.define<boolean>();

const colors = HighlightStyle.define([
  { tag: tags.propertyName, class: "json-key" },
  { tag: tags.string, class: "json-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "formula-number" },
]);

// The node that was revealed last.
const setReveal = StateEffect.define<{ from: number; to: number } | undefined>();
const revealed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setReveal)) {
        const range = effect.value;
        return range === undefined || range.from === range.to
          ? Decoration.none
          : Decoration.set(Decoration.mark({ class: "revealed" }).range(range.from, range.to));
      }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function mountEditor(parent: HTMLElement, app: App): Editor {
  const words = new Words(app.description);
  const { extensions, command } = explanations(app, words);
  const tools = make("div", { class: "editor-tools", role: "toolbar", "aria-label": "Recipe" });
  const place = make("div", { class: "editor-text" });
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        foldGutter(),
        history({ joinToEvent: joinToEvent }),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        json(),
        syntaxHighlighting(colors),
        formulaHighlighting(words),
        autocompletion({ override: [completionSource(app, words)] }),
        search({ top: true }),
        revealed,
        extensions,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Recipe", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) updateTools();
        }),
        keymap.of([
          { key: "F1", run: command },
          { key: "Mod-i", run: command },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        follow(app),
      ],
    }),
  });
  const editor: Editor = {
    undo: () => void undo(view),
    redo: () => void redo(view),
    focus: () => view.focus(),
    reveal: (pointer) => reveal(view, pointer),
  };
  const updateTools = fillTools(tools, view, app);
  parent.append(make("div", { class: "editor" }, tools, place, followIssues(view, app)));
  app.document.on("text", () => takeText(view, app));
  return editor;
}

// Changes while a handle is dragged are one step for undo.
function joinToEvent(transaction: Transaction, isAdjacent: boolean): boolean {
  return isAdjacent || transaction.isUserEvent("input.slide");
}

// What is typed goes to the document, and the node at the cursor is selected.
function follow(app: App) {
  return EditorView.updateListener.of((update) => {
    const isOwn = update.transactions.some((each) => each.docChanged && !each.annotation(fromDocument));
    if (update.docChanged && isOwn) app.document.setText(update.state.doc.toString(), "editor");
    const isMoved = update.selectionSet && update.transactions.some((each) => each.isUserEvent("select"));
    if (isMoved || isOwn) selectAtCursor(update.state, app);
  });
}

function selectAtCursor(state: EditorState, app: App): void {
  const { head } = state.selection.main;
  const value = enclosing(state, head, "String") ?? enclosing(state, head, "Object");
  if (value === null) return;
  const [root, name] = pathOf(state, value);
  if (root === "noise") app.document.select("/noise");
  else if ((root === "nodes" || root === "maps") && name !== undefined)
    app.document.select(pointerOf([root, name]));
}

// Takes over a text that did not come from the editor, by the smallest change.
function takeText(view: EditorView, app: App): void {
  const { text, lastChange } = app.document;
  const old = view.state.doc.toString();
  if (text === old) return;
  const isOpened = lastChange.origin === "open";
  view.dispatch({
    changes: isOpened ? { from: 0, to: old.length, insert: text } : changeBetween(old, text),
    annotations: [
      fromDocument.of(true),
      Transaction.userEvent.of(lastChange.continuous ? "input.slide" : "input.control"),
      // A drag is one step, and all others are one each.
      ...(lastChange.continuous ? [] : [isolateHistory.of(isOpened ? "full" : "after")]),
    ],
    ...(isOpened && { selection: { anchor: 0 }, scrollIntoView: true }),
  });
}

function changeBetween(old: string, text: string): ChangeSpec {
  const shorter = Math.min(old.length, text.length);
  let from = 0;
  while (from < shorter && old[from] === text[from]) ++from;
  let end = 0;
  while (end < shorter - from && old[old.length - 1 - end] === text[text.length - 1 - end]) ++end;
  return { from, to: old.length - end, insert: text.slice(from, text.length - end) };
}

function reveal(view: EditorView, pointer: string): void {
  const range = rangeOf(view.state, pointer);
  if (range === undefined) return;
  view.dispatch({
    selection: { anchor: range.from },
    effects: [setReveal.of(range), EditorView.scrollIntoView(range.from, { y: "center" })],
  });
  view.focus();
  setTimeout(() => view.dispatch({ effects: setReveal.of(undefined) }), 1500);
}

// Returns what keeps the buttons up to date.
function fillTools(tools: HTMLElement, view: EditorView, app: App): () => void {
  const button = (text: string, title: string, run: () => void) => {
    const made = make("button", { type: "button", text, title });
    made.addEventListener("click", run);
    tools.append(made);
    return made;
  };
  const back = button("Undo", "Undo (Ctrl+Z)", () => void undo(view));
  const again = button("Redo", "Redo (Ctrl+Y)", () => void redo(view));
  button("Format", "Write the recipe as cobble format does", () => app.document.edit([]));
  button("Find", "Find (Ctrl+F)", () => void openSearchPanel(view));
  const update = () => {
    back.disabled = undoDepth(view.state) === 0;
    again.disabled = redoDepth(view.state) === 0;
  };
  update();
  return update;
}
