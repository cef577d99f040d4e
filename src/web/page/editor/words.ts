// The words of formulas and recipes, looked up in the module's description.

import type { App, Description, FieldDescription, FormulaPart, NodeDescription } from "../contract.js";
import { remembered } from "../memo.js";

/** A type of node or a function, by its name in formulas. */
export interface Callable {
  name: string;
  /** "terrace(source, levels, sharpness=0.8)" */
  call: string;
  summary: string;
  keys: readonly FieldDescription[];
  node?: NodeDescription;
}

/** A part of a formula, with the key that it belongs to. */
export interface Token extends Pick<FormulaPart, "kind" | "from" | "to"> {
  text: string;
  field?: FieldDescription | undefined;
}

const maxKept = 500;

const refType = "ref";

function callableOfNode(node: NodeDescription): Callable {
  const { name, call, summary, keys } = node;
  return { name, call, summary, keys, node };
}

function summariesOf(rows: Description["constants"] | Description["coordinates"]) {
  return new Map(rows.map(({ name, summary }) => [name, summary]));
}

export class Words {
  readonly callables: ReadonlyMap<string, Callable>;
  readonly operators: Description["operators"];
  readonly colors: Description["colors"];
  /** Names of numbers and of nodes, with their meanings. */
  readonly constants: ReadonlyMap<string, string>;
  readonly coordinates: ReadonlyMap<string, string>;
  readonly maps: Description["maps"];
  /** All keys, named by their paths. */
  readonly fields: readonly FieldDescription[];

  readonly #tokens = new Map<string, readonly Token[]>();
  #names = "";

  constructor(private readonly app: App) {
    const { description } = app;
    const callables = new Map(description.nodes.map((node) => [node.name, callableOfNode(node)]));
    for (const { name, call, summary, type = "" } of description.functions) {
      // "ridged(source)" is short for a fractal, whose other keys it takes.
      const keys = (callables.get(type)?.keys ?? []).filter(({ key }) => key !== "kind");
      callables.set(name, { name, call, summary, keys });
    }
    this.callables = callables;
    this.operators = description.operators;
    this.colors = description.colors;
    this.constants = summariesOf(description.constants);
    this.coordinates = summariesOf(description.coordinates);
    this.maps = description.maps;
    this.fields = description.fields;
  }

  /** In: names, of the recipe's nodes. */
  tokensOf(formula: string, mayBeColor: boolean, names: ReadonlySet<string>): readonly Token[] {
    const list = [...names];
    const allNames = list.join("\n");
    if (allNames !== this.#names || this.#tokens.size > maxKept) this.#tokens.clear();
    this.#names = allNames;
    const key = `${Number(mayBeColor)}${formula}`;
    return remembered(this.#tokens, key, () => {
      const parts = this.app.cobble.formulaParts(formula, mayBeColor, list);
      return parts.map(({ kind, from, to, call = "", key }) => ({
        ...{ kind, from, to, text: formula.slice(from, to) },
        field: this.callables.get(call)?.keys.find((field) => field.key === key),
      }));
    });
  }

  /** The types of nodes that formulas call. */
  get nodes(): NodeDescription[] {
    return [...this.callables.values()].flatMap(({ node }) =>
      node === undefined || node.name === refType ? [] : node,
    );
  }
}
