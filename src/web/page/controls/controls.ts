// Controls for the selected node and for the recipe, made from the descriptions of keys.

import "./controls.css";
import type { App } from "../contract.js";
import { make } from "../elements.js";
import { recipePanel } from "./recipe_panel.js";
import { SelectedPanel } from "./selected_panel.js";
import { forgetOpened } from "./slot.js";
import { createTabs } from "./tabs.js";

export function mountControls(parent: HTMLElement, app: App): void {
  const node = new SelectedPanel(app);
  const recipe = recipePanel(app);
  const tabs = createTabs([
    { name: "node", label: "Node", content: node.element },
    { name: "recipe", label: "Recipe", content: recipe.element },
  ]);
  parent.append(make("div", { class: "controls" }, tabs.element));
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
    tabs.show("node");
    update();
  });
}
