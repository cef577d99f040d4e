// Renders the maps for views in three dimensions.

import type { App, RecipeState, RenderedPicture, RenderRequest } from "../contract.js";
import { objectIn } from "../json.js";
import { scaledSize } from "../math.js";
import { normalStrengthOf } from "../solid/material.js";
import { kinds, type Kind } from "../solid/scene.js";
import { Solid } from "../solid/solid.js";
import { shownText } from "./rendering.js";

const neededMaps = ["height", "normal"];
const materialMaps = ["color", "roughness", "metallic", "emissive"];
/** The longer side of pictures on solids, in pixels. */
const longestSide = 512;
const coarseWidths = [64, 256];

export function isSolid(map: string): map is Kind {
  return (kinds as readonly string[]).includes(map);
}

export class SolidView {
  readonly #solid: Solid;

  constructor(
    stage: HTMLElement,
    private readonly app: App,
  ) {
    this.#solid = new Solid(stage, app);
  }

  hide(): void {
    this.#solid.hide();
  }

  /** In: shown, called when the final picture is shown. */
  async render(kind: Kind, maxSeconds: number, shown: () => void): Promise<void> {
    const { state } = this.app.document;
    if (state === undefined) return;
    const request = { ...requestOf(state, shownText(this.app.document)), maxSeconds };
    await this.app.engine.render("view", request, (picture) => {
      this.#show(kind, picture);
      if (picture.final) shown();
    });
  }

  #show(kind: Kind, { window: { width, height }, maps }: RenderedPicture): void {
    const { state } = this.app.document;
    if (state === undefined) return;
    const normalStrength = normalStrengthOf(state.recipe);
    this.#solid.show(kind, { width, height, maps, normalStrength, tiling: state.tiling });
  }
}

function requestOf(state: RecipeState, text: string): RenderRequest {
  const size = scaledSize(state.size, Math.min(longestSide / Math.max(...state.size), 1));
  const own = Object.keys(objectIn(state.recipe, "maps"));
  return {
    text,
    maps: [...neededMaps, "ao", ...materialMaps.filter((map) => own.includes(map))],
    edits: [{ path: "size", value: size }],
    size,
    coarse: coarseWidths,
  };
}
