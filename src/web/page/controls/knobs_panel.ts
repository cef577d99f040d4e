// The recipe's knobs: numbers and colours that its formulas name.

import type { App, FieldDescription, Json, JsonObject } from "../contract.js";
import { make } from "../elements.js";
import { isObject, objectIn } from "../json.js";
import type { Control } from "./control.js";
import { rowsFor } from "./rows.js";

export class KnobsPanel implements Control {
  readonly element = make("div", { class: "knobs" });
  #fields: FieldDescription[] = [];
  #rows: Control | undefined;
  // The values of the recipe that was opened, and first ones of knobs that came later.
  #opened: JsonObject = {};

  constructor(private readonly app: App) {}

  get isEmpty(): boolean {
    return this.#fields.length === 0;
  }

  update(recipe: Json | undefined): void {
    const { app } = this;
    const knobs = Object.entries(objectIn(recipe as JsonObject, "knobs"));
    const values = Object.fromEntries(
      knobs.map(([name, knob]) => [name, isObject(knob) ? (knob["value"] ?? null) : knob]),
    );
    if (app.document.lastChange.origin === "open") this.#opened = this.#defaults(values);
    const fields = knobs.map(([name, knob]) => this.#fieldOf(name, knob as JsonObject));
    if (this.#rows === undefined || JSON.stringify(fields) !== JSON.stringify(this.#fields)) {
      this.#fields = fields;
      this.#rows = rowsFor({ app, pointer: "/knobs", name: "knob", fields, areKnobs: true });
      this.element.replaceChildren(this.#rows.element);
    }
    this.#rows.update(values);
  }

  // A preset's own values, whatever the values of the recipe that was opened.
  #defaults(values: JsonObject): JsonObject {
    const { cobble, description, document } = this.app;
    if (!description.presets.some(({ name }) => name === document.name)) return values;
    using preset = cobble.preset(document.name);
    const own = preset.knobs().map(({ name, value }) => [name, value]);
    return { ...values, ...(Object.fromEntries(own) as JsonObject) };
  }

  #fieldOf(name: string, knob: JsonObject): FieldDescription {
    const { value = null, description = "" } = knob;
    const initial = (this.#opened[name] ??= value);
    const common = { key: name, help: String(description), default: initial };
    if (typeof value !== "number") return { ...common, type: "color", value: "a colour" };
    const [minimum = 0, maximum = 1] = knob["range"] as number[];
    const step = Number(knob["step"] ?? 0);
    const steps = step > 0 ? ` in steps of ${step}` : "";
    const rule = `a number from ${minimum} to ${maximum}${steps}`;
    const limits = { minimum, maximum, useful: [minimum, maximum] as const, step };
    return { ...common, ...limits, type: "number", value: rule };
  }
}
