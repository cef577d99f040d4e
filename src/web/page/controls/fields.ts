// Makes the control of a key from its description.

import { type Json } from "../contract.js";
import { make } from "../shell.js";
import { colorControl, colorsControl, stopsControl } from "./colors.js";
import { set, type Control, type Target } from "./control.js";
import { curveControl } from "./curve.js";
import { listControl, numberControl, rangeControl } from "./numbers.js";

/** Returns a control, or undefined for keys that hold nodes. */
export function controlFor(target: Target): Control | undefined {
  switch (target.field.type) {
    case "integer":
    case "number":
      return numberControl(target);
    case "bool":
      return switchControl(target);
    case "choice":
      return choiceControl(target);
    case "text":
      return textControl(target);
    case "size":
    case "vector":
    case "scale":
    case "list":
      return listControl(target);
    case "by-axis":
      return byAxisControl(target);
    case "pairs":
      return curveControl(target);
    case "stops":
      return stopsControl(target);
    case "color":
      return colorControl(target);
    case "colors":
      return colorsControl(target);
    case "range":
      return rangeControl(target);
    default:
      return undefined;
  }
}

function switchControl(target: Target): Control {
  const input = make("input", { type: "checkbox", "aria-label": target.label });
  input.addEventListener("change", () => set(target, input.checked));
  return { element: input, update: (value) => void (input.checked = value === true) };
}

function choiceControl(target: Target): Control {
  const { field, label } = target;
  const select = make("select", { "aria-label": label });
  for (const value of field.choices ?? [])
    select.append(make("option", { value, text: value, title: field.details?.[value] ?? "" }));
  select.addEventListener("change", () => set(target, select.value));
  return { element: select, update: (value) => void (select.value = String(value)) };
}

function textControl(target: Target): Control {
  const input = make("input", { type: "text", "aria-label": target.label });
  input.addEventListener("change", () => set(target, input.value));
  return {
    element: input,
    update: (value) => {
      if (document.activeElement !== input) input.value = typeof value === "string" ? value : "";
    },
  };
}

// A slider while one number stands for all axes.
function byAxisControl(target: Target): Control {
  const box = make("span", { class: "control-by-axis" });
  const make1 = (value: Json | undefined) => {
    if (Array.isArray(value)) return listControl(target);
    const slider = numberControl({ ...target, value });
    const split = make("button", { type: "button", text: "x y", title: "A number for each axis", "aria-label": "A number for each axis" });
    split.addEventListener("click", () => {
      const single = typeof current === "number" ? current : 1;
      set(target, [single, single]);
    });
    slider.element.append(split);
    return slider;
  };
  let current: Json | undefined;
  let control: Control | undefined;
  return {
    element: box,
    update: (value) => {
      if (control === undefined || Array.isArray(value) !== Array.isArray(current)) {
        control = make1(value);
        box.replaceChildren(control.element);
      }
      current = value;
      control.update(value);
    },
  };
}
