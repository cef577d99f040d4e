// Controls for the selected node and for the recipe, made from the descriptions of keys.

import "./controls.css";
import type { App } from "../contract.js";
import { button, make } from "../elements.js";
import { arrowOf } from "../gestures.js";
import { objectIn } from "../json.js";
import { modulo } from "../math.js";
import type { Control } from "./control.js";
import { knobsPanel } from "./knobs_panel.js";
import { forgetOpened } from "./node_panel.js";
import { recipePanel } from "./recipe_panel.js";
import { selectedPanel } from "./selected_panel.js";

export function mountControls(parent: HTMLElement, app: App): void {
  const panels = { Knobs: knobsPanel(app), Node: selectedPanel(app), Recipe: recipePanel(app) };
  const tabs = createTabs(panels);
  parent.append(make("div", { class: "controls" }, ...tabs.elements));
  let isOpened = true;
  const update = () => {
    const { state } = app.document;
    if (state === undefined) return;
    for (const panel of Object.values(panels)) panel.update(state.recipe);
    const hasKnobs = Object.keys(objectIn(state.recipe, "knobs")).length > 0;
    tabs.offer("Knobs", hasKnobs);
    if (isOpened && hasKnobs) tabs.show("Knobs");
    isOpened = false;
  };
  app.document.on("text", () => {
    if (app.document.lastChange.origin !== "open") return;
    forgetOpened();
    isOpened = true;
  });
  app.document.on("state", update);
  app.document.on("selection", () => {
    tabs.show("Node");
    update();
  });
}

// Panels by their labels, of which one at a time is shown.
function createTabs(panels: Record<string, Control>) {
  const made = Object.entries(panels).map(([text, { element: content }]) => {
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
  // A tab whose panel has nothing to show is hidden.
  const offer = (text: string, isOffered: boolean) => {
    const each = made.find((other) => other.text === text);
    if (each === undefined) return;
    each.tab.hidden = !isOffered;
    if (!isOffered && !each.panel.hidden) show("Node");
  };
  const list = make("div", { role: "tablist", class: "tabs", "aria-label": "Controls for" });
  list.append(...made.map(({ tab }) => tab));
  list.addEventListener("keydown", ({ key }) => {
    const [direction = 0] = arrowOf(key) ?? [];
    const offered = made.filter(({ tab }) => !tab.hidden);
    const at = offered.findIndex(({ panel }) => !panel.hidden) + direction;
    const next = offered[modulo(at, offered.length)];
    if (direction === 0 || next === undefined) return;
    show(next.text);
    next.tab.focus();
  });
  show("Node");
  return { elements: [list, ...made.map(({ panel }) => panel)], show, offer };
}
