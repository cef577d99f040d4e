// Splits a window into bands, which workers render.

import type { RenderedMap, Window } from "../contract.js";
import { TooSlow } from "../errors.js";
import { clamp } from "../math.js";
import { remembered } from "../memo.js";
import type { WorkerClient } from "./client.js";
import type { Piece, Wanted } from "./protocol.js";

const minBandRows = 16;

/** Calls a worker when one is free. */
export type InWorker = <Result>(call: (worker: WorkerClient) => Promise<Result>) => Promise<Result>;

/** Returns bands of a window, of nearly equal height: fewer than `most` if the window is low. */
export function bandsOf({ x, y, width, height }: Window, most: number): Window[] {
  const count = clamp(Math.floor(height / minBandRows), 1, most);
  const start = (band: number) => Math.floor((band * height) / count);
  return Array.from({ length: count }, (_, band) => {
    return { x, y: y + start(band), width, height: start(band + 1) - start(band) };
  });
}

/**
 * Renders the bands of a window, and joins them.
 * In: maxCost, of the whole picture, in evaluations; throws TooSlow above it.
 */
export async function renderBands(
  bands: readonly Window[],
  wanted: Wanted,
  maxCost: number,
  inWorker: InWorker,
): Promise<Piece> {
  const maps = new Map<string, RenderedMap>();
  const whole: Piece = { maps, milliseconds: 0, cost: 0 };
  const pixels = bands.reduce((sum, { width, height }) => sum + width * height, 0);
  const [first] = bands as [Window];
  const render = async (band: Window) => {
    const piece = await inWorker((worker) => worker.call("render", wanted, band, maxCost));
    if (piece === "too slow") throw new TooSlow();
    whole.milliseconds += piece.milliseconds;
    whole.cost += piece.cost;
    for (const [name, { channels, samples }] of piece.maps) {
      const make = () => ({ channels, samples: new Float32Array(pixels * channels) });
      const start = (band.y - first.y) * band.width * channels;
      remembered(maps, name, make).samples.set(samples, start);
    }
  };
  await Promise.all(bands.map(render));
  return whole;
}
