// A picture as the material of a solid, whatever maps it has.

import type { JsonObject, RenderedMap } from "../contract.js";
import { objectIn } from "../json.js";
import { extremesOf } from "../math.js";

/** Rendered maps of a recipe. */
export interface SolidPicture {
  width: number;
  height: number;
  /** height, normal, ao, and perhaps color, roughness, metallic, emissive and water, its depth */
  maps: ReadonlyMap<string, RenderedMap>;
  /** The height of 1 in picture widths; if negative, the surface is inverted. */
  normalStrength: number;
  /** 1 if the normals' y points up in the picture, -1 if down. */
  normalY: number;
  tiling: boolean;
  /** Whether it is of a whole sphere, by longitude and latitude. */
  isSphere: boolean;
}

export interface Material {
  picture: SolidPicture;
  /** Changes with the picture. */
  id: number;
  /** Height divided by width. */
  aspect: number;
  /** (height - low) * scale is in 0..1, also for heights of water. */
  low: number;
  scale: number;
  hasWater: boolean;
  /** The range of heights, in picture widths. */
  relief: number;
  /** The mean of heights, of the water where there is some, in 0..1. */
  meanHeight: number;
}

let count = 0;

export function materialOf(picture: SolidPicture): Material {
  const { samples } = picture.maps.get("height") as RenderedMap;
  const strength = picture.normalStrength;
  const isInverted = strength < 0;
  const water = picture.maps.get("water");
  const hasWater = water?.channels === 1 && !isInverted;
  const levelAt = (height: number, i: number) => height + Math.max(water?.samples[i] ?? 0, 0);
  const ground = boundsOf(samples);
  const { high, mean } = hasWater ? boundsOf(samples.map(levelAt)) : ground;
  const { low } = ground;
  const range = high - low;
  const scale = range > 0 ? (isInverted ? -1 : 1) / range : 0;
  const start = isInverted ? high : low;
  return {
    picture,
    id: ++count,
    aspect: picture.height / picture.width,
    low: start,
    scale,
    hasWater,
    relief: range * Math.abs(strength),
    meanHeight: (mean - start) * scale,
  };
}

function boundsOf(heights: Float32Array): { low: number; high: number; mean: number } {
  const finite = heights.filter(Number.isFinite);
  if (finite.length === 0) return { low: 0, high: 0, mean: 0 };
  const [low, high] = extremesOf(finite);
  return { low, high, mean: finite.reduce((sum, height) => sum + height, 0) / finite.length };
}

/** Returns the strength of normals in a complete recipe, which may follow from its world. */
export function normalStrengthOf(recipe: JsonObject): number {
  const { strength } = objectIn(recipe, "normal");
  if (typeof strength === "number") return strength;
  const { width, radius, heights } = objectIn(recipe, "world");
  const length = Number(width ?? 2 * Math.PI * Number(radius));
  if (!(length > 0) || !Array.isArray(heights)) return 0.1;
  return (Number(heights[1]) - Number(heights[0])) / length;
}
