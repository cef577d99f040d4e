// Controls for words: yes or no, one of several, any text.

import type { FieldDescription, Json } from "../contract.js";
import { make, newId, option, select } from "../elements.js";
import { showText, textInput, type Control, type Target } from "./control.js";

/** Up to this many choices stand side by side, if they are short; otherwise they form a list. */
const maxSegments = 4;
const maxSegmentLetters = 26;

export function switchControl(target: Target): Control {
  const input = make("input", { type: "checkbox", "aria-label": target.label });
  input.addEventListener("change", () => target.set(input.checked));
  return { element: input, update: (value) => void (input.checked = value === true) };
}

export function choiceControl(target: Target): Control {
  const { choices = [] } = target.field;
  const areShort = choices.join("").length <= maxSegmentLetters;
  return choices.length <= maxSegments && areShort ? segments(target) : selection(target);
}

// Radio buttons: the browser lets keys move among them.
function segments(target: Target): Control {
  const name = newId("choice");
  const inputs = (target.field.choices ?? []).map((value) => {
    const input = make("input", { type: "radio", name, value });
    input.addEventListener("change", () => target.set(value));
    return input;
  });
  const labels = inputs.map((input) => {
    const title = target.field.details?.[input.value] ?? "";
    return make("label", { class: "segment", title }, input, make("span", { text: input.value }));
  });
  const attributes = { class: "segments", role: "radiogroup", "aria-label": target.label };
  const element = make("span", attributes, ...labels);
  return {
    element,
    update: (value) => {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

function selection(target: Target): Control {
  const element = select({ "aria-label": target.label }, optionsOf(target.field), target.set);
  return { element, update: (value) => void (element.value = String(value)) };
}

export function optionsOf({ choices = [], details }: FieldDescription): HTMLOptionElement[] {
  return choices.map((value) => option(value, value, details?.[value]));
}

/** Whether cobble made the name, for a noise whose recipe does not name its pattern. */
export function isAutomaticPattern(value: Json | undefined): boolean {
  return typeof value === "string" && value.startsWith("/");
}

export function textControl(target: Target): Control {
  const isPattern = target.field.key === "pattern";
  const input = textInput({ "aria-label": target.label }, target.set);
  if (isPattern) input.placeholder = "automatic";
  return {
    element: input,
    update: (value) => {
      const isOwn = typeof value === "string" && !(isPattern && isAutomaticPattern(value));
      showText(input, isOwn ? value : "");
    },
  };
}
