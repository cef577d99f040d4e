// What goes between the page and its workers.

import type {
  Description,
  Edit,
  EncodeRequest,
  Issue,
  RecipeState,
  RenderedMap,
  SampledPoint,
  SourceFile,
  Window,
} from "../contract.js";

/** A recipe after changes, and the maps that are wanted of it. */
export interface Wanted {
  text: string;
  maps: readonly string[];
  edits: readonly Edit[];
}

/** A part of a picture. */
export interface Piece {
  width: number;
  height: number;
  maps: readonly (readonly [name: string, map: RenderedMap])[];
}

export interface ReadResult {
  state?: RecipeState;
  issues: readonly Issue[];
}

/** The functions that workers have. */
export interface Methods {
  start(module: WebAssembly.Module): void;
  describe(): Description;
  preset(name: string): string;
  read(text: string): ReadResult;
  edit(text: string, edits: readonly Edit[]): string;
  /** The size of a whole picture. */
  sizeOf(wanted: Wanted): [number, number];
  render(wanted: Wanted, window: Window): Piece;
  sample(text: string, x: number, y: number, maps: readonly string[]): SampledPoint;
  cost(wanted: Wanted): { cost: number; limit: number };
  encode(request: EncodeRequest): Uint8Array<ArrayBuffer>;
  checksum(text: string, map: string): string;
  addImage(file: SourceFile): void;
  recipeOf(file: SourceFile): string | undefined;
}

export type Method = keyof Methods;

export interface Call {
  id: number;
  method: Method;
  values: unknown[];
}

/** An error as data: errors of the module's own are rebuilt, all others are Errors. */
export interface Failure {
  message: string;
  status?: number;
  issues?: readonly Issue[];
  /** The module may be in any state: the worker is replaced. */
  isFatal: boolean;
}

export type Reply = { id: number; result: unknown } | { id: number; failure: Failure };
