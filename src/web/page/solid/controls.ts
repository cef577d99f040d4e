// Controls below the solid: light, repeats, and the height of terrain.

import { button, make, repeatsSelect } from "../elements.js";
import type { Settings, Sun } from "./scene.js";

interface Changes {
  sun(sun: Sun): void;
  repeats(repeats: number): void;
  exaggeration(factor: number): void;
  reset(): void;
}

export function createControls(changes: Changes) {
  const moveSun = () =>
    changes.sun({ azimuth: azimuth.valueAsNumber, elevation: elevation.valueAsNumber });
  const direction = "Direction of the light in degrees, clockwise from the top";
  const azimuth = slider(direction, { min: "0", max: "359", step: "1" }, moveSun);
  const height = "Height of the light in degrees";
  const elevation = slider(height, { min: "8", max: "90", step: "1" }, moveSun);
  // As a power of 2, so that doubling and halving move it equally far.
  const relief = slider(
    "Vertical exaggeration of the terrain",
    { min: "-1", max: "3", step: "0.05" },
    () => changes.exaggeration(2 ** relief.valueAsNumber),
  );
  const reliefLabel = make("label", {}, "Relief", relief);
  const repeats = repeatsSelect({}, (count) => changes.repeats(count));
  const element = make(
    "div",
    { class: "solid-controls", role: "group", "aria-label": "Light and view" },
    make("label", {}, "Light", azimuth),
    make("label", {}, "Angle", elevation),
    reliefLabel,
    repeats,
    button({ text: "Reset", title: "Reset the view and light (Home)" }, () => changes.reset()),
  );
  const update = (settings: Settings, tiling: boolean) => {
    const { kind, sun, exaggeration } = settings;
    show(azimuth, sun.azimuth, `${Math.round(sun.azimuth)}°`);
    show(elevation, sun.elevation, `${Math.round(sun.elevation)}°`);
    const times = `${exaggeration.toFixed(1)} ×`;
    show(relief, Math.log2(exaggeration), times);
    reliefLabel.hidden = kind !== "terrain";
    reliefLabel.title = times;
    repeats.value = String(settings.repeats);
    repeats.hidden = !tiling;
  };
  return { element, update };
}

function slider(
  label: string,
  range: { min: string; max: string; step: string },
  moved: () => void,
): HTMLInputElement {
  const input = make("input", { type: "range", ...range, "aria-label": label, title: label });
  input.addEventListener("input", moved);
  return input;
}

function show(input: HTMLInputElement, value: number, text: string): void {
  input.value = String(value);
  input.setAttribute("aria-valuetext", text);
}
