// Controls for a node: its keys, then its inputs, which can be nodes themselves.

import type { FieldDescription, Json, JsonObject } from "../contract.js";
import { make } from "../elements.js";
import { isObject } from "../json.js";
import { valueAt } from "../pointer.js";
import { DistributionPart } from "./distribution.js";
import { operandsOf, type Operand } from "./operands.js";
import { rowsFor, type Part } from "./rows.js";
import { Slot, type PanelOptions } from "./slot.js";

/** If more inputs are nodes, they are folded. */
const maxOpenInputs = 2;
const maxOpenLevel = 2;

export class NodePanel implements Part {
  readonly element: HTMLElement;
  readonly #rows: Part;
  readonly #distributions: { key: string; part: DistributionPart }[];
  readonly #inputs = make("div", { class: "inputs" });
  #shape = "";
  #slots: { operand: Operand; slot: Slot }[] = [];

  constructor(private readonly options: PanelOptions) {
    const { app, pointer, name, description } = options;
    const fields = description.keys;
    this.#rows = rowsFor({ app, pointer, name, fields, isNode: true });
    this.#distributions = fields
      .filter(({ types }) => types !== undefined)
      .map((field) => ({ key: field.key, part: new DistributionPart(app, field, pointer, name) }));
    this.element = make(
      "div",
      { class: "node-panel" },
      this.#rows.element,
      ...this.#distributions.map(({ part }) => part.element),
      this.#inputs,
    );
  }

  update(value: Json | undefined): void {
    if (!isObject(value)) return;
    this.#rows.update(value);
    for (const { key, part } of this.#distributions) part.update(value[key]);
    const inputs = this.#inputsOf(value);
    const shape = JSON.stringify(
      inputs.map(({ operand: { pointer, sign, factor } }) => [pointer, sign, factor]),
    );
    if (shape !== this.#shape) this.#rebuild(inputs);
    this.#shape = shape;
    inputs.forEach(({ operand, factor }, i) => {
      const slot = this.#slots[i]?.slot;
      slot?.update(operand.value);
      slot?.updateFactor(factor);
    });
  }

  #rebuild(inputs: readonly Input[]): void {
    const { app, name, level } = this.options;
    const nodes = inputs.filter(
      ({ operand }) => isObject(operand.value) && operand.value["ref"] === undefined,
    );
    const isOpen = level < maxOpenLevel && nodes.length <= maxOpenInputs;
    this.#slots = inputs.map(({ operand, label, help, accepts }, i) => {
      const { pointer, factor } = operand;
      const called = `${name} ${label || i + 1}`;
      const place = { app, pointer, label, name: called, help, accepts, factor, isOpen, level };
      return { operand, slot: new Slot(place, (inner) => new NodePanel(inner)) };
    });
    this.#inputs.replaceChildren(...this.#slots.map(({ slot }) => slot.element));
  }

  #inputsOf(value: JsonObject): Input[] {
    const { pointer, description } = this.options;
    const operands = operandsOf(value, pointer);
    if (operands !== undefined)
      return operands.map((operand) => {
        const isFirst = operand.pointer === operands[0]?.pointer;
        const sign = isFirst && (operand.sign === "+" || operand.sign === "×") ? "" : operand.sign;
        const label = typeof operand.value === "number" ? `${sign} number`.trim() : sign;
        return {
          operand,
          label,
          help: description.summary,
          accepts: "number",
          factor: operand.factor && valueAt(value, operand.factor.slice(pointer.length)),
        };
      });
    return description.keys.flatMap((field) => inputsAt(field, pointer, value));
  }
}

interface Input {
  operand: Operand;
  label: string;
  help: string;
  accepts: string;
  factor?: Json | undefined;
}

// The inputs of a key, which takes one or several along axes.
function inputsAt(field: FieldDescription, pointer: string, value: JsonObject): Input[] {
  const { key, type, help, accepts = "any" } = field;
  const own = value[key];
  if (own === undefined || (type !== "input" && type !== "inputs")) return [];
  const input = (at: string, label: string, each: Json): Input => ({
    operand: { pointer: `${pointer}/${at}`, sign: label, value: each },
    label,
    help,
    accepts,
  });
  if (type === "input" || !Array.isArray(own)) return [input(key, key, own)];
  return own.map((each, i) => input(`${key}/${i}`, `${key} ${["x", "y", "z"][i] ?? i + 1}`, each));
}
