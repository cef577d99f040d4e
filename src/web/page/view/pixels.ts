// From samples to the bytes of a screen: as `cobble render` writes them with 8 bits.

import type { JsonObject, RecipeState, RenderedMap } from "../contract.js";

/** What the numbers of a map are. */
export type MapKind =
  | "height" // 0..1, grey
  | "color" // linear light
  | "normal" // a vector
  | "data" // 0..1, as they are: packs
  | "number"; // of any range, grey from the minimum to the maximum shown

export function kindOf(map: string, channels: number, recipe: JsonObject | undefined): MapKind {
  const isPack = map in ((recipe?.["pack"] ?? {}) as JsonObject);
  if (isPack) return "data";
  if (map === "normal") return "normal";
  if (channels >= 3) return map === "bumpslopes" ? "number" : "color";
  if (["value", "slope", "bumpslopes"].includes(map) || map.startsWith("@")) return "number";
  return "height";
}

// The light from which on the sRGB curve rounds to the next byte.
const thresholds = Float64Array.from({ length: 256 }, (_, byte) => {
  const encoded = (byte + 0.5) / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});
// The byte for the least light of each step; the rest is found from there.
const steps = 4096;
const firstBytes = Uint8Array.from({ length: steps + 1 }, (_, step) => {
  const above = thresholds.findIndex((threshold) => step / steps < threshold);
  return above < 0 ? 255 : above;
});

export function encodeLight(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 255;
  let byte = firstBytes[(light * steps) | 0] as number;
  while (byte < 255 && light >= (thresholds[byte] as number)) ++byte;
  return byte;
}

/** Returns the minimum and maximum of the first channel. */
export function boundsOf({ channels, samples }: RenderedMap): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < samples.length; i += channels) {
    const sample = samples[i] as number;
    if (sample < low) low = sample;
    if (sample > high) high = sample;
  }
  return [low, high];
}

/** Returns the picture of a map. In: kind, what its numbers are. */
export function imageOf(map: RenderedMap, width: number, height: number, kind: MapKind): ImageData {
  const bytes = new Uint8ClampedArray(4 * width * height);
  if (kind === "color") fillColors(bytes, map);
  else {
    const [low, high] = kind === "number" ? boundsOf(map) : kind === "normal" ? [-1, 1] : [0, 1];
    fillNumbers(bytes, map, low, high);
  }
  return new ImageData(bytes, width, height);
}

function fillColors(bytes: Uint8ClampedArray, { channels, samples }: RenderedMap): void {
  for (let i = 0, from = 0; i < bytes.length; i += 4, from += channels) {
    bytes[i] = encodeLight(samples[from] as number);
    bytes[i + 1] = encodeLight(samples[from + 1] as number);
    bytes[i + 2] = encodeLight(samples[from + 2] as number);
    bytes[i + 3] = 255;
  }
}

// One channel is grey, two are red and green; a fourth is not shown.
function fillNumbers(
  bytes: Uint8ClampedArray,
  { channels, samples }: RenderedMap,
  low: number,
  high: number,
): void {
  const scale = high > low ? 255 / (high - low) : 0;
  const second = channels === 1 ? 0 : 1;
  const third = channels === 1 ? 0 : channels === 2 ? -1 : 2;
  for (let i = 0, from = 0; i < bytes.length; i += 4, from += channels) {
    // Half is added before it is cut off, since the array rounds halves to even.
    bytes[i] = Math.floor(((samples[from] as number) - low) * scale + 0.5);
    bytes[i + 1] = Math.floor(((samples[from + second] as number) - low) * scale + 0.5);
    bytes[i + 2] =
      third < 0 ? 0 : Math.floor(((samples[from + third] as number) - low) * scale + 0.5);
    bytes[i + 3] = 255;
  }
}

/** Returns the maps that a view can offer, the most useful first. */
export function offeredMaps(state: RecipeState): { maps: string[]; nodes: string[] } {
  const own = state.maps.filter((map) => map !== "bumpslopes");
  const first = ["lit", "color", "height", "normal"].filter((map) => own.includes(map));
  const nodes = Object.keys((state.recipe["nodes"] ?? {}) as JsonObject).map((name) => `@${name}`);
  return { maps: [...first, ...own.filter((map) => !first.includes(map))], nodes };
}
