// Finds where a ray meets a slab: its surface, by following the ray over the heights, or a side.

import { clamp } from "../../math.js";
import { earth } from "../defaults.js";
import type { Scene } from "../scene.js";
import { add, mixed, normalized, scaled, smoothstep, type Vector } from "../vector.js";
import type { Surface } from "./shade.js";
import { channels, type CanvasTexture } from "./texture.js";

const maxSteps = 200;

/** Returns undefined if the ray meets nothing. */
export function slabAlong(scene: Scene, texture: CanvasTexture, ray: Vector): Surface | undefined {
  const { base, relief, tile, half, repeats } = scene;
  const { position } = scene.camera;
  const top = base + relief * tile;
  // The part of the ray in the box around the slab.
  let [first, last, axis] = [0, Infinity, 1];
  const low: Vector = [-half[0], 0, -half[1]];
  const high: Vector = [half[0], top, half[1]];
  for (const k of [0, 1, 2] as const) {
    const along = Math.abs(ray[k]) < 1e-9 ? 1e-9 : ray[k];
    const ends = [(low[k] - position[k]) / along, (high[k] - position[k]) / along] as const;
    if (Math.min(...ends) > first) [first, axis] = [Math.min(...ends), k];
    last = Math.min(last, Math.max(...ends));
  }
  if (first >= last) return undefined;
  const pointAt = (t: number) => add(position, scaled(ray, t));
  const placeOf = (p: Vector): [number, number] => [
    ((p[0] / half[0] + 1) / 2) * repeats,
    ((p[2] / half[1] + 1) / 2) * repeats,
  ];
  const above = (t: number) => {
    const p = pointAt(t);
    return p[1] - base - texture.at(...placeOf(p), channels.height) * relief * tile;
  };
  if (axis !== 1 && above(first) < 0) return sideSurface(scene, texture, pointAt(first), axis);
  // At the lowest height, the ray has met the surface.
  const end = ray[1] < 0 ? Math.min((base - position[1]) / ray[1] + 1e-4, last) : last;
  // One step per texel on the way.
  const texels = ((end - first) * Math.hypot(ray[0], ray[2]) * texture.width) / tile;
  const steps = clamp(Math.ceil(texels), 2, maxSteps);
  let before = first;
  for (let i = 1; i <= steps; ++i) {
    const t = first + ((end - first) * i) / steps;
    if (above(t) <= 0) {
      const p = pointAt(crossing(above, before, t));
      return slabSurface(scene, texture, p, ...placeOf(p));
    }
    before = t;
  }
  return undefined;
}

function crossing(above: (t: number) => number, before: number, after: number): number {
  let [low, high] = [before, after];
  for (let i = 0; i < 5; ++i) {
    const middle = (low + high) / 2;
    if (above(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns what a texture has at a place of the tile. */
export function materialAt(texture: CanvasTexture, u: number, v: number) {
  return {
    color: texture.vectorAt(u, v, channels.color),
    roughness: texture.at(u, v, channels.roughness),
    metallic: texture.at(u, v, channels.metallic),
    ao: texture.at(u, v, channels.ao),
    emissive: texture.vectorAt(u, v, channels.emissive),
    seen: texture.at(u, v, channels.seen),
  };
}

function slabSurface(
  { exaggeration }: Scene,
  texture: CanvasTexture,
  position: Vector,
  u: number,
  v: number,
): Surface {
  const slopeX = texture.at(u, v, channels.slopeX) * exaggeration;
  const slopeZ = texture.at(u, v, channels.slopeZ) * exaggeration;
  return { ...materialAt(texture, u, v), position, normal: normalized([-slopeX, 1, -slopeZ]) };
}

function sideSurface(
  scene: Scene,
  texture: CanvasTexture,
  position: Vector,
  axis: number,
): Surface {
  const { mean } = texture;
  const isTerrain = scene.kind === "terrain";
  return {
    position,
    normal: axis === 0 ? [Math.sign(position[0]), 0, 0] : [0, 0, Math.sign(position[2])],
    color: isTerrain ? mixed(mean, earth, 0.6) : scaled(mean, 0.8),
    roughness: 0.7,
    metallic: 0,
    ao: 0.55 + 0.45 * smoothstep(0, 0.07, position[1]),
    emissive: [0, 0, 0],
    seen: 1,
  };
}
