// What to export: the size, and which maps in which format, or an engine's set.

import type { App, Edit, View } from "../contract.js";
import { make, option, select } from "../elements.js";
import { mapTitle, offeredMaps } from "../view/maps.js";
import { mapOutput, setFiles, sizeFor, type Engine, type Output } from "./outputs.js";

const single = "single";
const maxSide = 65536;

export class ExportForm {
  readonly element: HTMLElement;
  readonly #engine: HTMLSelectElement;
  readonly #format: HTMLSelectElement;
  readonly #bits = select({ "aria-label": "Bits per channel" }, [], () => {});
  readonly #sides = ["Width", "Height"].map((label) => {
    const limits = { min: "1", max: String(maxSide), required: "", "aria-label": label };
    return make("input", { type: "number", ...limits });
  });
  readonly #maps = make("fieldset", { class: "export-maps" }, make("legend", { text: "Maps" }));
  readonly #note = make("p", { class: "export-note" });
  #shown = "";

  constructor(private readonly app: App, private readonly view: View) {
    const { engines, formats } = app.description;
    const sets = engines.map(({ name, summary }) => option(name, name, summary));
    const own = option(single, "single maps");
    this.#engine = select({ "aria-label": "Set" }, [own, ...sets], () => this.#choose());
    const names = formats.map(({ name, summary }) => option(name, name, summary));
    this.#format = select({ "aria-label": "Format" }, names, () => this.#offerBits());
    this.#offerBits();
    this.element = make(
      "div",
      { class: "export-form" },
      row("Set", this.#engine),
      row("Size", ...this.#sides),
      row("Format", this.#format, this.#bits),
      this.#maps,
      this.#note,
    );
    this.#choose();
    app.document.on("name", () => this.#showNote());
  }

  /** Begins with the map that is shown. */
  update(): void {
    const { state } = this.app.document;
    if (state === undefined) return;
    const { maps } = offeredMaps(state);
    const own = this.view.map.startsWith("@") ? [this.view.map] : [];
    const first = [...maps, ...own].includes(this.view.map) ? this.view.map : "height";
    const shown = JSON.stringify([this.app.document.name, maps, first, state.size]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#setSize(state.size);
    this.#sides[0]!.hidden = state.isSphere;
    const boxes = [...maps, ...own].map((map) => {
      const box = make("input", { type: "checkbox", value: map });
      box.checked = map === first;
      return make("label", {}, box, mapTitle(map));
    });
    this.#maps.replaceChildren(make("legend", { text: "Maps" }), ...boxes);
    this.#choose();
  }

  /** The change of the size, if any. For a set, it is given: the engine may have another one. */
  get edits(): Edit[] {
    const [width = 0, height = 0] = this.#sides.map(({ valueAsNumber }) => valueAsNumber);
    if (this.#sides.some((side) => !side.checkValidity()))
      throw new Error(`Width and height must be whole numbers of pixels, from 1 to ${maxSide}.`);
    const { size, isSphere } = this.app.document.state ?? {};
    const isOwn = height === size?.[1] && (isSphere || width === size[0]);
    // The width of a sphere's picture follows, also that of an engine's surface.
    const value = [isSphere ? height : width, height];
    return isOwn && this.set === undefined ? [] : [{ path: "size", value }];
  }

  /** The flags of the command that do the same, beside those for files. */
  get flags(): string[] {
    const bits = this.set === undefined ? Number(this.#bits.value) : 0;
    return [
      ...this.edits.map(({ path, value }) => `--${path} ${String(value).replace(",", "x")}`),
      ...(bits > 0 ? [`--bits ${bits}`] : []),
      ...(this.set === undefined ? [] : [`--for ${this.set.name}`]),
    ];
  }

  get set(): Engine | undefined {
    return this.app.description.engines.find(({ name }) => name === this.#engine.value);
  }

  get outputs(): Output[] {
    const boxes = [...this.#maps.querySelectorAll("input")];
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    if (chosen.length === 0) throw new Error("Choose at least one map.");
    const bits = Number(this.#bits.value);
    return chosen.map((map) => mapOutput(this.app, map, this.#format.value, bits));
  }

  #setSize(size: readonly number[]): void {
    this.#sides.forEach((side, i) => (side.value = String(size[i])));
  }

  #choose(): void {
    const { set } = this;
    this.#maps.hidden = this.#format.parentElement!.hidden = set !== undefined;
    this.#note.hidden = set === undefined;
    const { state } = this.app.document;
    if (state === undefined) return;
    this.#setSize(set === undefined ? state.size : sizeFor(set, state.size));
    this.#showNote();
  }

  // Says which files a set has.
  #showNote(): void {
    const { set } = this;
    if (set === undefined) return;
    this.#note.textContent = `${setFiles(set, this.app.document.name)}. Size: ${set.size}.`;
  }

  #offerBits(): void {
    const { formats } = this.app.description;
    const bits = formats.find(({ name }) => name === this.#format.value)?.bits ?? [];
    const options = bits.map((count) => option(String(count), `${count} bits`));
    this.#bits.replaceChildren(option("0", "usual bits"), ...options);
  }
}

function row(label: string, ...controls: HTMLElement[]): HTMLElement {
  return make("div", { class: "export-row" }, make("span", { text: label }), ...controls);
}
