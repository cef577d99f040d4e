// The words of formulas and recipes, looked up in the module's description.

import { Facet, type EditorState, type Extension } from "@codemirror/state";
import type { App, FieldDescription, FormulaPart, NodeDescription } from "../contract.js";
import { remembered } from "../memo.js";

/** A type of node or a function. */
export type Callable = Pick<NodeDescription, "call" | "summary" | "keys" | "value" | "bounds">;

/** A part of a formula, with the key that it belongs to. */
export interface Token extends Pick<FormulaPart, "kind" | "from" | "to"> {
  text: string;
  field?: FieldDescription | undefined;
}

const maxKept = 500;

export class Words {
  readonly description: App["description"];
  /** By name in formulas. */
  readonly callables: ReadonlyMap<string, Callable>;

  readonly #tokens = new Map<string, readonly Token[]>();
  #names = "";

  constructor(readonly app: App) {
    this.description = app.description;
    const { nodes, functions, library } = app.description;
    const callables = new Map<string, Callable>(nodes.map((node) => [node.name, node]));
    for (const { name, call, summary, type = "" } of functions) {
      // "ridged(source)" is short for a fractal, whose other keys it takes.
      const keys = (callables.get(type)?.keys ?? []).filter(({ key }) => key !== "kind");
      callables.set(name, { call, summary, keys });
    }
    for (const { name, call, summary } of library) callables.set(name, { call, summary, keys: [] });
    this.callables = callables;
  }

  /** In: names, of the recipe's nodes, and its functions. */
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
}

const ofEditor = Facet.define<Words, Words>({ combine: ([words]) => words as Words });

/** Gives an editor its words. */
export function withWords(app: App): Extension {
  return ofEditor.of(new Words(app));
}

export function wordsOf(state: EditorState): Words {
  return state.facet(ofEditor);
}
