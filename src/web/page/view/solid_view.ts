// Renders the maps for views in three dimensions.

import type { App, RecipeState, RenderRequest } from "../contract.js";
import { withoutOcclusion } from "../engine/coarse.js";
import { objectIn } from "../json.js";
import { scaledSize } from "../math.js";
import { normalStrengthOf } from "../solid/material.js";
import { kinds, type Kind } from "../solid/scene.js";
import type { Solid } from "../solid/solid.js";
import { coarseWidths, shownText } from "./rendering.js";

const neededMaps = ["height", "normal"];
/** The maps that a material has besides, as the map lit shows it. */
export const materialMaps = ["color", "roughness", "metallic", "emissive"];
const optionalMaps = [...materialMaps, "water"];
/** The longer side of pictures on solids, in pixels. */
const longestSide = 512;

export function isSolid(map: string): map is Kind {
  return (kinds as readonly string[]).includes(map);
}

/** In: shown, called when the final picture is shown. */
export async function renderSolid(
  solid: Solid,
  { document, engine }: App,
  kind: Kind,
  maxSeconds: number,
  shown: () => void,
): Promise<void> {
  if (document.state === undefined) return;
  const request = { ...requestOf(document.state), text: shownText(document), maxSeconds };
  await engine.render("view", request, ({ window: { width, height }, maps, final }) => {
    const { folded, tiling } = document.state as RecipeState; // the newest
    const normalStrength = normalStrengthOf(folded);
    const normalY = objectIn(folded, "normal")["y"] === "down" ? -1 : 1;
    solid.show(kind, { width, height, maps, normalStrength, normalY, tiling });
    if (final) shown();
  });
}

function requestOf(state: RecipeState): Omit<RenderRequest, "text"> {
  const size = scaledSize(state.size, Math.min(longestSide / Math.max(...state.size), 1));
  const own = Object.keys(objectIn(state.recipe, "maps"));
  return {
    maps: [...neededMaps, "ao", ...optionalMaps.filter((map) => own.includes(map))],
    edits: [{ path: "size", value: size }],
    size,
    coarse: coarseWidths,
    coarseEdits: withoutOcclusion,
  };
}
