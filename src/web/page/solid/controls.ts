// Controls below the solid: light, repeats, and the height of terrain.

import { button, make, repeatsSelect } from "../elements.js";
import type { Settings, Sun } from "./scene.js";

interface Changes {
  sun(sun: Sun): void;
  repeats(repeats: number): void;
  exaggeration(factor: number): void;
  reset(): void;
}

export class SolidControls {
  readonly element: HTMLElement;
  readonly #azimuth = range("Direction of the light in degrees, clockwise from the top", 0, 359, 1);
  readonly #elevation = range("Height of the light in degrees", 8, 90, 1);
  // As a power of 2, so that doubling and halving move it equally far.
  readonly #relief = range("Vertical exaggeration of the terrain", -1, 3, 0.05);
  readonly #reliefLabel = make("label", {}, "Relief", this.#relief);
  readonly #repeats: HTMLSelectElement;

  constructor(changes: Changes) {
    const sun = () =>
      changes.sun({
        azimuth: this.#azimuth.valueAsNumber,
        elevation: this.#elevation.valueAsNumber,
      });
    this.#azimuth.addEventListener("input", sun);
    this.#elevation.addEventListener("input", sun);
    this.#relief.addEventListener("input", () =>
      changes.exaggeration(2 ** this.#relief.valueAsNumber),
    );
    this.#repeats = repeatsSelect({}, (repeats) => changes.repeats(repeats));
    this.element = make(
      "div",
      { class: "solid-controls", role: "group", "aria-label": "Light and view" },
      make("label", {}, "Light", this.#azimuth),
      make("label", {}, "Angle", this.#elevation),
      this.#reliefLabel,
      this.#repeats,
      button({ text: "Reset", title: "Reset the view and light (Home)" }, () => changes.reset()),
    );
  }

  update({ kind, sun, repeats, exaggeration }: Settings, tiling: boolean): void {
    this.#azimuth.value = String(sun.azimuth);
    this.#azimuth.setAttribute("aria-valuetext", `${Math.round(sun.azimuth)}°`);
    this.#elevation.value = String(sun.elevation);
    this.#elevation.setAttribute("aria-valuetext", `${Math.round(sun.elevation)}°`);
    this.#relief.value = String(Math.log2(exaggeration));
    const times = `${exaggeration.toFixed(1)} ×`;
    this.#relief.setAttribute("aria-valuetext", times);
    this.#reliefLabel.hidden = kind !== "terrain";
    this.#reliefLabel.title = times;
    this.#repeats.value = String(repeats);
    this.#repeats.hidden = !tiling;
  }
}

function range(label: string, min: number, max: number, step: number): HTMLInputElement {
  return make("input", {
    type: "range",
    min: String(min),
    max: String(max),
    step: String(step),
    "aria-label": label,
    title: label,
  });
}
