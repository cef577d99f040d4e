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
export class ColorInputs implements Control {
  readonly element: HTMLElement;
  readonly #picker: HTMLInputElement;
  readonly #text: HTMLInputElement;

  constructor(
    label: string,
    private readonly names: Names,
    changed: (value: Json) => void,
  ) {
    this.#picker = make("input", { type: "color", "aria-label": label });
    const attributes = {
      "aria-label": `${label}, as text`,
      class: "color-text",
      list: nameList(names),
    };
    this.#text = textInput(attributes, (text) => changed(valueOfText(text)));
    this.#picker.addEventListener("input", () => {
      showText(this.#text, this.#picker.value);
      changed(this.#picker.value);
    });
    this.element = make("span", { class: "control-color" }, this.#picker, this.#text);
  }

  update(value: Json | undefined): void {
    const color = cssColor(value, this.names);
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    const isList = Array.isArray(value); // long: the nearest colour stands for it
    this.#picker.value = color;
    this.#text.title = isList ? text.replaceAll(",", ", ") : "";
    showText(this.#text, isList ? color : text);
  }
}

export function colorControl({ app, label, set }: Target): Control {
  return new ColorInputs(label, app.description.colors, set);
}

export function colorsControl(target: Target): Control {
  const list = make("span", { class: "color-list" });
  const names = target.app.description.colors;
  let colors: Json[] = [];
  let items: ColorInputs[] = [];
  const add = smallButton("+", `Add a colour: ${target.label}`, () =>
    target.set([...colors, colors.at(-1) ?? "#808080"]),
  );
  const itemAt = (i: number) => {
    const label = `${target.label}, ${i + 1}`;
    const item = new ColorInputs(label, names, (value) =>
      target.set(colors.with(i, value)),
    );
    const remove = smallButton("×", `Remove ${label}`, () => {
      if (colors.length > 1) target.set(colors.toSpliced(i, 1));
      add.focus(); // this button disappears
    });
    item.element.append(remove);
    return item;
  };
  return {
    element: make("span", { class: "control-colors" }, list, add),
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
