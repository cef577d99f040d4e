// What the parts of the page know of each other. Each part is a folder with one function that mounts
// it in an element; main.ts mounts them all.

import type { Cobble, Description, Issue, OutlineNode, Window } from "../module/cobble.js";

export type {
  Description,
  FieldDescription,
  FormulaCompletions,
  FormulaPart,
  Issue,
  NodeDescription,
  OutlineNode,
  Window,
} from "../module/cobble.js";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A change of one key: a path or a JSON pointer, as cobble_recipe_set takes it. */
export interface Edit {
  path: string;
  value: Json;
  /**
   * The value takes the place of what is there; nodes of the same type are merged otherwise. The path
   * is a JSON pointer, and null removes the key.
   */
  replaces?: boolean;
}

/** What is known of a text that is a recipe without errors. */
export interface RecipeState {
  readonly text: string;
  /** The complete recipe, with every default. */
  readonly recipe: JsonObject;
  readonly outline: readonly OutlineNode[];
  /** What is valid, but hardly meant. */
  readonly warnings: readonly Issue[];
  /** The maps that can be rendered: those built in, then those of the recipe, then its packs. */
  readonly maps: readonly string[];
  /** Width and height in pixels. */
  readonly size: readonly [number, number];
  readonly tiling: boolean;
  /** The names of the pictures that its nodes show. */
  readonly images: readonly string[];
}

export interface ReadResult {
  /** Undefined if the text is no recipe. */
  state?: RecipeState;
  issues: readonly Issue[];
}

/** A picture that a node shows: the bytes of its file. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface RenderRequest {
  text: string;
  maps: readonly string[];
  /** Changes made before rendering: size, domain. */
  edits?: readonly Edit[];
  /** The size of the whole picture after these changes, if it is known: it saves a call. */
  size?: readonly [number, number];
  /** The part of the picture to render. */
  window?: Window;
  /**
   * Widths in pixels of the pictures to show first, such as [64, 256]: each is the whole window, with
   * fewer pixels. Those not smaller than the window are left out.
   */
  coarse?: readonly number[];
  /** Less is rendered first. 0: what is being looked at. */
  priority?: number;
  /** If the final picture is expected to take longer, it is not rendered, and TooSlow is thrown. */
  maxSeconds?: number;
}

export interface RenderedMap {
  channels: number;
  samples: Float32Array;
}

export interface RenderedPicture {
  width: number;
  height: number;
  maps: ReadonlyMap<string, RenderedMap>;
  /** The part that it shows of a picture of this size. */
  window: Window;
  size: readonly [number, number];
  /** Whether this is the last picture of the request, with all its pixels. */
  final: boolean;
}

/**
 * How a channel becomes a byte, as in a PNG of 8 bits: 0..1 as it is; linear light by the sRGB curve;
 * -1..1; or numbers of any range, from their minimum to their maximum.
 */
export type Transfer = "unit" | "light" | "signed" | "number";

export interface PaintRequest {
  /** Its samples are given away. */
  map: RenderedMap;
  width: number;
  height: number;
  /** One for each channel. */
  transfers: readonly Transfer[];
}

/** Of the first channel, or of the luminance of colours. */
export interface Statistics {
  minimum: number;
  maximum: number;
  mean: number;
  deviation: number;
  /** The share of samples that are 0 or less, or 1 or more; 0 if the range is another. */
  clipped: number;
  /** Counts of equal parts of the range low..high. */
  counts: Uint32Array;
  low: number;
  high: number;
}

export interface Painted {
  image: ImageBitmap;
  statistics: Statistics;
}

export interface SampledPoint {
  value: number;
  dx: number;
  dy: number;
  /** The channels of each map. */
  maps: ReadonlyMap<string, readonly number[]>;
}

/** Boxes of a graph: which come before each, and their size. */
export interface BoxGraph {
  boxes: readonly { id: string; inputs: readonly string[] }[];
  width: number;
  height: number;
}

/** A point of a graph. */
export interface Place {
  x: number;
  y: number;
}

/** Where the boxes of a graph stand, from left to right. */
export interface Arrangement {
  /** By id, the upper left corners. */
  places: ReadonlyMap<string, Place>;
  /** Lines between boxes, through points. */
  lines: readonly { from: string; to: string; points: readonly Place[] }[];
  width: number;
  height: number;
}

