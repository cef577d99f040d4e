// Controls for a node: its keys, then its inputs. What stands in the place of an input is a node
// itself, a number, a colour or a link to a named node.

import type { App, FieldDescription, Json, NodeDescription } from "../contract.js";
import { button, make } from "../elements.js";
import { isObject, stepFor, valueAt } from "../json.js";
import { outlineAt, warningsAt } from "../outline.js";
import { colorControl } from "./colors.js";
import { controlFor, smallButton, Target, type Control } from "./control.js";
import { descriptionOf, isFormula, isReference } from "./convert.js";
import { distributionControl } from "./distribution.js";
import { inputsIn, type Input } from "./inputs.js";
import { numberControl } from "./numbers.js";
import { rowsFor } from "./rows.js";
import { kindOf, sourceSelect, type SourceSelect } from "./source_select.js";

/** If more inputs are nodes, they are folded. */
const maxOpenInputs = 2;
const maxOpenLevel = 2;

interface PanelOptions {
  app: App;
  pointer: string;
  name: string;
  /** How many nodes contain it. */
  level: number;
  description: NodeDescription;
}

export class NodePanel implements Control {
  readonly element: HTMLElement;
  readonly #rows: Control;
  readonly #distributions: { key: string; control: Control }[];
  readonly #inputs = make("div", { class: "inputs" });
  #shape = "";
  #slots: Slot[] = [];

  constructor(private readonly options: PanelOptions) {
    const { app, pointer, name, description } = options;
    const fields = description.keys;
    this.#rows = rowsFor({ app, pointer, name, fields, isNode: true });
    this.#distributions = fields
      .filter(({ types }) => types !== undefined)
      .map((field) => ({
        key: field.key,
        control: distributionControl(app, field, pointer, name),
      }));
    this.element = make(
      "div",
      { class: "node-panel" },
      this.#rows.element,
      ...this.#distributions.map(({ control }) => control.element),
      this.#inputs,
    );
  }

  update(value: Json | undefined): void {
    if (!isObject(value)) return;
    this.#rows.update(value);
    for (const { key, control } of this.#distributions) control.update(value[key]);
    const { pointer, description } = this.options;
    const inputs = inputsIn(description, pointer, value);
    const places = inputs.map(({ pointer, sign, factor }) => [pointer, sign, factor]);
    const shape = JSON.stringify(places);
    if (shape !== this.#shape) this.#rebuild(inputs);
    this.#shape = shape;
    inputs.forEach(({ value: own, factor }, i) => {
      this.#slots[i]?.update(own);
      if (factor !== undefined)
        this.#slots[i]?.updateFactor(valueAt(value, factor.slice(pointer.length)));
    });
  }

  #rebuild(inputs: readonly Input[]): void {
    const { app, name, level } = this.options;
    const nodes = inputs.filter(({ value }) => isObject(value) && !isReference(value));
    const isOpen = level < maxOpenLevel && nodes.length <= maxOpenInputs;
    this.#slots = inputs.map((input, i) => {
      const called = `${name} ${input.label || i + 1}`;
      return new Slot({ ...input, app, name: called, isOpen, level });
    });
    this.#inputs.replaceChildren(...this.#slots.map(({ element }) => element));
  }
}

export const numberField: FieldDescription = {
  key: "value",
  type: "number",
  value: "a number",
  help: "a number",
};
// Maps have numbers from 0 to 1.
const mapField: FieldDescription = { ...numberField, minimum: 0, maximum: 1 };
const factorField: FieldDescription = { ...numberField, key: "factor", help: "how much of it" };
const colorField: FieldDescription = { ...numberField, type: "color", value: "a colour" };

interface Place extends Omit<Input, "sign" | "value"> {
  app: App;
  /** For screen readers. */
  name: string;
  isOpen: boolean;
  level: number;
}

/** Whether the user opened or closed a place, by its pointer. */
const opened = new Map<string, boolean>();

export function forgetOpened(): void {
  opened.clear();
}

let nextId = 0;

/** Controls for what stands in one place. */
export class Slot implements Control {
  readonly element = make("div", { class: "slot" });
  readonly #source: SourceSelect;
  readonly #factor: Control | undefined;
  #kind = "";
  #control: Control | undefined;
  #panel: Control | undefined;
  #formula: HTMLElement | undefined;
  readonly #warning = make("span", { class: "row-reason warning" });
  #value: Json = 0;

  constructor(private readonly place: Place) {
    const { app, pointer, name, accepts, factor } = place;
    this.#source = sourceSelect(app, pointer, `Kind of ${name}`, accepts);
    if (factor === undefined) return;
    const target = new Target(app, factorField, factor, `factor of ${name}`);
    this.#factor = controlFor(target, numberControl);
    const times = make("span", { class: "times", text: "×", "aria-hidden": "true" });
    this.#factor.element.prepend(times);
  }

