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

/** The words that are nodes. */
export const coordinates: ReadonlyMap<string, string> = new Map([
  ["x", "the coordinate to the right; 0 in the middle, the picture is 1 wide"],
  ["y", "the coordinate downwards; 0 in the middle"],
  ["z", "the coordinate through slices"],
]);

/** The words that are numbers. */
export const constants: ReadonlyMap<string, string> = new Map([
  ["pi", "3.14159…, half a turn in radians"],
  ["tau", "6.28318…, a turn in radians"],
  ["e", "2.71828…, the base of log and exp"],
]);

const refType = "ref";

/** "a, b" of "pow(a, b)": names without their defaults. */
function parametersOf(call: string): string[] {
  const list = /\((.*)\)$/.exec(call)?.[1] ?? "";
  return list.split(",").flatMap((part) => /^\s*([\w-]+)/.exec(part)?.[1] ?? []);
}

function callableOfNode(node: NodeDescription): Callable {
  const { name, call, summary, arguments: parameters, keys } = node;
  return { name, call, summary, parameters, takesMany: call.endsWith("...)"), keys, node };
}

export class Words {
  readonly callables: ReadonlyMap<string, Callable>;
  readonly operators: Description["operators"];
  readonly colors: ReadonlyMap<string, string>;
  readonly maps: Description["maps"];
  /** The keys outside nodes: their names are paths. */
  readonly fields: readonly FieldDescription[];

  constructor(description: Description) {
    const callables = new Map(description.nodes.map((node) => [node.name, callableOfNode(node)]));
    const fractal = callables.get("fractal");
    const isKind = ({ key }: FieldDescription) => key === "kind";
    const kinds = fractal?.keys.find(isKind)?.choices ?? [];
    for (const { name, call, summary } of description.functions) {
      // "ridged(source)" is short for a fractal, and takes its other keys.
      const keys = kinds.includes(name)
        ? (fractal?.keys ?? []).filter((each) => !isKind(each))
        : [];
      const parameters = parametersOf(call);
      callables.set(name, { name, call, summary, parameters, takesMany: false, keys });
    }
    this.callables = callables;
    this.operators = description.operators;
    this.colors = new Map(Object.entries(description.colors ?? {}));
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
