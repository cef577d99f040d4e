// What the parts of the page know of each other. Each part is a folder with a function that mounts
// it in an element; main.ts mounts them all.

import type {
  Cobble,
  Description,
  EncodedSet,
  EncodeOptions,
  Issue,
  OutlineNode,
  PaletteColor,
  Window,
} from "../module/cobble.js";
import type { Settings as SolidSettings } from "./solid/scene.js";

export type * from "../module/description.js";
export type { SolidSettings };
export type { Issue, Window } from "../module/cobble.js";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A change of one key. Its path is a path or a JSON pointer, as for cobble_recipe_set. */
export interface Edit {
  path: string;
  value: Json;
  /**
   * The value replaces the old one; otherwise, nodes of the same type are merged. The path must be
   * a JSON pointer, and null removes the key.
   */
  replaces?: boolean;
}

/** In pixels. */
export type Size = readonly [width: number, height: number];

/** What was read from a recipe without errors. */
export interface RecipeState {
  readonly text: string;
  /** The complete recipe, with every default. */
  readonly recipe: JsonObject;
  /** The same with nodes in place of formulas that name knobs, by their values, or functions. */
  readonly folded: JsonObject;
  readonly outline: readonly OutlineNode[];
  /** About what is valid but probably not intended. */
  readonly warnings: readonly Issue[];
  /** The maps that can be rendered: built-in ones, the recipe's, then its packs. */
  readonly maps: readonly string[];
  readonly size: Size;
  readonly tiling: boolean;
  /** Whether it is the picture of a sphere, which ends at its edges. */
  readonly isSphere: boolean;
  /** Names of the pictures that its nodes show. */
  readonly images: readonly string[];
}

export interface ReadResult {
  /** Undefined if the recipe has errors. */
  state?: RecipeState;
  issues: readonly Issue[];
}

/** The file of a picture. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface RenderRequest {
  text: string;
  maps: readonly string[];
  /** Changes to make before rendering, of size or domain. */
  edits?: readonly Edit[];
  /** The size of the whole picture after these changes. */
  size: Size;
  /** The part to render; all by default. */
  window?: Window;
  /**
   * Widths in pixels of coarse pictures of the window to show first, such as [64, 256]. Those that
   * are not smaller than the window are left out.
   */
  coarse?: readonly number[];
  /** More changes for coarse pictures, so that they come sooner. */
  coarseEdits?: readonly Edit[];
  /** Waits until the picture that the user looks at is final. */
  waits?: boolean;
  /** Throws TooSlow if the final picture would probably take longer. */
  maxSeconds?: number;
}

export interface RenderedMap {
  channels: number;
  samples: Float32Array;
}

export interface RenderedPicture {
  maps: ReadonlyMap<string, RenderedMap>;
  /** The part that it shows, in pixels, of a picture of this size. */
  window: Window;
  size: Size;
  /** Whether this is the request's last picture, with all its pixels. */
  final: boolean;
}

/**
 * How a channel becomes a byte, as in a PNG of 8 bits: from 0..1; from linear light, by the sRGB
 * curve; from -1..1; from the range of its numbers; or from bounds.
 */
export type Transfer = "unit" | "light" | "signed" | "number" | Bounds;
export type Bounds = readonly [low: number, high: number];
export type Transfers = readonly Transfer[];

export interface PaintRequest {
  /** Its samples are moved to the worker. */
  map: RenderedMap;
  width: number;
  height: number;
  /** By channel. */
  transfers: Transfers;
}

/** Of the first channel, or of the luminance of colours. */
export interface Statistics {
  minimum: number;
  maximum: number;
  mean: number;
  deviation: number;
  /** The share of samples that are <= 0 or >= 1; 0 for maps with another range. */
  clipped: number;
  /** Counts of samples in equal parts of low..high. */
  counts: Uint32Array;
  low: number;
  high: number;
}

export interface Painted {
  image: ImageBitmap;
  statistics: Statistics;
}

/** Boxes of a graph, each with those before it, and the size of boxes. */
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
  /** Upper left corners, by id. */
  places: ReadonlyMap<string, Place>;
  /** Lines between boxes, with the points they go through. */
  lines: readonly { from: string; to: string; points: readonly Place[] }[];
  width: number;
  height: number;
}

export type ShowPicture = (picture: RenderedPicture) => void;

