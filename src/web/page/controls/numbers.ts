// Controls of numbers: a slider with an exact input; lists of numbers, one for each axis.

import type { Json } from "../contract.js";
import { make } from "../shell.js";
import { numberInput, numberOf, set, showNumber, type Control, type Target } from "./control.js";
import { scaleFor, type Scale } from "./scale.js";

const sliderSteps = 1000;
const maxSeed = 4294967295;

export function numberControl(target: Target): Control {
  const { field, label } = target;
  if (field.key === "seed") return seedControl(target);
  let scale: Scale = scaleFor(field, numberOf(target.value, numberOf(field.default as Json)));
  const slider = make("input", {
    type: "range",
    min: "0",
    max: String(sliderSteps),
    step: "1",
    "aria-label": label,
  });
  const exact = numberInput(`${label}, exact`, (value) => set(target, value));
  const valueOfSlider = () => scale.valueAt(slider.valueAsNumber / sliderSteps);
  slider.addEventListener("input", () => {
    const value = valueOfSlider();
    showNumber(exact, value);
    slider.setAttribute("aria-valuetext", String(value));
    set(target, value, true);
  });
  slider.addEventListener("change", () => set(target, valueOfSlider()));
  return {
    element: make("span", { class: "control-number" }, slider, exact),
    update: (value) => {
      const number = numberOf(value, numberOf(field.default as Json));
      showNumber(exact, number);
      slider.setAttribute("aria-valuetext", String(number));
      if (document.activeElement === slider && valueOfSlider() === number) return;
      const position = scale.positionOf(number);
      if (position < 0 || position > 1) scale = scaleFor(field, number);
      slider.value = String(Math.round(scale.positionOf(number) * sliderSteps));
    },
  };
}

function seedControl(target: Target): Control {
  const exact = numberInput(target.label, (value) => set(target, Math.round(value)));
  const die = make("button", { type: "button", text: "⚄", title: "Another seed", "aria-label": "Another seed" });
  die.addEventListener("click", () => set(target, Math.floor(Math.random() * (maxSeed + 1))));
  return {
    element: make("span", { class: "control-seed" }, exact, die),
    update: (value) => {
      if (typeof value === "number") showNumber(exact, value);
      else exact.value = ""; // follows the recipe's seed
    },
  };
}

const axes = ["x", "y", "z"];

/** Vectors, scales, sizes and lists: an input for each number. */
export function listControl(target: Target): Control {
  const { field, label } = target;
  const box = make("span", { class: "control-list" });
  let inputs: HTMLInputElement[] = [];
  let isSingle = false;
  const send = () => {
    const values = inputs.map((input) => input.valueAsNumber);
    if (values.some((value) => !Number.isFinite(value))) return;
    set(target, isSingle ? (values[0] as number) : values);
  };
  const nameOf = (i: number) => (field.type === "size" ? ["width", "height"][i] : axes[i]) ?? String(i + 1);
  const rebuild = (count: number) => {
    inputs = Array.from({ length: count }, (_, i) => numberInput(count === 1 ? label : `${label}, ${nameOf(i)}`, send));
    box.replaceChildren(...inputs);
    if (field.type === "by-axis") box.append(linkButton(target, () => values()));
    if (field.type === "list") box.append(...lengthButtons(target, () => values()));
  };
  const values = () => inputs.map((input) => input.valueAsNumber);
  return {
    element: box,
    update: (value) => {
      const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
      isSingle = !Array.isArray(value);
      if (list.length !== inputs.length || box.childElementCount === 0) rebuild(Math.max(list.length, 1));
      list.forEach((number, i) => showNumber(inputs[i] as HTMLInputElement, numberOf(number)));
    },
  };
}

// One number for all axes, or one each.
function linkButton(target: Target, values: () => number[]): HTMLButtonElement {
  const isLinked = values().length < 2;
  const title = isLinked ? "A number for each axis" : "One number for all axes";
  const button = make("button", { type: "button", text: isLinked ? "+" : "=", title, "aria-label": title });
  button.addEventListener("click", () => {
    const [first = 1] = values();
    set(target, isLinked ? [first, first] : first);
  });
  return button;
}

function lengthButtons(target: Target, values: () => number[]): HTMLButtonElement[] {
  const make2 = (text: string, title: string, run: () => void) => {
    const button = make("button", { type: "button", text, title, "aria-label": title });
    button.addEventListener("click", run);
    return button;
  };
  return [
    make2("+", "One number more", () => set(target, [...values(), values().at(-1) ?? 1])),
    make2("−", "One number less", () => {
      if (values().length > 1) set(target, values().slice(0, -1));
    }),
  ];
}

/** "fit", "natural" and so on, or two numbers. */
export function rangeControl(target: Target): Control {
  const { field, label } = target;
  const own = "two numbers";
  const choice = make("select", { "aria-label": label });
  for (const value of [...(field.choices ?? []), own]) choice.append(make("option", { value, text: value }));
  const send = () => set(target, [low.valueAsNumber, high.valueAsNumber]);
  const low = numberInput(`${label}, low`, send);
  const high = numberInput(`${label}, high`, send);
  choice.addEventListener("change", () => {
    if (choice.value !== own) set(target, choice.value);
    else set(target, [0, 1]);
  });
  const isChoice = (field.choices ?? []).length > 0;
  return {
    element: make("span", { class: "control-list" }, ...(isChoice ? [choice] : []), low, high),
    update: (value) => {
      const isList = Array.isArray(value);
      choice.value = isList ? own : String(value ?? "");
      low.hidden = high.hidden = !isList;
      if (!isList) return;
      showNumber(low, numberOf(value[0]));
      showNumber(high, numberOf(value[1]));
    },
  };
}
