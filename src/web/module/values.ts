// What calls take, return and throw.

/** One problem: see cobble_issue in cobble_c.h. Texts may be empty. */
export interface Issue {
  /** "recipe:7:14: /noise/octaves", an argument, or "" */
  where: string;
  message: string;
  hint: string;
  /** What to write instead of the word that was given, or "" */
  suggestion: string;
  /** The name of an argument. */
  option: string;
  /** The JSON pointer to a key of the recipe. */
  pointer: string;
  /** The formula that is concerned, and where in it, in bytes of UTF-8. */
  formula: string;
  offset: number;
  /** Where in the text, from 1; columns count bytes. 0: unknown. */
  line: number;
  column: number;
}

export class CobbleError extends Error {
  override readonly name = "CobbleError";
  constructor(
    text: string,
    /** The exit status of the command for this error: 2 usage, 3 recipe, 4 limit, 5 files. */
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

export interface EncodeOptions {
  /** "png" (default), "exr", "r32" and so on. */
  format?: string;
  /** Those of the program that the file holds; all by default. Only EXR can hold several. */
  maps?: readonly string[];
  bits?: number;
  metadata?: boolean;
  compression?: string;
  primaries?: string;
  georeference?: string;
  maxPixels?: number;
  maxCost?: number;
  maxMemory?: number;
}

/** What is known of a program: see cobble_program_info in cobble_c.h. */
export interface ProgramInfo {
  /** Of the recipe's picture, in pixels. */
  width: number;
  height: number;
  /** Bounds of the noise's value in the picture; 0 without a value. */
  low: number;
  high: number;
  /** The cost of a sample: an evaluation takes up to some nanoseconds. */
  evaluations: number;
  simd: string;
  /** The evaluations of the whole picture; 0 for points. */
  cost: number;
  /** The limit of encode() and checksum() unless they are given one. */
  maxCost: number;
}

export interface RenderOptions {
  /** Evaluations, as in ProgramInfo.cost, beyond which the call throws before it renders. */
  maxCost?: number;
}

/** Values, derivatives and maps at points, an element for each. */
export interface Samples {
  value: Float32Array;
  dx: Float32Array;
  dy: Float32Array;
  dz: Float32Array;
  /** An array for each channel of the program's maps, in their order. */
  maps: Float32Array[];
}
