// A recipe's graph: a card for each node worth seeing, with its inputs.

import type { Json, JsonObject, RecipeState } from "../contract.js";
import { isObject, namesUsedBy, objectIn, referredBy, stepFor, valueAt } from "../json.js";
import { callsIn, outlineAt } from "../outline.js";

export interface Card {
  /** The JSON pointer to the node. */
  id: string;
  /** "clouds", or the type of a node without a name. */
  title: string;
  type: string;
  formula: string;
  /** The functions that its formula calls, whose nodes have no cards. */
  calls: string[];
  /** The map that shows it: "@clouds". */
  map: string;
  /** The ids of the cards it uses. */
  inputs: string[];
  /** What shows the node as it is, and has no card of its own: "noise", "color". */
  roles: string[];
  /** Changes with its picture. */
  key: string;
}

/** Types that only compute with their inputs: unnamed ones are part of their user's card. */
export const arithmetic = new Set(
  "constant color add subtract multiply min max abs invert power clamp remap mix".split(" "),
);
/** If there would be more cards, only named nodes are shown. */
const maxCards = 26;

export function graphOf(state: RecipeState): Card[] {
  const all = new Builder(state, true).build();
  return all.length <= maxCards ? all : new Builder(state, false).build();
}

type Ids = Set<string>;

class Builder {
  readonly #recipe: JsonObject;
  readonly #cards: Card[] = [];

  constructor(private readonly state: RecipeState, private readonly showsUnnamed: boolean) {
    this.#recipe = state.folded;
  }

  build(): Card[] {
    const entries = (key: string) => Object.entries(objectIn(this.#recipe, key));
    for (const [name, value] of entries("nodes"))
      if (this.#isOwn(name)) this.#addCard(`/nodes/${stepFor(name)}`, value, name, `@${name}`);
    const { noise } = this.#recipe;
    if (noise !== undefined) this.#addRole("/noise", noise, "noise", "height");
    for (const [name, value] of entries("maps"))
      this.#addRole(`/maps/${stepFor(name)}`, value, name, name);
    return this.#cards;
  }

  // Nodes of functions are not the recipe's own.
  #isOwn(name: string): boolean {
    return name in objectIn(this.state.recipe, "nodes");
  }

  #callsAt(pointer: string): string[] {
    return callsIn(this.state, valueAt(this.state.recipe, pointer));
  }

  // A named node that is also the noise or a map has one card.
  #addRole(id: string, value: Json, title: string, map: string): void {
    const node = this.#cards.find((card) => card.id === referredBy(value));
    if (node === undefined) this.#addCard(id, value, title, map);
    else node.roles.push(title);
  }

  #addCard(id: string, value: Json, title: string, map: string): void {
    const inputs = new Set<string>();
    const calls = this.#callsAt(id);
    if (isObject(value)) {
      if (typeof value["ref"] === "string") this.#addUse(value["ref"], inputs);
      else this.#collect(id, value, inputs, calls.length > 0);
    }
    this.#cards.push({
      id,
      title,
      type: isObject(value) ? String(value["type"] ?? value["ref"]) : "constant",
      formula: outlineAt(this.state, id)?.formula ?? JSON.stringify(value),
      calls,
      map,
      inputs: [...inputs],
      roles: [],
      key: this.#keyOf(value),
    });
  }

  #addUse(name: string, inputs: Ids): void {
    if (this.#isOwn(name)) inputs.add(`/nodes/${stepFor(name)}`);
    else this.#visit("", objectIn(this.#recipe, "nodes")[name] ?? null, inputs, true);
  }

  // Finds the cards that a node uses, and makes cards for unnamed nodes outside of calls.
  #collect(pointer: string, value: JsonObject | Json[], inputs: Ids, isInCall: boolean): void {
    for (const [key, each] of Object.entries(value)) {
      const at = `${pointer}/${stepFor(key)}`;
      this.#visit(at, each, inputs, isInCall || this.#callsAt(at).length > 0);
    }
  }

  #visit(pointer: string, value: Json, inputs: Ids, isInCall: boolean): void {
    if (Array.isArray(value)) this.#collect(pointer, value, inputs, isInCall);
    if (!isObject(value)) return;
    const { ref, type } = value;
    if (typeof ref === "string") this.#addUse(ref, inputs);
    else if (isInCall) this.#collect(pointer, value, inputs, true);
    // Objects that are not nodes, such as distributions, have no formula.
    else if (typeof type !== "string" || !outlineAt(this.state, pointer)) return;
    else if (arithmetic.has(type) || !this.showsUnnamed)
      this.#collect(pointer, value, inputs, false);
    else {
      this.#addCard(pointer, value, type, `@${pointer}`);
      inputs.add(pointer);
    }
  }

  // All that the picture depends on: the node, what it refers to, and the view.
  #keyOf(value: Json): string {
    const { seed, tiling, loop, flip, domain, size } = this.#recipe;
    const nodes = objectIn(this.#recipe, "nodes");
    const used = [...namesUsedBy(value, nodes)].map((name) => nodes[name] ?? null);
    return JSON.stringify([value, used, seed, tiling, loop, flip, domain, size]);
  }
}
