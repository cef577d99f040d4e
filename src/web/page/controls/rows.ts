// Rows of controls: a row for each key of a node or of one of the recipe's objects.

import type { App, FieldDescription, Json, JsonObject } from "../contract.js";
import { make } from "../shell.js";
import type { Control } from "./control.js";
import { controlFor } from "./fields.js";

/** Something that shows the recipe's newest values. */
export interface Part {
  readonly element: HTMLElement;
  update(value: Json | undefined): void;
}

let nextId = 0;

/** Returns whether a key has an effect in an object. */
function isEffective(field: FieldDescription, values: JsonObject): boolean {
  const condition = field.effective_if;
  if (condition === undefined) return true;
  return condition.values.some((value) => JSON.stringify(values[condition.key]) === JSON.stringify(value));
}

/** A row, which is disabled while the key has no effect. */
class Row {
  readonly element: HTMLElement;
  readonly #control: Control;
  readonly #reset: HTMLButtonElement;

  constructor(
    app: App,
    private readonly field: FieldDescription,
    pointer: string,
    value: Json | undefined,
    name: string,
  ) {
    const path = `${pointer}/${field.key.replaceAll("/", "~1")}`;
    const help = `help-${++nextId}`;
    const target = { app, field, pointer: path, label: `${name} ${field.key}`, value };
    this.#control = controlFor(target) as Control;
    this.#reset = make("button", { type: "button", class: "reset", text: "↺", title: "Default", "aria-label": `Default of ${field.key}` });
    this.#reset.addEventListener("click", () =>
      app.document.edit([{ path, value: field.default as Json }]),
    );
    const details = Object.entries(field.details ?? {});
    const title = [field.help, field.value, ...details.map(([word, text]) => `${word}: ${text}`)].join("\n");
    this.element = make(
      "div",
      { class: "row", role: "group", "aria-label": field.key, "aria-describedby": help, title },
      make("span", { class: "row-name", text: field.key }),
      this.#control.element,
      this.#reset,
      make("span", { id: help, class: "visually-hidden", text: field.help }),
    );
  }

  update(values: JsonObject): void {
    const { field } = this;
    const value = values[field.key];
    this.#control.update(value ?? (field.default as Json | undefined));
    const isDefault = value === undefined || JSON.stringify(value) === JSON.stringify(field.default);
    this.#reset.hidden = isDefault || field.default === undefined;
    this.element.classList.toggle("is-default", isDefault);
    const works = isEffective(field, values);
    this.element.inert = !works;
    this.element.classList.toggle("no-effect", !works);
  }
}

/** Rows for those keys that have a control of their own. In: name, what the object is called. */
export function rowsFor(
  app: App,
  fields: readonly FieldDescription[],
  pointer: string,
  values: JsonObject,
  name: string,
): Part {
  const rows = fields
    .filter((field) => controlFor({ app, field, pointer, label: "", value: undefined }) !== undefined)
    .map((field) => new Row(app, field, pointer, values[field.key], name));
  return {
    element: make("div", { class: "rows" }, ...rows.map(({ element }) => element)),
    update: (value) => {
      for (const row of rows) row.update((value ?? {}) as JsonObject);
    },
  };
}
