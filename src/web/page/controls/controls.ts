// Controls for the selected node and for the recipe, made from the descriptions of keys.

import "./controls.css";
import type { App } from "../contract.js";
import { button, make } from "../elements.js";
import { forgetOpened } from "./node_panel.js";
import { recipePanel } from "./recipe_panel.js";
import { SelectedPanel } from "./selected_panel.js";

export function mountControls(parent: HTMLElement, app: App): void {
  const node = new SelectedPanel(app);
  const recipe = recipePanel(app);
  const tabs = createTabs({ Node: node.element, Recipe: recipe.element });
  parent.append(make("div", { class: "controls" }, ...tabs.elements));
  const update = () => {
    const { state } = app.document;
    if (state === undefined) return;
    node.update(state.recipe);
    recipe.update(state.recipe);
  };
  app.document.on("text", () => {
    if (app.document.lastChange.origin === "open") forgetOpened();
  });
  app.document.on("state", update);
  app.document.on("selection", () => {
    tabs.show("Node");
    update();
  });
}

// Two panels by their labels, of which one at a time is shown.
function createTabs(panels: { Node: HTMLElement; Recipe: HTMLElement }) {
  const made = Object.entries(panels).map(([text, content]) => {
    const name = text.toLowerCase();
    const id = `controls-${name}`;
    const attributes = { role: "tab", id: `tab-${name}`, "aria-controls": id, text };
    const tab = button(attributes, () => show(text));
    const names = { id, "aria-labelledby": tab.id };
    const panel = make("div", { role: "tabpanel", class: "controls-panel", ...names }, content);
    return { text, tab, panel };
  });
  const show = (shown: string) => {
    for (const { text, tab, panel } of made) {
      panel.hidden = text !== shown;
      tab.setAttribute("aria-selected", String(text === shown));
      tab.tabIndex = text === shown ? 0 : -1;
    }
  };
  made.forEach(({ tab }, i) =>
    tab.addEventListener("keydown", ({ key }) => {
      if (key !== "ArrowRight" && key !== "ArrowLeft") return;
      const next = made.at(i - 1); // the other
      if (next === undefined) return;
      show(next.text);
      next.tab.focus();
    }),
  );
  const list = make("div", { role: "tablist", class: "tabs", "aria-label": "Controls for" });
  list.append(...made.map(({ tab }) => tab));
  show("Node");
  return { elements: [list, ...made.map(({ panel }) => panel)], show };
}
