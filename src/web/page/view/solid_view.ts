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
/** The longer side of pictures on solids, in pixels. */
const longestSide = 512;
/** What is shown of a sphere, whatever the recipe's own picture covers. */
const globe = {
  maps: [...neededMaps, ...materialMaps],
  size: [1024, 512] as const,
  edits: Object.entries({
    "domain.surface": "equirectangular",
    "domain.grid": "pixels",
    "normal.space": "tangent",
    size: [1024, 512],
  }).map(([path, value]) => ({ path, value })),
};

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
    const { folded, tiling, isSphere } = document.state as RecipeState; // the newest
    const normalStrength = normalStrengthOf(folded);
    const normalY = objectIn(folded, "normal")["y"] === "down" ? -1 : 1;
    solid.show(kind, { width, height, maps, normalStrength, normalY, tiling, isSphere });
    if (final) shown();
  });
}

function requestOf(state: RecipeState): Omit<RenderRequest, "text"> {
  const size = scaledSize(state.size, Math.min(longestSide / Math.max(...state.size), 1));
  const edits = [{ path: "size", value: size }];
  const flat = { maps: [...neededMaps, "ao", ...materialMaps, "water"], edits, size };
  const { maps, ...request } = state.isSphere ? globe : flat;
  return {
    maps: maps.filter((map) => state.maps.includes(map)),
    ...request,
    coarse: coarseWidths,
    coarseEdits: withoutOcclusion,
  };
}
