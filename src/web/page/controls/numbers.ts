// Controls for one number: a slider with an exact input, or a seed with a die.

import type { Json } from "../contract.js";
import { make, svg } from "../elements.js";
import {
  numberInput,
  numberOf,
  showNumber,
  smallButton,
  stepByKeys,
  type Control,
  type Target,
} from "./control.js";
import { scaleFor } from "./scale.js";

const maxSeed = 4294967295;

export function numberControl(target: Target): Control {
  return target.field.key === "seed" ? seedControl(target) : sliderControl(target);
}

function sliderControl(target: Target): Control {
  const { field, label } = target;
  const { minimum, maximum } = field;
  let scale = scaleFor(field, numberOf(field.default as Json)); // until there is a value
  let isScaled = false;
  const slider = make("input", { type: "range", min: "0", step: "1", "aria-label": label });
  const valueOfSlider = () => scale.valueAt(slider.valueAsNumber);
  const show = (value: Json | undefined) => {
    showNumber(exact, value);
    slider.ariaValueText = typeof value === "number" ? String(value) : "not set";
    const shown = numberOf(value, minimum);
    // The scale is kept while the value is on it.
    const position = scale.positionOf(shown);
    if (!isScaled || position < 0 || position > scale.positions) {
      isScaled = true;
      scale = scaleFor(field, shown);
      slider.max = String(scale.positions);
    }
    // Several positions can have one value.
    if (valueOfSlider() !== shown) slider.value = String(Math.round(scale.positionOf(shown)));
  };
  const set = (value: number) => {
    show(value);
    target.set(value);
  };
  const steps = { minimum, maximum, step: (value: number) => scale.stepAt(value) };
  const exact = numberInput(`${label}, exact`, set, steps);
  exact.addEventListener("change", () => (isScaled = false)); // what is typed has its own scale
  slider.addEventListener("input", () => set(valueOfSlider()));
  // Arrow keys move by values rather than positions, whose steps can be 0 or large.
  stepByKeys(slider, ([x, y]) => x - y, () => exact.valueAsNumber, steps, set);
  return { element: make("span", { class: "control-number" }, slider, exact), update: show };
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
  const dots = svg("path", { d: "M6 6h0M14 6h0M10 10h0M6 14h0M14 14h0" });
  const edge = svg("rect", { x: "2", y: "2", width: "16", height: "16", rx: "3" });
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", class: "die" }, edge, dots);
}
