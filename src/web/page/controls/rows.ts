// Rows of controls, one for each key of a node or of an object of the recipe.

import type { App, Edit, FieldDescription, Json, JsonObject } from "../contract.js";
import { button, make, newId, terms } from "../elements.js";
import { conditionText } from "../fields.js";
import { isSame, stepFor } from "../json.js";
import { warningsAt } from "../outline.js";
import { isAutomaticPattern } from "./choices.js";
import { controlFor, smallButton, Target, type Control } from "./control.js";
import { changedNode, isEffective } from "./convert.js";
import { makers } from "./fields.js";

/** An object whose keys have rows. */
interface Owner {
  app: App;
  /** The JSON pointer to it. */
  pointer: string;
  /** For screen readers. */
  name: string;
  fields: readonly FieldDescription[];
  /** Whether its keys can need or exclude each other. */
  isNode?: boolean;
  /** Whether the keys are knobs: objects with a value, whose help is always shown. */
  areKnobs?: boolean;
}

/** Makes rows for the keys that have a control of their own. */
export function rowsFor(owner: Owner): Control {
  const rows = owner.fields.flatMap((field) => {
    const maker = makers[field.type];
    return maker === undefined ? [] : [new Row(owner, field, maker)];
  });
  return {
    element: make("div", { class: "rows" }, ...rows.map(({ element }) => element)),
    update: (value) => {
      for (const row of rows) row.update((value ?? {}) as JsonObject);
    },
  };
}

/** What resets a key: not an input in which a text is selected. */
const doubleClicked = "[type=range], [type=color], .knob-name, .knob-name *";

/** A row, disabled while its key has no effect. */
class Row {
  readonly element: HTMLElement;
  readonly #target: Target;
  readonly #control: Control;
  readonly #reset: HTMLButtonElement;
  readonly #box: HTMLFieldSetElement;
  readonly #reason = make("span", { class: "row-reason" });
  readonly #initial: Json | undefined;

  constructor(
    private readonly owner: Owner,
    private readonly field: FieldDescription,
    maker: (target: Target) => Control,
  ) {
    const { key } = field;
    this.#initial = field.default as Json | undefined;
    const label = `${owner.name} ${key}`;
    const path = `${owner.pointer}/${stepFor(key)}${owner.areKnobs ? "/value" : ""}`;
    this.#target = new Target(owner.app, field, path, label, (value) => this.#editsFor(value));
    this.#control = controlFor(this.#target, maker);
    this.#reset = smallButton("↺", `Reset ${label}`, () => this.#resetKey());
    this.#reset.classList.add("reset");
    if (this.#initial !== undefined)
      this.#reset.title = `Default: ${JSON.stringify(this.#initial)}`;
    this.#box = make("fieldset", { class: "row-control" }, this.#control.element, this.#reset);
    const id = newId("help");
    const help = make("div", { id, class: "row-help", hidden: "" }, ...helpOf(field));
    const names = { "aria-label": key, "aria-describedby": id, "data-key": path };
    const lead = owner.areKnobs ? knobName(field) : nameButton(field, help);
    const parts = [lead, this.#box, this.#reason, help];
    this.element = make("div", { class: "row", role: "group", ...names }, ...parts);
    this.element.addEventListener("dblclick", ({ target }) => {
      if (target instanceof Element && target.matches(doubleClicked)) this.#reset.click();
    });
  }

  update(values: JsonObject): void {
    const { field, owner } = this;
    const value = values[field.key];
    this.#target.values = values;
    const isDefault = isUnset(field, value) || isSame(value, this.#initial);
    this.#reset.disabled = isDefault || (this.#initial === undefined && field.required === true);
    this.element.classList.toggle("is-default", isDefault);
    const isActive = isEffective(field, owner.fields, values);
    this.#box.disabled = !isActive;
    this.element.classList.toggle("no-effect", !isActive);
    // A key without effect has a warning, too, if it is set.
    const at = `${owner.pointer}/${stepFor(field.key)}`;
    const warnings = isActive ? warningsAt(owner.app.document.state, at) : "";
    const { effective_if: condition } = field;
    this.#reason.textContent =
      isActive || condition === undefined ? warnings : `only if ${conditionText(condition)}`;
    this.#reason.classList.toggle("warning", warnings !== "");
    this.#control.update(value ?? this.#initial);
  }

  // Replaces the whole node if other keys must change, too.
  #editsFor(value: Json): Edit[] {
    const { owner, field } = this;
    const { pointer: path, values } = this.#target;
    const whole = owner.isNode ? changedNode(owner.fields, values, field, value) : undefined;
    if (whole !== undefined) return [{ path: owner.pointer, value: whole, replaces: true }];
    // Another surface has another shape.
    const rows = owner.app.document.state?.size[1] ?? 0;
    const size = { path: "/size", value: [rows, rows] };
    return [{ path, value }, ...(field.key === "surface" ? [size] : [])];
  }

  #resetKey(): void {
    const replaces = this.#initial === undefined;
    const edit = { path: this.#target.pointer, value: this.#initial ?? null, replaces };
    this.owner.app.document.edit([edit]);
  }
}

function isUnset(field: FieldDescription, value: Json | undefined): boolean {
  return value === undefined || (field.key === "pattern" && isAutomaticPattern(value));
}

function helpOf(field: FieldDescription): HTMLElement[] {
  const help = make("p", { text: field.help });
  const rule = make("p", { class: "row-rule", text: field.value });
  if (field.details === undefined) return [help, rule];
  return [help, rule, make("dl", {}, ...terms(Object.entries(field.details)))];
}

function knobName({ key, help }: FieldDescription): HTMLElement {
  return make("span", { class: "knob-name", title: help }, key, make("small", { text: help }));
}

// A key's name, which unfolds its help.
function nameButton({ key, help: text }: FieldDescription, help: HTMLElement): HTMLElement {
  const state = { "aria-expanded": "false", "aria-controls": help.id };
  const name = button({ class: "row-name", text: key, title: text, ...state }, () => {
    help.hidden = !help.hidden;
    name.setAttribute("aria-expanded", String(!help.hidden));
  });
  return name;
}
