// Messages between the page and its workers.

import type {
  Arrangement,
  BoxGraph,
  Edit,
  Issue,
  Painted,
  PaintRequest,
  ReadResult,
  RenderedMap,
  SampledPoint,
  SourceFile,
  Window,
} from "../contract.js";

/** A recipe with changes, and the wanted maps. */
export interface Wanted {
  text: string;
  maps: readonly string[];
  edits: readonly Edit[];
}

/** A part of a picture. */
export interface Piece {
  maps: readonly (readonly [name: string, map: RenderedMap])[];
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

/** The functions of workers. */
export interface Methods {
  start(module: WebAssembly.Module): void;
  read(text: string): ReadResult;
  edit(text: string, edits: readonly Edit[]): string;
  /** Of the recipe's own picture, without changes. */
  frame(text: string): Frame;
  /** In: maxCost, of the whole picture, above which it is not rendered. */
  render(wanted: Wanted, window: Window, maxCost: number): Piece | "too slow";
  /** The minimum and maximum of the noise in a part of the picture. */
  extremes(wanted: Wanted, window: Window): [number, number];
  paint(request: PaintRequest): Promise<Painted>;
  /** Works without a module. */
  arrange(graph: BoxGraph): Arrangement;
  sample(text: string, x: number, y: number, maps: readonly string[]): SampledPoint;
  encode(text: string, maps: readonly string[]): Uint8Array<ArrayBuffer>;
  checksum(text: string): string;
  addImage(file: SourceFile): void;
  recipeOf(file: SourceFile): string | undefined;
}

export interface Call {
  id: number;
  method: keyof Methods;
  values: unknown[];
}

/** An error as data. With a status, it is a CobbleError. */
export interface Failure {
  message: string;
  status?: number;
  issues?: readonly Issue[];
}

/** `isSpent`: the module has failed or uses much memory, so the worker must be replaced. */
export type Reply = { id: number; isSpent: boolean } & ({ result: unknown } | { failure: Failure });