/** Calls of the module in workers. Errors in recipes are thrown as CobbleErrors. */
export interface Engine {
  /** Reads a text. Only the newest call gives a result, others give undefined. */
  read(text: string): Promise<ReadResult | undefined>;
  /** Returns the text of a recipe after changes. */
  edit(text: string, edits: readonly Edit[]): Promise<string>;
  /**
   * Renders a picture, after coarse ones. Gives false if a newer request for the same slot ends it.
   * But it shows its first picture anyway, if that does not take long: however fast requests come,
   * something is seen.
   */
  render(slot: string, request: RenderRequest, show: ShowPicture): Promise<boolean>;
  cancel(slot: string): void;
  /** Makes pixels for the screen, in a worker. */
  paint(request: PaintRequest): Promise<Painted>;
  /** Arranges a graph, in a worker. Gives undefined if a newer call came. */
  arrange(graph: BoxGraph): Promise<Arrangement | undefined>;
  /** Returns the file of a picture after changes. Raw formats have a text beside it. */
  encode(
    text: string,
    maps: readonly string[],
    edits: readonly Edit[],
    options: EncodeOptions,
  ): Promise<{ file: Uint8Array<ArrayBuffer>; sidecar?: string }>;
  /** Returns the files of an engine's set, which get this name. */
  encodeSet(text: string, edits: readonly Edit[], of: string, name: string): Promise<EncodedSet>;
  /** Makes the running call for files throw. */
  stopFiles(): void;
  /**
   * Returns the checksum that `cobble render --checksum` prints; undefined if a newer call came, or
   * if it was stopped. Throws TooSlow if it would probably take longer than `maxSeconds`.
   */
  checksum(text: string, maxSeconds: number): Promise<string | undefined>;
  stopChecksum(): void;
  /** Gives all workers a picture for nodes to show. */
  addImage(file: SourceFile): Promise<void>;
  /** Returns the colours that stand for a picture, from dark to light. */
  palette(file: SourceFile, count: number): Promise<PaletteColor[]>;
  /** Returns the brief text of the recipe in a picture; undefined if it has none. */
  recipeOf(file: SourceFile): Promise<string | undefined>;
}

export type Origin = "editor" | "controls" | "open";

/** The recipe that the page shows: its text, and what was read from it. */
export interface RecipeDocument {
  /** The name of the preset or file that was opened, "marble", for names of files. */
  readonly name: string;
  readonly text: string;
  /** What was read from the last text without errors. */
  readonly state: RecipeState | undefined;
  /** The errors in `text`; empty while it is being read. */
  readonly issues: readonly Issue[];
  /** The JSON pointer to the node that graph and controls show. */
  readonly selection: string;
  /** In: name, if it also changes, as when opening is undone. */
  setText(text: string, origin: Origin, name?: string): void;
  open(name: string, text: string): void;
  /** Changes the name only, which cannot be undone. */
  rename(name: string): void;
  select(pointer: string): void;
  /** Reads the text again, for example when a picture was added. */
  refresh(): void;
  /** Changes keys for a control. */
  edit(edits: readonly Edit[]): void;
  /** Whether `state` does not have the newest changes yet. */
  readonly isChanging: boolean;
  on(event: DocumentEvent, listener: () => void): void;
  /** Until then, the document had the name `before`. */
  readonly lastChange: { origin: Origin; before: string };
}
/** "name" comes after "text" if both change. */
export type DocumentEvent = "name" | "text" | "state" | "issues" | "selection";

export interface App {
  /** The module on the page's own thread, for short calls: words, formulas, presets. */
  readonly cobble: Cobble;
  readonly engine: Engine;
  readonly document: RecipeDocument;
  readonly description: Description;
  /** Shows a message for some seconds, also to screen readers. */
  announce(message: string): void;
}

export interface View {
  /** "height", "color", "@clouds", ... */
  readonly map: string;
  setMap(map: string): void;
  /** How slab, sphere and terrain are seen. */
  readonly solid: { settings: SolidSettings };
  /** Called when the map or the user's settings have changed. */
  onChange: () => void;
}

export interface Editor {
  /** Scrolls to the text of a node. */
  reveal(pointer: string): void;
  /** The last steps, as data, which can be undone in a later session of the same text. */
  history: unknown;
}
