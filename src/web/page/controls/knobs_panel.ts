// The recipe's knobs: numbers and colours that its formulas name.

import type { App, FieldDescription, Json, JsonObject } from "../contract.js";
import { make } from "../elements.js";
import { isObject, objectIn } from "../json.js";
import type { Control } from "./control.js";
import { rowsFor } from "./rows.js";

export function knobsPanel(app: App): Control {
  const element = make("div", { class: "knobs" });
  let fields: FieldDescription[] | undefined;
  let rows: Control | undefined;
  // The values of the recipe that was opened, and first ones of knobs that came later.
  let opened: JsonObject = {};
  const update = (recipe: Json | undefined) => {
    const knobs = Object.entries(objectIn(recipe as JsonObject, "knobs"));
    const values = Object.fromEntries(
      knobs.map(([name, knob]) => [name, isObject(knob) ? (knob["value"] ?? null) : knob]),
    );
    if (app.document.lastChange.origin === "open") opened = defaultsOf(app, values);
    const now = knobs.map(([name, knob]) => fieldOf(name, knob as JsonObject, opened));
    if (JSON.stringify(now) !== JSON.stringify(fields)) {
      fields = now;
      rows = rowsFor({ app, pointer: "/knobs", name: "knob", fields, areKnobs: true });
      element.replaceChildren(rows.element);
    }
    rows?.update(values);
  };
  return { element, update };
}

// A preset's own values, whatever the values of the recipe that was opened.
function defaultsOf({ cobble, description, document }: App, values: JsonObject): JsonObject {
  if (!description.presets.some(({ name }) => name === document.name)) return values;
  using preset = cobble.preset(document.name);
  const own = preset.knobs().map(({ name, value }) => [name, value]);
  return { ...values, ...(Object.fromEntries(own) as JsonObject) };
}

// In: defaults, which gets the knob's value if it has none.
function fieldOf(name: string, knob: JsonObject, defaults: JsonObject): FieldDescription {
  const { value = null, description = "" } = knob;
  const common = { key: name, help: String(description), default: (defaults[name] ??= value) };
  if (typeof value !== "number") return { ...common, type: "color", value: "a colour" };
  const [minimum = 0, maximum = 1] = knob["range"] as number[];
  const step = Number(knob["step"] ?? 0);
  const steps = step > 0 ? ` in steps of ${step}` : "";
  const rule = `a number from ${minimum} to ${maximum}${steps}`;
  const limits = { minimum, maximum, useful: [minimum, maximum] as const, step };
  return { ...common, ...limits, type: "number", value: rule };
}
