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

/**
 * Makes inputs for a list, again only when their number changes. In: nameOf, names a number;
 * entered, called with all numbers when one changes; missing, completes a number that is not
 * entered, from another so many places before it.
 */
function numberInputs(
  { label, field, set }: Target,
  nameOf: (i: number) => string,
  entered: (values: number[], changed: number) => void = set,
  missing = (other: number, _places: number) => other,
) {
  const { minimum, maximum } = field;
  const step = field.type === "size" ? () => 1 : stepOf;
  const element = make("span", { class: "numbers" });
  let inputs: HTMLInputElement[] = [];
  const values = () => inputs.map((input) => input.valueAsNumber);
  const inputAt = (i: number) =>
    numberInput(
      `${label}, ${nameOf(i)}`,
      (value) => {
        const given = (own: number, k: number) =>
          Number.isFinite(own) ? own : missing(value, k - i);
        entered(values().map(given), i);
      },
      { minimum, maximum, step },
    );
  const show = (shown: readonly (number | undefined)[]) => {
    if (shown.length !== inputs.length) {
      inputs = shown.map((_, i) => inputAt(i));
      element.replaceChildren(...inputs.map((input, i) => axisLabel(nameOf(i), input)));
    }
    inputs.forEach((input, i) => showNumber(input, shown[i]));
  };
  return { element, values, show };
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
  const inputs = numberInputs(target, (i) => names[i] ?? String(i + 1));
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
  const inputs = numberInputs(
    target,
    (i) => namesOf(target)[i] ?? "",
    (values, changed) => {
      const { size, isSphere } = target.app.document.state ?? {};
      const value = values[changed] as number;
      const rows = isSphere ? Math.round((value * size![1]) / (size![changed] as number)) : value;
      target.set(isLinked || isSphere ? [rows, rows] : values); // a sphere's width follows
    },
  );
  const link = smallButton("=", "Keep width and height equal", () => {
    isLinked = !isLinked;
    show();
    const [width = 1] = inputs.values();
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
  const inputs = numberInputs(target, (i) => String(i + 1));
  const add = smallButton("+", `Add a number: ${target.label}`, () => {
    const values = inputs.values();
    target.set([...values.filter(Number.isFinite), values.at(-1) || 1]);
  });
  const less = smallButton("−", `Remove a number: ${target.label}`, () =>
    target.set(inputs.values().slice(0, -1)),
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
  const inputs = numberInputs(
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
