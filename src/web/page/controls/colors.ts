// Controls for one colour, and for a list of colours.

import type { Json } from "../contract.js";
import { make } from "../elements.js";
import { hexOf, hexOfText, type Names } from "../hex.js";
import { srgbByte } from "../view/srgb.js";
import {
  numberOf,
  showText,
  smallButton,
  textInput,
  valueOfText,
  type Control,
  type Target,
} from "./control.js";
import { pictureButton } from "./picture_colors.js";

/** Returns "#rrggbb" for a recipe's colour: a text, linear numbers, or a grey. */
export function cssColor(value: Json | undefined, names: Names): string {
  if (typeof value === "string") return hexOfText(value, names) ?? "#808080";
  const channels = Array.isArray(value) ? value : [value, value, value];
  return hexOf(channels.map((each) => srgbByte(numberOf(each))));
}

// Returns the id of the list of names, which all text inputs of colours offer.
function nameList(names: Names): string {
  const id = "color-names";
  if (document.getElementById(id) === null) {
    const options = Object.keys(names).map((name) => make("option", { value: name }));
    document.body.append(make("datalist", { id }, ...options));
  }
  return id;
}

/** A picker and a text, which can also be a name or linear numbers. */
export function colorInputs(label: string, names: Names, changed: (value: Json) => void): Control {
  const picker = make("input", { type: "color", "aria-label": label });
  const attributes = { class: "color-text", list: nameList(names) };
  const text = textInput({ "aria-label": `${label}, as text`, ...attributes }, (typed) =>
    changed(valueOfText(typed)),
  );
  picker.addEventListener("input", () => {
    showText(text, picker.value);
    changed(picker.value);
  });
  return {
    element: make("span", { class: "control-color" }, picker, text),
    update: (value) => {
      const isList = Array.isArray(value); // long: the nearest colour stands for it
      const own = typeof value === "string" ? value : JSON.stringify(value ?? "");
      picker.value = cssColor(value, names);
      text.title = isList ? own.replaceAll(",", ", ") : "";
      showText(text, isList ? picker.value : own);
    },
  };
}

export function colorControl({ app, label, set }: Target): Control {
  return colorInputs(label, app.description.colors, set);
}

export function colorsControl(target: Target): Control {
  const list = make("span", { class: "color-list" });
  const names = target.app.description.colors;
  let colors: Json[] = [];
  let items: Control[] = [];
  const add = smallButton("+", `Add a colour: ${target.label}`, () =>
    target.set([...colors, colors.at(-1) ?? "#808080"]),
  );
  const fromPicture = pictureButton(
    target,
    () => colors.length,
    (found) => target.set(found.map(({ color }) => color)),
  );
  const itemAt = (i: number) => {
    const label = `${target.label}, ${i + 1}`;
    const item = colorInputs(label, names, (value) => target.set(colors.with(i, value)));
    const remove = smallButton("×", `Remove ${label}`, () => {
      if (colors.length > 1) target.set(colors.toSpliced(i, 1));
      add.disabled = false;
      add.focus(); // this button disappears
    });
    item.element.append(remove);
    return item;
  };
  return {
    element: make("span", { class: "control-colors" }, list, add, fromPicture),
    update: (value) => {
      colors = Array.isArray(value) ? value : [];
      if (colors.length !== items.length) {
        items = colors.map((_, i) => itemAt(i));
        list.replaceChildren(...items.map(({ element }) => element));
      }
      colors.forEach((color, i) => items[i]?.update(color));
      add.disabled = colors.length >= (target.field.count ?? Infinity);
    },
  };
}
