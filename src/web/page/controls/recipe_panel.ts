// The controls of the recipe itself: its size, seed, domain, and the settings of its maps.

import type { App, JsonObject } from "../contract.js";
import { make } from "../shell.js";
import { rowsFor, type Part } from "./rows.js";

/** Objects that stand open at first; the others are settings of single maps. */
const openObjects = new Set(["domain", "normal"]);

export function recipePanel(app: App, recipe: JsonObject): Part {
  const { fields } = app.description;
  const own = fields.filter(({ key }) => !key.includes(".") && !["cobble", "$schema"].includes(key));
  const top = rowsFor(app, own, "", recipe, "recipe");
  const objects = fields
    .filter(({ key, type }) => type === "object" && !key.includes("."))
    .filter(({ key }) => key !== "world" || recipe["world"] !== undefined)
    .map(({ key, help }) => {
      const prefix = `${key}.`;
      const keys = fields
        .filter((field) => field.key.startsWith(prefix))
        .map((field) => ({ ...field, key: field.key.slice(prefix.length) }));
      const part = rowsFor(app, keys, `/${key}`, (recipe[key] ?? {}) as JsonObject, key);
      const summary = make("summary", { title: help }, make("b", { text: key }));
      const element = make("details", { class: "input", ...(openObjects.has(key) && { open: "" }) }, summary, part.element);
      return { key, part, element };
    });
  return {
    element: make("div", { class: "node-panel" }, top.element, ...objects.map(({ element }) => element)),
    update: (next) => {
      top.update(next);
      for (const { key, part } of objects) part.update((next as JsonObject)[key] ?? {});
    },
  };
}
