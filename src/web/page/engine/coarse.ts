// Coarse pictures: the recipe with fewer pixels.

import type { Edit, RenderRequest, Window } from "../contract.js";
import { scaledSize } from "../math.js";
import { bandsOf } from "./bands.js";
import type { Pace } from "./pace.js";
import type { Wanted } from "./protocol.js";

/** Leaves out ambient occlusion, which takes a third of the time. */
export const withoutOcclusion: readonly Edit[] = [{ path: "ao.radius", value: 0 }];
/** How many workers are kept for first pictures. */
export const firstWorkers = 2;
/** With more evaluations, even a first picture takes seconds. */
const maxFirstCost = 5e8;

/** Returns the cost above which the first picture of a request is not rendered. */
export function maxFirstCostOf({ maxSeconds }: RenderRequest): number {
  return maxSeconds === undefined || maxSeconds === Infinity ? Infinity : maxFirstCost;
}

/** Returns the bands of a first picture, which workers share only if one would take long. */
export function firstBandsOf(part: Window, { isFirstShared }: Pace): Window[] {
  return bandsOf(part, isFirstShared ? firstWorkers : 1);
}

/** Returns the part of a picture to render. */
export function windowOf({ window, size }: RenderRequest): Window {
  return window ?? { x: 0, y: 0, width: size[0], height: size[1] };
}

/**
 * Returns what to render: the size of the whole picture, and its part that covers the window.
 * In: width, of the coarse window, in pixels.
 */
export function coarsePicture(request: RenderRequest, width: number) {
  const { text, maps, edits = [], coarseEdits = [], size } = request;
  const window = windowOf(request);
  const whole = scaledSize(size, width / window.width);
  const [x, columns] = span(window.x, window.width, whole[0] / size[0]);
  const [y, rows] = span(window.y, window.height, whole[1] / size[1]);
  const sizeEdit: Edit = { path: "size", value: whole };
  const wanted: Wanted = { text, maps, edits: [...edits, ...coarseEdits, sizeEdit] };
  return { wanted, size: whole, part: { x, y, width: columns, height: rows } };
}

// Returns the start and number of the pixels that cover a span in a scaled picture.
function span(start: number, length: number, scale: number): [number, number] {
  const first = Math.floor(start * scale + 1e-9);
  const last = Math.ceil((start + length) * scale - 1e-9);
  return [first, Math.max(last - first, 1)];
}
