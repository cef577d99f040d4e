// The text of the recipe.

import type { App, Editor } from "../contract.js";

export function mountEditor(parent: HTMLElement, app: App): Editor {
  const area = document.createElement("textarea");
  area.setAttribute("aria-label", "Recipe");
  parent.append(area);
  area.oninput = () => app.document.setText(area.value, "editor");
  app.document.on("text", () => {
    if (area.value !== app.document.text) area.value = app.document.text;
  });
  return { undo() {}, redo() {}, focus: () => area.focus(), reveal() {} };
}
