// What formulas and recipes are made of, looked up in the description of the module.

import type { Description, FieldDescription, NodeDescription } from "../contract.js";

/** A type of node or a function, as formulas call it. */
export interface Callable {
  name: string;
  /** "terrace(source, levels, sharpness=0.8)" */
  call: string;
  summary: string;
  /** What arguments without a key set, in order. */
  parameters: readonly string[];
  /** It takes more arguments of the last kind. */
  takesMany: boolean;
  keys: readonly FieldDescription[];
  node?: NodeDescription;
}

const refType = "ref";

/** "a, b" of "pow(a, b)": names without their defaults. */
function parametersOf(call: string): string[] {
  const list = /\((.*)\)$/.exec(call)?.[1] ?? "";
  return list.split(",").flatMap((part) => /^\s*([\w-]+)/.exec(part)?.[1] ?? []);
}

function callableOfNode(node: NodeDescription): Callable {
  const { name, call, summary, arguments: parameters, keys, takes_many: takesMany = false } = node;
  return { name, call, summary, parameters, takesMany, keys, node };
}

function summariesOf(rows: Description["constants"] | Description["coordinates"]) {
  return new Map(rows.map(({ name, summary }) => [name, summary]));
}

export class Words {
  readonly callables: ReadonlyMap<string, Callable>;
  readonly operators: Description["operators"];
  readonly colors: ReadonlyMap<string, string>;
  /** The words that are numbers, and those that are nodes, with what they mean. */
  readonly constants: ReadonlyMap<string, string>;
  readonly coordinates: ReadonlyMap<string, string>;
  readonly maps: Description["maps"];
  /** All keys: their names are paths. */
  readonly fields: readonly FieldDescription[];

  constructor(description: Description) {
    const callables = new Map(description.nodes.map((node) => [node.name, callableOfNode(node)]));
    for (const { name, call, summary, type = "" } of description.functions) {
      // "ridged(source)" is short for a fractal, and takes its other keys.
      const keys = (callables.get(type)?.keys ?? []).filter(({ key }) => key !== "kind");
      const parameters = parametersOf(call);
      callables.set(name, { name, call, summary, parameters, takesMany: false, keys });
    }
    this.callables = callables;
    this.operators = description.operators;
    this.colors = new Map(Object.entries(description.colors));
    this.constants = summariesOf(description.constants);
    this.coordinates = summariesOf(description.coordinates);
    this.maps = description.maps;
    this.fields = description.fields;
  }

  /** The types of nodes that formulas call. */
  get nodes(): NodeDescription[] {
    return [...this.callables.values()].flatMap(({ node }) =>
      node === undefined || node.name === refType ? [] : node,
    );
  }
}

/** Returns what a colour looks like, as "#rrggbb"; undefined if the text is no colour. */
export function sixDigits(text: string, words: Words): string | undefined {
  const named = words.colors.get(text.toLowerCase());
  if (named !== undefined) return named;
  const digits = /^#(?:[0-9a-f]{3}){1,2}$/i.test(text) ? text.slice(1).toLowerCase() : undefined;
  if (digits === undefined || digits.length === 6) return digits && `#${digits}`;
  return `#${[...digits].map((digit) => digit + digit).join("")}`;
}

/** What a place of a recipe or a formula wants. */
export type Wanted = "node" | "color node" | "number" | "color" | "word" | "text" | "other";

/**
 * Returns what a key wants. In: depth, in how many lists; index, in the innermost of them. Without
 * a key, a formula.
 */
export function wantedBy(
  field: FieldDescription | undefined,
  depth: number,
  index: number,
): Wanted {
  switch (field?.type) {
    case undefined:
    case "input":
    case "inputs":
      return (field?.accepts ?? "number") === "number" ? "node" : "color node";
    case "choice":
    case "bool":
      return "word";
    case "text":
      return "text";
    case "color":
      return "color";
    case "colors":
      return depth > 0 ? "color" : "other";
    case "stop":
      return depth === 1 && index === 1 ? "color" : "number";
    case "stops":
      return depth === 2 && index === 1 ? "color" : "number";
    case "range":
      return depth > 0 || field.choices === undefined ? "number" : "word";
    case "object":
    case "nodes":
    case "maps":
    case "pack":
    case "packs":
      return "other";
    default:
      return "number";
  }
}
