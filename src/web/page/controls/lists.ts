// Controls for several numbers: along axes, in lists, as limits of a range.

import type { Json } from "../contract.js";
import { make, option, select } from "../elements.js";
import { clamp } from "../math.js";
import { rangeAt } from "../outline.js";
import { optionsOf } from "./choices.js";
import {
  axisLabel,
  numberInput,
  numberOf,
  showNumber,
  smallButton,
  stepOf,
  type Control,
  type Target,
} from "./control.js";
import { numberControl } from "./numbers.js";

function numbersIn(value: Json | undefined): number[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => numberOf(each));
}

/** Inputs for a list, made again only when their number changes. */
class Inputs {
  readonly element = make("span", { class: "numbers" });
  #inputs: HTMLInputElement[] = [];

  /** In: nameOf, names a number; entered, called with all numbers when one changes. */
  constructor(
    private readonly target: Target,
    private readonly nameOf: (i: number) => string,
    private readonly entered = (values: number[], _changed: number) => target.set(values),
    /** Completes a number that is not entered, from another so many places before it. */
    private readonly missing = (other: number, _places: number) => other,
  ) {}

  get values(): number[] {
    return this.#inputs.map((input) => input.valueAsNumber);
  }

  show(values: readonly (number | undefined)[]): void {
    if (values.length !== this.#inputs.length) this.#rebuild(values.length);
    values.forEach((value, i) => showNumber(this.#inputs[i] as HTMLInputElement, value));
  }

  #rebuild(count: number): void {
    const { label, field } = this.target;
    const { minimum, maximum } = field;
    const step = field.type === "size" ? () => 1 : stepOf;
    this.#inputs = Array.from({ length: count }, (_, i) =>
      numberInput(
        `${label}, ${this.nameOf(i)}`,
        (value) => {
          const given = (each: number, k: number) =>
            Number.isFinite(each) ? each : this.missing(value, k - i);
          this.entered(this.values.map(given), i);
        },
        { minimum, maximum, step },
      ),
    );
    const labelled = this.#inputs.map((input, i) => axisLabel(this.nameOf(i), input));
    this.element.replaceChildren(...labelled);
  }
}

/** Returns the names of a key's numbers. */
function namesOf({ field }: Target): string[] {
  if (field.type === "size") return ["w", "h"];
  if (field.count === 2 && /^range\b/.test(field.help)) return ["low", "high"];
  return ["x", "y", "z"];
}

/** Numbers along axes, all of which are required. */
export function vectorControl(target: Target): Control {
  const names = namesOf(target);
  const inputs = new Inputs(target, (i) => names[i] ?? String(i + 1));
  const { count = 2, minimum_count: minimum = count } = target.field;
  const none = Array.from({ length: minimum }, () => undefined);
  return {
    element: make("span", { class: "control-list" }, inputs.element),
    update: (value) => inputs.show(value === undefined ? none : numbersIn(value)),
  };
}

/** Width and height, which can be kept equal. */
export function sizeControl(target: Target): Control {
  let isLinked: boolean | undefined;
  const inputs = new Inputs(
    target,
    (i) => namesOf(target)[i] ?? "",
    (values, changed) => {
      const value = values[changed] as number;
      target.set(isLinked ? [value, value] : values);
    },
  );
  const link = smallButton("=", "Keep width and height equal", () => {
    isLinked = !isLinked;
    show();
    const [width = 1] = inputs.values;
    if (isLinked) target.set([width, width]);
  });
  const show = () => link.setAttribute("aria-pressed", String(isLinked));
  return {
    element: make("span", { class: "control-list" }, inputs.element, link),
    update: (value) => {
      const [width, height] = numbersIn(value);
      isLinked = width === height && (isLinked ?? true);
      inputs.show([width, height]);
      show();
    },
  };
}

/** One number with a slider for all axes, or a number for each axis. */
export function axesControl(target: Target): Control {
  const { field, label } = target;
  const { count = 2, minimum_count: minimum = count } = field;
  const [one, each] = [numberControl(target), vectorControl(target)];
  const isByAxis = field.type === "by-axis"; // else the value is always a list
  let isSplit = false;
  let values: number[] = [];
  const toggle = smallButton("", "", () => {
    const [first = 1] = values;
    const usual = isByAxis ? minimum : count;
    const dimensions = clamp(numberOf(target.values["dimensions"], usual), minimum, count);
    isSplit = !isSplit;
    values = Array.from({ length: dimensions }, () => first);
    if (!isSplit) target.set(first);
    else if (isByAxis) target.set(values);
    show();
  });
  const show = () => {
    const title = isSplit ? "Use one value for all axes" : "Use a value for each axis";
    toggle.textContent = isSplit ? "=" : "≠";
    toggle.title = toggle.ariaLabel = `${title}: ${label}`;
    one.element.hidden = isSplit;
    each.element.hidden = !isSplit;
    if (isSplit) each.update(values);
    else one.update(values[0]);
  };
  return {
    element: make("span", { class: "control-axes" }, one.element, each.element, toggle),
    update: (value) => {
      values = numbersIn(value);
      const areEqual = values.every((number) => number === values[0]);
      isSplit = isByAxis ? Array.isArray(value) : !areEqual || isSplit;
      show();
    },
  };
}

/** A list of any length. */
export function listControl(target: Target): Control {
  const inputs = new Inputs(target, (i) => String(i + 1));
  const add = smallButton("+", `Add a number: ${target.label}`, () => {
    const { values } = inputs;
    target.set([...values.filter(Number.isFinite), values.at(-1) || 1]);
  });
  const less = smallButton("−", `Remove a number: ${target.label}`, () =>
    target.set(inputs.values.slice(0, -1)),
  );
  return {
    element: make("span", { class: "control-list" }, inputs.element, add, less),
    update: (value) => {
      const all = numbersIn(value);
      inputs.show(all.length === 0 ? [undefined] : all);
      add.disabled = all.length >= (target.field.count ?? Infinity);
      less.disabled = all.length < 2;
    },
  };
}

const ownRange = "two numbers";

/** A word, such as "fit", or two numbers. */
export function rangeControl(target: Target): Control {
  const { field, label, pointer, app } = target;
  const { choices = [] } = field;
  // The recipe's range starts with the bounds of its noise.
  const initial = () => (pointer === "/range" ? rangeAt(app.document.state, "/noise") : [0, 1]);
  const options = [...optionsOf(field), option(ownRange)];
  const choice = select({ "aria-label": label }, options, (value) =>
    target.set(value === ownRange ? initial() : value),
  );
  const inputs = new Inputs(
    target,
    (i) => ["low", "high"][i] ?? "",
    undefined,
    (other, places) => other + places,
  );
  const parts = choices.length > 0 ? [choice, inputs.element] : [inputs.element];
  return {
    element: make("span", { class: "control-list" }, ...parts),
    update: (value) => {
      const isList = Array.isArray(value);
      choice.value = isList ? ownRange : String(value ?? "");
      inputs.element.hidden = !isList && choices.length > 0;
      inputs.show(isList ? numbersIn(value) : [undefined, undefined]);
    },
  };
}
