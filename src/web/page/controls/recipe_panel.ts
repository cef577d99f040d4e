// Controls for the recipe itself: its size, seed, domain, and settings of maps.

import type { App, FieldDescription, Json, JsonObject } from "../contract.js";
import { make } from "../elements.js";
import { fieldsIn, topFields } from "../fields.js";
import { isObject, objectIn, stepFor } from "../json.js";
import { rangeAt } from "../outline.js";
import { smallButton, type Control } from "./control.js";
import { nodeLink } from "./node_panel.js";
import { rowsFor } from "./rows.js";

/** Objects that are open at first. The others are settings of single maps. */
const openObjects = new Set(["domain", "normal"]);
const hidden = new Set(["cobble", "$schema"]);

export function recipePanel(app: App): Control {
  const fields = topFields(app.description.fields).filter(({ key }) => !hidden.has(key));
  const top = rowsFor({ app, pointer: "", name: "recipe", fields });
  const objects = fields
    .filter(({ type }) => type === "object")
    .map((field) => (field.key === "world" ? worldPart(app, field) : objectPart(app, field)));
  const parts = [top, mapsPart(app), ...objects];
  return {
    element: make("div", { class: "node-panel" }, ...parts.map(({ element }) => element)),
    update: (recipe) => {
      for (const part of parts) part.update(recipe);
    },
  };
}

// An object of the recipe, which can be unfolded.
function objectPart(app: App, { key, help }: FieldDescription): Control {
  const fields = fieldsIn(app.description.fields, key);
  const rows = rowsFor({ app, pointer: `/${key}`, name: key, fields });
  const summary = make("summary", { title: help, text: key });
  const open = openObjects.has(key) ? { open: "" } : undefined;
  return {
    element: make("details", { class: "object", ...open }, summary, rows.element),
    update: (recipe) => rows.update((recipe as JsonObject)[key] ?? {}),
  };
}

// Most recipes have no world. A world needs a range of two numbers.
function worldPart(app: App, field: FieldDescription): Control {
  const inner = objectPart(app, field);
  const add = smallButton("Add world", `Add world: ${field.help}`, () => {
    const { state } = app.document;
    const own = state?.recipe["range"];
    const range: Json = Array.isArray(own) ? own : rangeAt(state, "/noise");
    app.document.edit([
      { path: "/world", value: { width: 1000, heights: [0, 100] } },
      { path: "/range", value: range },
    ]);
  });
  add.classList.add("add-world");
  const remove = smallButton("Remove world", "Remove world", () =>
    app.document.edit([{ path: "/world", value: null, replaces: true }]),
  );
  inner.element.append(remove);
  return {
    element: make("div", {}, inner.element, add),
    update: (recipe) => {
      const hasWorld = isObject(recipe) && recipe["world"] !== undefined;
      inner.element.hidden = !hasWorld;
      add.hidden = hasWorld;
      inner.update(recipe);
    },
  };
}

// Links to the noise and to the maps of the recipe.
function mapsPart(app: App): Control {
  const box = make("div", { class: "row-control map-links" });
  const name = make("span", { class: "row-name slot-name", text: "maps" });
  let shown = "";
  return {
    element: make("div", { class: "row", role: "group", "aria-label": "maps" }, name, box),
    update: (recipe) => {
      const maps = Object.keys(objectIn(recipe as JsonObject, "maps"));
      if (shown === maps.join() && box.childElementCount > 0) return;
      shown = maps.join();
      box.replaceChildren(
        nodeLink(app, "noise", "/noise"),
        ...maps.map((map) => nodeLink(app, map, `/maps/${stepFor(map)}`)),
      );
    },
  };
}