  update(value: Json | undefined): void {
    if (value === undefined) return;
    this.#value = value;
    const kind = kindOf(this.place.app, value);
    if (kind !== this.#kind) this.#rebuild(kind, value);
    this.#source.update(value);
    this.#control?.update(value);
    this.#panel?.update(value);
    const { app, pointer } = this.place;
    const hasInner = this.#formula !== undefined;
    this.#warning.textContent = warningsAt(app.document.state, pointer, hasInner);
    if (this.#formula !== undefined) {
      const { formula = "" } = outlineAt(app.document.state, pointer) ?? {};
      this.#formula.textContent = this.#formula.title = formula;
    }
  }

  /** Shows the number that multiplies the node. */
  updateFactor(value: Json | undefined): void {
    this.#factor?.update(value);
  }

  #rebuild(kind: string, value: Json): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#kind = kind;
    this.#control = this.#panel = this.#formula = undefined;
    const isNode = isObject(value) && !isReference(value);
    this.element.replaceChildren(...(isNode ? this.#nodeRows() : [this.#valueRow(value)]));
    if (hadFocus) this.#source.element.focus();
  }

  #row(lead: Node, ...main: Node[]): HTMLElement {
    const { name, help } = this.place;
    const attributes = { class: "row", role: "group", "aria-label": name, title: help };
    const control = make("div", { class: "row-control" }, ...main);
    return make("div", attributes, lead, control, this.#warning);
  }

  // Numbers, colours and links have one row.
  #valueRow(value: Json): HTMLElement {
    const { app, pointer, label, name, level, useful } = this.place;
    this.#source.element.classList.add("narrow");
    const lead = (...inner: (Node | string)[]) =>
      make("span", { class: "row-name slot-name" }, ...inner);
    if (isReference(value)) {
      const link = nodeLink(app, value.ref, `/nodes/${stepFor(value.ref)}`);
      if (this.#factor === undefined) return this.#row(lead(label), link, this.#source.element);
      return this.#row(lead(`${label} `, link), this.#factor.element, this.#source.element);
    }
    const isNumber = typeof value === "number" || isFormula(app, value);
    const usual = pointer.startsWith("/maps/") && level === 0 ? mapField : numberField;
    const ownField = { ...usual, ...(useful && { useful }) };
    const target = new Target(app, isNumber ? ownField : colorField, pointer, name);
    this.#control = controlFor(target, isNumber ? numberControl : colorControl);
    return this.#row(lead(label), this.#control.element, this.#source.element);
  }

  // A node has a row, which unfolds its controls.
  #nodeRows(): HTMLElement[] {
    const { app, pointer, name } = this.place;
    this.#source.element.classList.remove("narrow");
    this.#formula = make("span", { class: "slot-formula" });
    const body = make("div", { class: "slot-body", id: `slot-${++nextId}` });
    const toggle = this.#toggle(body);
    const select = smallButton("Select", `Select ${name}`, () => app.document.select(pointer));
    const own = [this.#source.element, select];
    if (this.#factor === undefined)
      return [this.#row(toggle, ...own), make("div", { class: "slot-line" }, this.#formula), body];
    const line = make("div", { class: "slot-line" }, this.#formula, ...own);
    return [this.#row(toggle, this.#factor.element), line, body];
  }

  #toggle(body: HTMLElement): HTMLElement {
    const { pointer, label, name } = this.place;
    const show = (isOpen: boolean) => {
      toggle.setAttribute("aria-expanded", String(isOpen));
      body.hidden = !isOpen;
      if (isOpen && this.#panel === undefined) this.#fill(body);
    };
    const names = { "aria-controls": body.id, "aria-label": name, text: label };
    const toggle = button({ class: "row-name slot-toggle", ...names }, () => {
      opened.set(pointer, body.hidden);
      show(body.hidden);
    });
    show(opened.get(pointer) ?? this.place.isOpen);
    return toggle;
  }

  #fill(body: HTMLElement): void {
    const { app, pointer, name, level } = this.place;
    const description = descriptionOf(app, this.#value);
    if (description === undefined) return;
    this.#panel = new NodePanel({ app, pointer, name, level: level + 1, description });
    this.#panel.update(this.#value);
    body.replaceChildren(this.#panel.element);
  }
}

/** Makes a button that selects a node. */
export function nodeLink(app: App, text: string, pointer: string): HTMLButtonElement {
  const title = `Select ${text}`;
  return button({ class: "link", text, title, "aria-label": title }, () =>
    app.document.select(pointer),
  );
}
