// The buttons above the text.

import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { openSearchPanel, searchPanelOpen, closeSearchPanel } from "@codemirror/search";
import type { Command, EditorView, ViewUpdate } from "@codemirror/view";
import type { App } from "../contract.js";
import { button, make } from "../elements.js";

/** In: explain, the command that explains the word at the cursor. */
export function createTools(app: App, viewOf: () => EditorView, explain: Command) {
  const attributes = { class: "editor-tools", role: "group", "aria-label": "Edit the recipe" };
  const element = make("div", attributes);
  const add = (text: string, title: string, run: (view: EditorView) => void) => {
    const made = button({ text, title }, () => run(viewOf()));
    element.append(made);
    return made;
  };
  const back = add("Undo", `Undo (${shortcut("Z")})`, undo);
  const again = add("Redo", `Redo (${isMac ? "⇧⌘Z" : "Ctrl+Y"})`, redo);
  add("Format", "Format the recipe, as cobble format does", (view) => void format(view, app));
  add("Find", `Find and replace (${shortcut("F")})`, (view) => {
    if (searchPanelOpen(view.state)) closeSearchPanel(view);
    else openSearchPanel(view);
  });
  add("Explain", "Explain the word at the cursor (F1)", (view) => {
    view.focus();
    explain(view);
  });
  back.disabled = again.disabled = true;
  const update = ({ state }: ViewUpdate) => {
    back.disabled = undoDepth(state) === 0;
    again.disabled = redoDepth(state) === 0;
  };
  return { element, update };
}

const isMac = /^Mac|^iP/.test(navigator.platform);
function shortcut(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl+${key}`;
}

function format(view: EditorView, app: App): void {
  const { text } = app.document;
  try {
    const formatted = app.cobble.formatText(text);
    if (formatted === text) app.announce("The recipe is already formatted.");
    else app.document.setText(formatted, "controls");
  } catch {
    app.announce("A recipe with errors cannot be formatted.");
  }
  view.focus();
}
