// What calls take, return and throw.

/** A problem: see cobble_issue in cobble_c.h. Texts may be empty. */
export interface Issue {
  /** "recipe:7:14: /noise/octaves", an argument, or "" */
  where: string;
  message: string;
  hint: string;
  /** The word to write instead, or "" */
  suggestion: string;
  /** The name of an argument. */
  option: string;
  /** The JSON pointer to a key of the recipe. */
  pointer: string;
  /** The formula, and the offset of the problem in it, in bytes of UTF-8. */
  formula: string;
  offset: number;
  /** The place in the text, from 1, or 0 if unknown. Columns count bytes. */
  line: number;
  column: number;
}

export class CobbleError extends Error {
  override readonly name = "CobbleError";
  constructor(
    text: string,
    /** The command's exit status for this error: 2 usage, 3 recipe, 4 limit, 5 files. */
    readonly status: number,
    readonly issues: readonly Issue[],
  ) {
    super(text);
  }
}

export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Picture {
  width: number;
  height: number;
  /** 1 to 4: grey; grey and alpha; red, green, blue; red, green, blue and alpha. */
  channels: number;
  samples: Float32Array;
}

/** One of the colours that stand for a picture. */
export interface PaletteColor {
  /** "#rrggbb" */
  color: string;
  /** Its share of the picture's visible pixels. */
  share: number;
  /** The share of darker colours, and half of its own: for the stops of a ramp. */
  position: number;
}

export interface EncodeOptions {
  /** "png" (default), "exr", "r32" and so on. */
  format?: string;
  /** Maps of the program to put into the file; all by default. Only EXR can hold several. */
  maps?: readonly string[];
  bits?: number;
  metadata?: boolean;
  compression?: string;
  primaries?: string;
  georeference?: string;
  maxPixels?: number;
  maxCost?: number;
  maxMemory?: number;
  /** Of a PNG, metres as colours: "mapbox" or "terrarium". */
  terrain?: string;
  /** Metres at heights 0 and 1, if the recipe has no world. */
  elevation?: readonly [number, number];
}

/** See cobble_program_info in cobble_c.h. */
export interface ProgramInfo {
  /** The size of the recipe's picture, in pixels. */
  width: number;
  height: number;
  /** Bounds of the noise's value in the picture; 0 without a value. */
  low: number;
  high: number;
  /** The cost of a sample; an evaluation takes up to some nanoseconds. */
  evaluations: number;
  simd: string;
  /** The cost of the whole picture, in evaluations; 0 for points. */
  cost: number;
  /** The default limit of encode() and checksum(). */
  maxCost: number;
}

export interface RenderOptions {
  /** The call throws before it renders if ProgramInfo.cost is higher. */
  maxCost?: number;
}

/** The files of a set by their names, and what to know of them. */
export interface EncodedSet {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  notes: string[];
}

/** Values, derivatives and maps, with an element for each point. */
export interface Samples {
  value: Float32Array;
  dx: Float32Array;
  dy: Float32Array;
  dz: Float32Array;
  /** An array for each channel of the program's maps, in order. */
  maps: Float32Array[];
}
