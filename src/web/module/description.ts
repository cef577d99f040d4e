// Descriptions of recipes and formulas: the JSON of cobble_c.h.

/** A key. Empty and false values are left out. */
export interface FieldDescription {
  /** "octaves"; in Description.fields a path, "domain.rotate". */
  key: string;
  /** In Description.fields: which types have the key, of nodes or of another object; or "all". */
  of?: string[];
  type:
    | "integer"
    | "number"
    | "bool"
    | "text"
    | "choice"
    | "size"
    | "vector"
    | "scale"
    | "by-axis"
    | "list"
    | "pairs"
    | "color"
    | "colors"
    | "stop"
    | "stops"
    | "range"
    | "object"
    | "input"
    | "inputs"
    | "nodes"
    | "maps"
    | "pack"
    | "packs"
    | "knobs"
    | "functions";
  /** Limits for a number, or for each number in a list. */
  minimum?: number;
  maximum?: number;
  /** `minimum` itself is not accepted. */
  exclusive_minimum?: boolean;
  not_zero?: boolean;
  /** Of a knob: a value is `minimum` plus a multiple of this. */
  step?: number;
  /** 0 is accepted although it is below `minimum`. */
  or_zero?: boolean;
  /** The length of a list; the maximum if lengths vary. */
  count?: number;
  minimum_count?: number;
  /** The words of a choice or a range. */
  choices?: string[];
  /** Where numbers are useful, if that does not follow from limits and default. */
  useful?: readonly [low: number, high: number];
  /** Absent if the key is required, or if its default follows from other keys only. */
  default?: unknown;
  /** Describes a default that is not a value. */
  default_text?: string;
  required?: boolean;
  /** The nodes that an input takes. A number is also a grey. */
  accepts?: "number" | "color" | "any";
  /** The key has an effect only if the other key has one of the values. */
  effective_if?: { key: string; values: unknown[] };
  /** Keys that cannot be set beside this one. */
  excludes?: string[];
  /** The rule for its values: "a whole number from 1 to 32". */
  value: string;
  help: string;
  /** Words, such as choices, with their meanings. */
  details?: Record<string, string>;
  /** The keys of an object inside a node. */
  keys?: FieldDescription[];
  /** The types of an object inside a node, each with its keys. */
  types?: { name: string; keys: FieldDescription[] }[];
}

/** A type of node. */
export interface NodeDescription {
  name: string;
  noise?: boolean;
  /** The result is a colour. */
  color?: boolean;
  /** The result is a colour if this key's input is; for "KEY=VALUE", if the key has the value. */
  color_if?: string;
  group?: string;
  summary: string;
  /** "terrace(source, levels, sharpness=0.8)" */
  call: string;
  /** The call takes any number of arguments, as max(a, b, c). */
  takes_many?: boolean;
  /** A formula for the value. */
  value?: string;
  bounds?: string;
  /** Bounds of a noise, without turbulence. */
  low?: number;
  high?: number;
  /** The keys that a call sets by position. */
  arguments: string[];
  keys: FieldDescription[];
  details?: Record<string, string>;
  source?: string;
}

export interface Description {
  version: string;
  noise_version: number;
  presets: {
    name: string;
    group: string;
    description: string;
    /** The names of the maps and packs that it defines, and of its knobs. */
    maps?: string[];
    knobs?: string[];
  }[];
  nodes: NodeDescription[];
  /** All keys, by path: a node's is "noise.octaves". */
  fields: FieldDescription[];
  maps: { name: string; channels: number; summary: string }[];
  formats: { name: string; suffixes: string[]; bits: number[]; summary: string }[];
  /** Engines that `cobble render --for` writes sets of files for: "T_NAME_N.png (normal)". */
  engines: {
    name: string;
    summary: string;
    files: string[];
    /** Keys of the recipe that it sets: "normal.y down". */
    sets: string[];
    /** A rule: "sides that are powers of two". */
    size: string;
    source: string;
  }[];
  /** A function has the keys of `type`, if it has one. */
  functions: {
    name: string;
    call: string;
    summary: string;
    expands_to: string;
    type?: string;
  }[];
  /** The built-in library of functions. */
  library: {
    name: string;
    call: string;
    summary: string;
    expands_to: string;
    nodes?: Record<string, string>;
  }[];
  operators: { form: string; operator: string; expands_to: string; when?: string }[];
  /** Names in formulas: of numbers, and of nodes. */
  constants: { name: string; summary: string; value: number }[];
  coordinates: { name: string; summary: string }[];
  /** "teal", "#008080" */
  colors: Record<string, string>;
}

/** A number or a colour of a recipe that formulas name. */
export interface Knob {
  name: string;
  /** A number, "#rrggbb", or linear [r, g, b]. */
  value: number | string | [number, number, number];
  /** Of a number: the lowest and the highest value. */
  range?: [number, number];
  /** Of a number: it is range[0] plus a multiple of this. */
  step?: number;
  description?: string;
}

/** A node of a recipe. */
export interface OutlineNode {
  /** "/noise/a", "/nodes/rock" */
  pointer: string;
  type: string;
  /** The name, if it has one. */
  name?: string;
  /** For people. */
  formula: string;
  /** Bounds of the value; absent if nothing uses the node, or if the recipe lacks an image. */
  low?: number;
  high?: number;
  /** The result is a colour. */
  color?: boolean;
}

/** A part of a formula, which may be invalid or incomplete. */
export interface FormulaPart {
  kind:
    | "type"
    | "function"
    | "name"
    | "constant"
    | "key"
    | "word"
    | "text"
    | "number"
    | "color"
    | "operator"
    | "bracket"
    | "unknown";
  from: number;
  to: number;
  /** The call whose brackets contain it. */
  call?: string;
  /** The key that its argument sets. */
  key?: string;
}

/** What may stand at a place in a formula. */
export interface FormulaCompletions {
  /** Where the word that an option replaces begins. */
  from: number;
  /** An unquoted value may stand there. */
  is_word: boolean;
  options: {
    label: string;
    kind:
      | "key"
      | "choice"
      | "node"
      | "constant"
      | "noise"
      | "operation"
      | "function"
      | "color"
      | "operator";
    info: string;
    /** Higher ranks come first. */
    rank: number;
    detail?: string;
    /** A template to write instead of the label, with fields such as "${1:source}". */
    insert?: string;
  }[];
}
