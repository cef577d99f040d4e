// Controls for a node: its keys, then its inputs. What stands in the place of an input is a node
// itself, a number, a colour or a link to a named node.

import type { App, FieldDescription, Json, NodeDescription } from "../contract.js";
import { button, make, newId } from "../elements.js";
import { isObject, stepFor, valueAt } from "../json.js";
import { outlineAt, warningsAt } from "../outline.js";
import { colorControl } from "./colors.js";
import { controlFor, smallButton, Target, type Control } from "./control.js";
import { descriptionOf, isFormula, isReference } from "./convert.js";
import { distributionControl } from "./distribution.js";
import { inputsIn, type Input } from "./inputs.js";
import { numberControl } from "./numbers.js";
import { rowsFor } from "./rows.js";
import { kindOf, sourceSelect } from "./source_select.js";

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

export function nodePanel({ app, pointer, name, level, description }: PanelOptions): Control {
  const fields = description.keys;
  const typed = fields.filter(({ types }) => types !== undefined);
  const parts = [
    rowsFor({ app, pointer, name, fields, isNode: true }),
    ...typed.map((field) => distributionControl(app, field, pointer, name)),
  ];
  const box = make("div", { class: "inputs" });
  let shape = "";
  let slots: Slot[] = [];
  const rebuild = (inputs: readonly Input[]) => {
    const nodes = inputs.filter(({ value }) => isObject(value) && !isReference(value));
    const isOpen = level < maxOpenLevel && nodes.length <= maxOpenInputs;
    slots = inputs.map((input, i) => {
      const called = `${name} ${input.label || i + 1}`;
      return new Slot({ ...input, app, name: called, isOpen, level });
    });
    box.replaceChildren(...slots.map(({ element }) => element));
  };
  return {
    element: make("div", { class: "node-panel" }, ...parts.map(({ element }) => element), box),
    update: (value) => {
      if (!isObject(value)) return;
      for (const part of parts) part.update(value);
      const inputs = inputsIn(description, pointer, value);
      const places = inputs.map(({ pointer, sign, factor }) => [pointer, sign, factor]);
      if (JSON.stringify(places) !== shape) rebuild(inputs);
      shape = JSON.stringify(places);
      inputs.forEach(({ value: own, factor }, i) =>
        slots[i]?.update(own, factor && valueAt(value, factor.slice(pointer.length))),
      );
    },
  };
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

/** Controls for what stands in one place. */
export class Slot implements Control {
  readonly element = make("div", { class: "slot" });
  readonly #source: Control;
  readonly #factor: Control | undefined;
  readonly #warning = make("span", { class: "row-reason warning" });
  readonly #formula = make("span", { class: "slot-formula" });
  #kind = "";
  /** The control of a value, or those of a node once they are unfolded. */
  #content: Control | undefined;
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

  /** In: factor, the number that multiplies the node. */
  update(value: Json | undefined, factor?: Json): void {
    if (value === undefined) return;
    this.#value = value;
    const { app, pointer } = this.place;
    const isNode = isObject(value) && !isReference(value);
    if (kindOf(app, value) !== this.#kind) this.#rebuild(value, isNode);
    this.#source.update(value);
    this.#content?.update(value);
    this.#factor?.update(factor);
    this.#warning.textContent = warningsAt(app.document.state, pointer, isNode);
    const { formula = "" } = outlineAt(app.document.state, pointer) ?? {};
    this.#formula.textContent = this.#formula.title = formula;
  }

  #rebuild(value: Json, isNode: boolean): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#kind = kindOf(this.place.app, value);
    this.#content = undefined;
    this.#source.element.classList.toggle("narrow", !isNode);
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
    const lead = make("span", { class: "row-name slot-name", text: label });
    if (isReference(value)) {
      const link = nodeLink(app, value.ref, `/nodes/${stepFor(value.ref)}`);
      if (this.#factor === undefined) return this.#row(lead, link, this.#source.element);
      lead.append(" ", link);
      return this.#row(lead, this.#factor.element, this.#source.element);
    }
    const isNumber = typeof value === "number" || isFormula(app, value);
    const usual = pointer.startsWith("/maps/") && level === 0 ? mapField : numberField;
    const ownField = { ...usual, ...(useful && { useful }) };
    const target = new Target(app, isNumber ? ownField : colorField, pointer, name);
    this.#content = controlFor(target, isNumber ? numberControl : colorControl);
    return this.#row(lead, this.#content.element, this.#source.element);
  }

  // A node has a row, which unfolds its controls.
  #nodeRows(): HTMLElement[] {
    const { app, pointer, name } = this.place;
    const body = make("div", { class: "slot-body", id: newId("slot") });
    const toggle = this.#toggle(body);
    const select = smallButton("Select", `Select ${name}`, () => app.document.select(pointer));
    const own = [this.#source.element, select];
    const line = make("div", { class: "slot-line" }, this.#formula);
    if (this.#factor === undefined) return [this.#row(toggle, ...own), line, body];
    line.append(...own);
    return [this.#row(toggle, this.#factor.element), line, body];
  }

  #toggle(body: HTMLElement): HTMLElement {
    const { pointer, label, name } = this.place;
    const show = (isOpen: boolean) => {
      toggle.setAttribute("aria-expanded", String(isOpen));
      body.hidden = !isOpen;
      if (isOpen && this.#content === undefined) this.#fill(body);
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
    this.#content = nodePanel({ app, pointer, name, level: level + 1, description });
    this.#content.update(this.#value);
    body.replaceChildren(this.#content.element);
  }
}

/** Makes a button that selects a node. */
export function nodeLink(app: App, text: string, pointer: string): HTMLButtonElement {
  const title = `Select ${text}`;
  return button({ class: "link", text, title, "aria-label": title }, () =>
    app.document.select(pointer),
  );
}
