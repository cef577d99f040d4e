// Messages between the page and its workers.

import type { Edit, Issue, RenderedMap } from "../contract.js";

/** A recipe with changes, and the wanted maps. */
export interface Wanted {
  text: string;
  maps: readonly string[];
  edits: readonly Edit[];
}

/** A part of a picture. */
export interface Piece {
  maps: ReadonlyMap<string, RenderedMap>;
  /** The time to render, without compiling. */
  milliseconds: number;
  /** The estimated cost of this part, in evaluations. */
  cost: number;
}

/** What must be known before a part of a picture is rendered. */
export interface Frame {
  size: [number, number];
  /** The range is "fit", which needs the whole picture. */
  isFitted: boolean;
}

/** An error as data. With a status, it is a CobbleError. */
export interface Failure {
  message: string;
  status?: number;
  issues?: readonly Issue[];
}

/** `isSpent`: the module has failed or uses much memory, so the worker must be replaced. */
export type Reply = { id: number; isSpent: boolean } & ({ result: unknown } | { failure: Failure });

/** Returns what is moved instead of copied: of a file, a picture, or its maps. */
export function buffersOf(value: unknown): Transferable[] {
  if (value instanceof Uint8Array) return [value.buffer];
  if (typeof value !== "object" || value === null) return [];
  const { image, maps, map } = value as { image?: unknown; maps?: unknown; map?: unknown };
  if (image instanceof ImageBitmap) return [image];
  const all = (maps instanceof Map ? [...maps.values()] : [map]) as Partial<RenderedMap>[];
  return all.flatMap((each) => each?.samples?.buffer ?? []);
}
