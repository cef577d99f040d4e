// The material for what a recipe has no map of, and water. Colours are linear light.

import { bytesOf } from "../hex.js";
import type { Vector } from "./vector.js";

/** Converts a colour of the screen, "#rrggbb". */
export function linearColor(hex: string): Vector {
  const channels = bytesOf(hex).map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return channels as [number, number, number];
}

export const missing = {
  /** Clay; low places are drawn a little darker. */
  color: linearColor("#c9bcab"),
  roughness: 0.6,
  terrainRoughness: 0.92,
};

/** Colours of a terrain by height in 0..1, as on physical maps. */
export const hypsometricTint: readonly { at: number; color: Vector }[] = [
  { at: 0, color: linearColor("#5f7d52") },
  { at: 0.3, color: linearColor("#94a069") },
  { at: 0.55, color: linearColor("#b9a477") },
  { at: 0.78, color: linearColor("#93806d") },
  { at: 0.9, color: linearColor("#b9b4ae") },
  { at: 1, color: linearColor("#f1f1ef") },
];
/** For steep terrain. */
export const rockColor = linearColor("#7d7167");

/** For the sides of a terrain. */
export const earth = linearColor("#6f6255");

/** Water, and the sky that it mirrors: the same as in `cobble view --terrain`. */
export const water = {
  color: [0.012, 0.045, 0.06],
  /** What it takes of the light on its way through it, per picture width. */
  absorbed: [420, 190, 150],
  /** What it mirrors of the light from straight above. */
  mirrored: 0.02,
  /** The sky at the horizon, and from half way up. */
  mist: [0.52, 0.57, 0.62],
  sky: [0.17, 0.3, 0.52],
} as const;
