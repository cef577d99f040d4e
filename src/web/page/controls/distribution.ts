// Controls for an object with types of its own, such as the distribution of a hill.

import type { App, FieldDescription, Json, JsonObject } from "../contract.js";
import { make, option, select } from "../elements.js";
import { isObject } from "../json.js";
import { initialValue } from "./convert.js";
import { rowsFor, type Part } from "./rows.js";

export class DistributionPart implements Part {
  readonly element: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #box = make("div", { class: "distribution-keys" });
  #type = "";
  #rows: Part | undefined;
  #value: JsonObject = {};

  constructor(
    private readonly app: App,
    private readonly field: FieldDescription,
    private readonly pointer: string,
    private readonly name: string,
  ) {
    const { key, types = [], help } = field;
    const options = types.map(({ name: type }) => option(type));
    const choose = (type: string) => this.#choose(type);
    this.#select = select({ "aria-label": `${name} ${key}` }, options, choose);
    const label = make("span", { class: "row-name slot-name", text: key });
    const control = make("div", { class: "row-control" }, this.#select);
    const row = make("div", { class: "row", title: help }, label, control);
    this.element = make("div", { class: "distribution" }, row, this.#box);
  }

  update(value: Json | undefined): void {
    this.#value = isObject(value) ? value : {};
    const type = String(this.#value["type"]);
    this.#select.value = type;
    if (type !== this.#type) {
      this.#type = type;
      const { key } = this.field;
      const [pointer, name] = [`${this.pointer}/${key}`, `${this.name} ${key}`];
      this.#rows = rowsFor({ app: this.app, pointer, name, fields: this.#fieldsOf(type) });
      this.#box.replaceChildren(this.#rows.element);
    }
    this.#rows?.update(this.#value);
  }

  #fieldsOf(type: string): FieldDescription[] {
    return this.field.types?.find(({ name }) => name === type)?.keys ?? [];
  }

  // Keeps the keys that both types have.
  #choose(type: string): void {
    const entries = this.#fieldsOf(type).map((field) => [
      field.key,
      this.#value[field.key] ?? initialValue(field),
    ]);
    const value = { type, ...Object.fromEntries(entries) } as JsonObject;
    this.app.document.edit([{ path: `${this.pointer}/${this.field.key}`, value, replaces: true }]);
    this.#select.value = this.#type; // until the recipe says otherwise
  }
}
