// What cobble says of recipes and formulas: the shapes of the JSON of cobble_c.h.

/** A key. What is empty or false is left out. */
export interface FieldDescription {
  /** "octaves"; in `fields` the path, "domain.rotate". */
  key: string;
  /** In `fields`, the types of nodes or of another object that have the key; "all" for all of them. */
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
    | "packs";
  /** Limits of each number, alone or in a list. */
  minimum?: number;
  maximum?: number;
  /** `minimum` itself is refused. */
  exclusive_minimum?: boolean;
  not_zero?: boolean;
  /** 0 is accepted although it is below `minimum`. */
  or_zero?: boolean;
  /** The length of a list; of lists of any length, the longest. */
  count?: number;
  minimum_count?: number;
  /** The words of a choice or a range. */
  choices?: string[];
  /** Absent if the key is required, or if its default follows from other keys alone. */
  default?: unknown;
  /** What the default is, if it is no value. */
  default_text?: string;
  required?: boolean;
  /** What an input takes: a node that is a number or a colour. A number is also a grey. */
  accepts?: "number" | "color" | "any";
  /** The key has an effect only if the other key has one of the values. */
  effective_if?: { key: string; values: unknown[] };
  /** Keys that cannot be set beside this one. */
  excludes?: string[];
  /** The rule for its values: "a whole number from 1 to 32". */
  value: string;
  help: string;
  /** Words, such as choices, and what they mean. */
  details?: Record<string, string>;
  /** Of an object inside a node. */
  keys?: FieldDescription[];
  /** Of an object inside a node: the choices of its key `type`, and the keys of each. */
  types?: { name: string; keys: FieldDescription[] }[];
}

/** A type of node. */
export interface NodeDescription {
  name: string;
  noise?: boolean;
  /** The result is a colour. */
  color?: boolean;
  /** The result is a colour if the input of this key is, or, as "KEY=VALUE", if the key has the value. */
  color_if?: string;
  group?: string;
  summary: string;
  /** "terrace(source, levels, sharpness=0.8)" */
  call: string;
  /** The call takes more arguments than it has places, as max(a, b, c). */
  takes_many?: boolean;
  /** The formula of the value. */
  value?: string;
  bounds?: string;
  /** Bounds of a noise without turbulence. */
  low?: number;
  high?: number;
  /** The keys that a call sets by place. */
  arguments: string[];
  keys: FieldDescription[];
  details?: Record<string, string>;
  source?: string;
}

export interface Description {
  version: string;
  noise_version: number;
  presets: { name: string; group: string; description: string }[];
  nodes: NodeDescription[];
  /** All keys, by path: those of nodes are "noise.octaves". */
  fields: FieldDescription[];
  maps: { name: string; channels: number; summary: string }[];
  formats: { name: string; suffixes: string[]; bits: number[]; summary: string }[];
  /** Of `type`, if there is one, a function has the keys. */
  functions: {
    name: string;
    call: string;
    summary: string;
    expands_to: string;
    type?: string;
  }[];
  operators: { form: string; operator: string; expands_to: string; when?: string }[];
  /** The names that formulas have: numbers, and nodes. */
  constants: { name: string; summary: string; value: number }[];
  coordinates: { name: string; summary: string }[];
  /** "teal", "#008080" */
  colors: Record<string, string>;
}

/** A node of a recipe. */
export interface OutlineNode {
  /** "/noise/a", "/nodes/rock" */
  pointer: string;
  type: string;
  /** Of a named node. */
  name?: string;
  /** For people to read. */
  formula: string;
  /** Bounds of the value; absent if nothing uses the node, or if the recipe lacks an image. */
  low?: number;
  high?: number;
  /** The result is a colour. */
  color?: boolean;
}

/** A part of a formula, which may be invalid or end anywhere. */
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
  /** The call in whose brackets it is. */
  call?: string;
  /** The key that its argument sets. */
  key?: string;
}

/** What may stand at a place in a formula. */
export interface FormulaCompletions {
  /** Where the word begins that an option replaces. */
  from: number;
  /** A value without quotes may stand there. */
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
    /** The highest come first. */
    rank: number;
    detail?: string;
    /** Written in place of the label: a template with fields such as "${1:source}". */
    insert?: string;
  }[];
}
