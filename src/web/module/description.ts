// What cobble_describe and cobble_recipe_outline say, as JSON.

export interface FieldDescription {
  key: string;
  flag?: string;
  type: "integer" | "number" | "bool" | "text" | "choice" | "size" | "vector" | "scale" | "by-axis" | "list" | "pairs" | "color" | "colors" | "stop" | "stops" | "range" | "object" | "input" | "inputs" | "nodes" | "maps" | "pack" | "packs";
  minimum?: number;
  maximum?: number;
  exclusive_minimum?: boolean;
  not_zero?: boolean;
  or_zero?: boolean;
  count?: number;
  minimum_count?: number;
  choices?: string[];
  default?: unknown;
  required?: boolean;
  accepts?: "number" | "color" | "any";
  effective_if?: { key: string; values: unknown[] };
  excludes?: string[];
  value: string;
  help: string;
  details?: Record<string, string>;
  keys?: FieldDescription[];
  types?: { name: string; keys: FieldDescription[] }[];
}
export interface NodeDescription {
  name: string;
  noise?: boolean;
  color?: boolean;
  color_if?: string;
  group?: string;
  summary: string;
  call: string;
  value?: string;
  bounds?: string;
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
  fields: FieldDescription[];
  maps: { name: string; channels: number; summary: string }[];
  formats: { name: string; extensions: string[]; summary: string }[];
  functions: { name: string; call: string; summary: string }[];
  operators: { name: string; summary: string }[];
  colors?: Record<string, string>;
}
export interface OutlineNode {
  pointer: string;
  type: string;
  name?: string;
  formula: string;
  low?: number;
  high?: number;
  color?: boolean;
}