/** Calls of the module in workers. All errors of recipes are CobbleErrors, rebuilt on this side. */
export interface Engine {
  /** Reads a text; the newest call of all wins, others give undefined. */
  read(text: string): Promise<ReadResult | undefined>;
  /** Returns the brief text of a recipe after changes. Throws a CobbleError. */
  edit(text: string, edits: readonly Edit[]): Promise<string>;
  /**
   * Renders a picture, coarse ones first. A newer request for the same slot ends this one; then the
   * promise gives false. But what has been begun shows its first picture, if that does not take long:
   * something is seen, however fast requests come.
   */
  render(slot: string, request: RenderRequest, show: (picture: RenderedPicture) => void): Promise<boolean>;
  cancel(slot: string): void;
  /** Makes the pixels of a screen, in a worker. */
  paint(request: PaintRequest): Promise<Painted>;
  /** Arranges a graph, in a worker; undefined if a newer call came. */
  arrange(graph: BoxGraph): Promise<Arrangement | undefined>;
  /** Values at a point in the recipe's units; undefined if a newer call came. */
  sample(text: string, x: number, y: number, maps: readonly string[]): Promise<SampledPoint | undefined>;
  /** Returns a PNG of the picture in the recipe's own size. */
  encode(text: string, maps: readonly string[]): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The checksum that `cobble render --checksum` prints for the recipe at its own size; undefined if a
   * newer call came, or if it was stopped. If it is expected to take longer than `maxSeconds`, it is
   * not computed, and TooSlow is thrown.
   */
  checksum(text: string, maxSeconds: number): Promise<string | undefined>;
  stopChecksum(): void;
  /** Gives all workers a picture that nodes show. */
  addImage(file: SourceFile): Promise<void>;
  /** The recipe that a picture of cobble holds, as brief text. */
  recipeOf(file: SourceFile): Promise<string | undefined>;
}

export type Origin = "editor" | "controls" | "open";

/** The recipe that the page shows: its text, and what was read from it. */
export interface RecipeDocument {
  /** The name of the preset or file it was opened from, for names of files: "marble". */
  readonly name: string;
  readonly text: string;
  /** The last text that had no error. */
  readonly state: RecipeState | undefined;
  /** What is wrong with `text`; empty if nothing, or if it is still being read. */
  readonly issues: readonly Issue[];
  /** JSON pointer to the node that graph and controls show. */
  readonly selection: string;
  /** In: name, if it changes, too, as when opening is undone. */
  setText(text: string, origin: Origin, name?: string): void;
  open(name: string, text: string): void;
  /** Changes the name only, and not as a step that is undone. */
  rename(name: string): void;
  select(pointer: string): void;
  /** Reads the text again, such as when a picture that it needs has come. */
  refresh(): void;
  /**
   * Changes keys, on behalf of a control. `continuous`: one of many changes while a handle is
   * dragged; they are undone together.
   */
  edit(edits: readonly Edit[], options?: { continuous?: boolean }): void;
  /** Whether changes are on their way: `state` is not yet that of the newest ones. */
  readonly isChanging: boolean;
  on(event: DocumentEvent, listener: () => void): void;
  /** The origin of the last change, and whether it belongs to the change before. */
  readonly lastChange: { origin: Origin; continuous: boolean };
}
/** "name" comes after "text" if both change. */
export type DocumentEvent = "name" | "text" | "state" | "issues" | "selection";

/** All that a part of the page can use. */
export interface App {
  /** The module on the page's own thread, for what is short: words, formulas, presets. */
  readonly cobble: Cobble;
  readonly engine: Engine;
  readonly document: RecipeDocument;
  readonly description: Description;
  /** Says something for a few seconds, also to screen readers. */
  announce(message: string): void;
}

/** What the picture view shows, for parts that follow it. */
export interface View {
  /** "height", "color", "@clouds", ... */
  readonly map: string;
  setMap(map: string): void;
}

export interface Editor {
  undo(): void;
  redo(): void;
  focus(): void;
  /** Scrolls to the text of a node. */
  reveal(pointer: string): void;
}
