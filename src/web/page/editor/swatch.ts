// A swatch before a colour's text, which opens the browser's colour picker.

import { WidgetType, type EditorView } from "@codemirror/view";
import { make } from "../elements.js";
import { byControl } from "./steps.js";

export class Swatch extends WidgetType {
  constructor(private readonly text: string, private readonly digits: string) {
    super();
  }

  override eq(other: Swatch): boolean {
    return other.text === this.text;
  }

  override toDOM(view: EditorView): HTMLElement {
    // Tab leaves the editor; Alt-Enter at a colour opens its picker.
    const input = make("input", { type: "color", class: "swatch", tabindex: "-1" });
    this.#show(input);
    input.addEventListener("input", () => replace(view, input));
    input.addEventListener("change", () => view.focus());
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") view.focus();
    });
    return input;
  }

  // Keeps the input, or its picker would close.
  override updateDOM(input: HTMLElement): boolean {
    this.#show(input as HTMLInputElement);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #show(input: HTMLInputElement): void {
    input.dataset["text"] = this.text;
    if (input.value !== this.digits) input.value = this.digits;
    input.setAttribute("aria-label", `Colour ${this.text}: choose another`);
    input.title = "Choose another colour";
  }
}

function replace(view: EditorView, input: HTMLInputElement): void {
  const from = view.posAtDOM(input);
  const to = from + (input.dataset["text"] ?? "").length;
  if (view.state.sliceDoc(from, to) === input.value) return;
  view.dispatch({ changes: { from, to, insert: input.value }, annotations: byControl.of(true) });
}

/** Opens the picker of the colour that begins at a position. */
export function openPicker(view: EditorView, from: number): boolean {
  for (const input of view.contentDOM.querySelectorAll<HTMLInputElement>("input.swatch")) {
    if (view.posAtDOM(input) !== from) continue;
    input.focus();
    try {
      input.showPicker();
    } catch {
      input.click(); // some browsers need a recent key or click to show it
    }
    return true;
  }
  return false;
}
