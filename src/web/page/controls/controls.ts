// Controls of the selected node and of the recipe, made from the descriptions of their keys.

import "./controls.css";
import type { App, Json, JsonObject } from "../contract.js";
import { make } from "../shell.js";
import { panelFor, shapeOf } from "./node_panel.js";
import { recipePanel } from "./recipe_panel.js";
import type { Part } from "./rows.js";

export function mountControls(parent: HTMLElement, app: App): void {
  const tabs = new Tabs(parent);
  follow(app, tabs.node, (recipe) => {
    const pointer = app.document.selection;
    const value = valueOf(recipe, pointer) ?? recipe["noise"];
    const at = valueOf(recipe, pointer) === undefined ? "/noise" : pointer;
    const name = at.replace(/^\/(nodes|maps)?\/?/, "");
    return { value, key: `${at} ${shapeOf(value)}`, create: () => withTitle(name, panelFor(app, at, value, name)) };
  });
  follow(app, tabs.recipe, (recipe) => ({
    value: recipe,
    key: Object.keys(recipe).join(),
    create: () => recipePanel(app, recipe),
  }));
  app.document.on("selection", () => tabs.show("node"));
}

interface Wanted {
  value: Json | undefined;
  /** Panels with the same key have the same controls. */
  key: string;
  create(): Part;
}

// Keeps a panel up to date; it is made anew only if it needs other controls.
function follow(app: App, box: HTMLElement, wantedOf: (recipe: JsonObject) => Wanted): void {
  let key = "";
  let part: Part | undefined;
  const update = () => {
    const { state } = app.document;
    if (state === undefined) return;
    const wanted = wantedOf(state.recipe);
    if (part === undefined || wanted.key !== key) {
      const top = box.scrollTop;
      part = wanted.create();
      key = wanted.key;
      box.replaceChildren(part.element);
      box.scrollTop = top;
    }
    part.update(wanted.value);
  };
  app.document.on("state", update);
  app.document.on("selection", update);
}

function withTitle(name: string, part: Part): Part {
  return {
    element: make("div", {}, make("h2", { class: "controls-title", text: name }), part.element),
    update: (value) => part.update(value),
  };
}

function valueOf(recipe: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = recipe;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    value = (value as JsonObject | undefined)?.[key];
  }
  return value;
}

/** Two panels, of which one is shown. */
class Tabs {
  readonly node = make("div", { id: "controls-node", role: "tabpanel", class: "controls-panel", "aria-labelledby": "tab-node" });
  readonly recipe = make("div", { id: "controls-recipe", role: "tabpanel", class: "controls-panel", "aria-labelledby": "tab-recipe" });
  readonly #buttons: Record<"node" | "recipe", HTMLButtonElement>;

  constructor(parent: HTMLElement) {
    const tab = (name: "node" | "recipe", text: string) => {
      const button = make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `controls-${name}`, text });
      button.addEventListener("click", () => this.show(name));
      button.addEventListener("keydown", (event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        const other = name === "node" ? "recipe" : "node";
        this.show(other);
        this.#buttons[other].focus();
      });
      return button;
    };
    this.#buttons = { node: tab("node", "Node"), recipe: tab("recipe", "Recipe") };
    const list = make("div", { role: "tablist", class: "tabs", "aria-label": "Controls of" }, this.#buttons.node, this.#buttons.recipe);
    parent.append(make("div", { class: "controls" }, list, this.node, this.recipe));
    this.show("node");
  }

  show(name: "node" | "recipe"): void {
    for (const each of ["node", "recipe"] as const) {
      this[each].hidden = each !== name;
      this.#buttons[each].setAttribute("aria-selected", String(each === name));
      this.#buttons[each].tabIndex = each === name ? 0 : -1;
    }
  }
}
