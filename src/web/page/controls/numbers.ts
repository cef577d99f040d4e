// Controls for one number: a slider with an exact input, or a seed with a die.

import type { Json } from "../contract.js";
import { make, svg } from "../elements.js";
import type { Point } from "../gestures.js";
import {
  numberInput,
  numberOf,
  showNumber,
  smallButton,
  stepByKeys,
  type Control,
  type Target,
} from "./control.js";
import { scaleFor, type Scale } from "./scale.js";

const maxSeed = 4294967295;

export function numberControl(target: Target): Control {
  return target.field.key === "seed" ? seedControl(target) : new NumberControl(target);
}

class NumberControl implements Control {
  readonly element: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #exact: HTMLInputElement;
  #scale: Scale;
  #isScaled = false;

  constructor(private readonly target: Target) {
    const { field, label } = target;
    const { minimum, maximum } = field;
    this.#scale = scaleFor(field, numberOf(field.default as Json)); // until there is a value
    this.#slider = make("input", { type: "range", min: "0", step: "1", "aria-label": label });
    const steps = { minimum, maximum, step: (value: number) => this.#scale.stepAt(value) };
    this.#exact = numberInput(`${label}, exact`, this.#set, steps);
    this.#slider.addEventListener("input", () => this.#set(this.#valueOfSlider));
    // Arrow keys move by values rather than positions, whose steps can be 0 or large.
    const signOf = ([x, y]: Point) => x - y;
    const valueOf = () => this.#exact.valueAsNumber;
    stepByKeys(this.#slider, signOf, valueOf, steps, (value) => {
      this.#set(value);
      this.#showPosition(value);
    });
    this.element = make("span", { class: "control-number" }, this.#slider, this.#exact);
  }

  update(value: Json | undefined): void {
    const { field } = this.target;
    showNumber(this.#exact, value);
    const said = typeof value === "number" ? String(value) : "not set";
    this.#slider.setAttribute("aria-valuetext", said);
    const shown = numberOf(value, field.minimum);
    // The scale is kept while the value is on it.
    const position = this.#scale.positionOf(shown);
    if (!this.#isScaled || position < 0 || position > this.#scale.positions) {
      this.#isScaled = true;
      this.#scale = scaleFor(field, shown);
      this.#slider.max = String(this.#scale.positions);
    }
    if (!this.#slider.matches(":active") || this.#valueOfSlider !== shown)
      this.#showPosition(shown);
  }

  #showPosition(value: number): void {
    this.#slider.value = String(Math.round(this.#scale.positionOf(value)));
  }

  get #valueOfSlider(): number {
    return this.#scale.valueAt(this.#slider.valueAsNumber);
  }

  readonly #set = (value: number): void => {
    showNumber(this.#exact, value);
    this.#slider.setAttribute("aria-valuetext", String(value));
    this.target.set(value);
  };
}

function seedControl(target: Target): Control {
  const exact = numberInput(
    target.label,
    (value) => target.set(Math.round(value)),
    { minimum: 0, maximum: maxSeed, step: () => 1 },
  );
  exact.placeholder = target.field.default === undefined ? "from the recipe" : "";
  const title = `Random seed: ${target.label}`;
  const die = smallButton("", title, () => target.set(Math.floor(Math.random() * (maxSeed + 1))));
  die.append(dieFace());
  return {
    element: make("span", { class: "control-seed" }, exact, die),
    update: (value) => showNumber(exact, value),
  };
}

// Drawn, since many fonts have no characters of dice, or small ones.
function dieFace(): SVGElement {
  const dots = ["6 6", "14 6", "10 10", "6 14", "14 14"].map((place) => {
    const [cx = "", cy = ""] = place.split(" ");
    return svg("circle", { cx, cy, r: "1.6" });
  });
  const edge = svg("rect", { x: "2", y: "2", width: "16", height: "16", rx: "3" });
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", class: "die" }, edge, ...dots);
}
