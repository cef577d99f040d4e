// The words of formulas and keys, looked up in the description of the module.

import type { Description, FieldDescription, NodeDescription } from "../contract.js";

export class Words {
  readonly nodes: ReadonlyMap<string, NodeDescription>;
  readonly functions: ReadonlyMap<string, { call: string; summary: string }>;
  readonly colors: ReadonlyMap<string, string>;
  /** Keys of nodes whose values are nodes, so that a string is a formula. */
  readonly #inputs: ReadonlySet<string>;
  readonly #fields: readonly FieldDescription[];

  constructor(description: Description) {
    this.nodes = new Map(description.nodes.map((node) => [node.name, node]));
    this.functions = new Map(description.functions.map((each) => [each.name, each]));
    this.colors = new Map(Object.entries(description.colors ?? {}));
    this.#fields = description.fields;
    const isInput = ({ type }: FieldDescription) => type === "input" || type === "inputs";
    this.#inputs = new Set(
      description.nodes.flatMap(({ keys }) => keys.filter(isInput).map(({ key }) => key)),
    );
  }

  /** Returns whether a string at a path of the recipe is a formula. */
  isFormula(path: readonly (string | number)[]): boolean {
    const [root] = path;
    if (root === "noise" && path.length === 1) return true;
    if ((root === "nodes" || root === "maps") && path.length === 2) return true;
    if (root !== "noise" && root !== "nodes" && root !== "maps") return false;
    const key = path.findLast((step) => typeof step === "string");
    return key !== undefined && this.#inputs.has(String(key));
  }

  /** Returns the keys that a call or node takes: those of the type that a function is short for. */
  keysOf(name: string): readonly FieldDescription[] {
    const node = this.nodes.get(name);
    if (node !== undefined) return node.keys;
    const call = this.functions.get(name);
    return call === undefined ? [] : (this.nodes.get("fractal")?.keys ?? []);
  }

  /** Returns the keys of the recipe's own objects: "" for the recipe, "domain" and so on. */
  fieldsOf(object: string): FieldDescription[] {
    const prefix = object === "" ? "" : `${object}.`;
    return this.#fields
      .filter(({ key }) => key.startsWith(prefix) && !key.slice(prefix.length).includes("."))
      .map((field) => ({ ...field, key: field.key.slice(prefix.length) }));
  }
}

/** A call in a formula that is not closed yet. */
export interface OpenCall {
  name: string;
  /** The number of arguments before, and the key of the last one, if it is named. */
  index: number;
  key: string;
}

/** Returns the innermost call that is open at the end of a text. */
export function openCallOf(text: string): OpenCall | undefined {
  let depth = 0;
  let index = 0;
  for (let at = text.length - 1; at >= 0; --at) {
    const letter = text[at] as string;
    if (letter === ")" || letter === "]") ++depth;
    else if (letter === "[") depth = Math.max(depth - 1, 0);
    else if (letter === "," && depth === 0) ++index;
    else if (letter === "(" && depth-- === 0) {
      const name = /[A-Za-z][\w-]*$/.exec(text.slice(0, at))?.[0];
      if (name === undefined) return undefined;
      const last = text.slice(at + 1).split(",").at(-1) ?? "";
      return { name, index, key: /^\s*([\w.-]+)\s*=/.exec(last)?.[1] ?? "" };
    }
  }
  return undefined;
}

export type TokenKind = "type" | "function" | "name" | "key" | "number" | "color" | "operator" | "word";

export interface Token {
  from: number;
  to: number;
  kind: TokenKind;
  text: string;
}

// Texts in quotes are skipped.
const tokenPattern =
  /'[^']*'|(#[0-9a-fA-F]{3,8}\b)|(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([A-Za-z_][\w]*(?:-[A-Za-z][\w]*)*)|([-+*/^<>=!?:]+)/g;

/** Splits a formula. In: the names of the recipe's nodes. */
export function tokensOf(formula: string, words: Words, names: ReadonlySet<string>): Token[] {
  const tokens: Token[] = [];
  for (const match of formula.matchAll(tokenPattern)) {
    const text = match[0];
    const from = match.index;
    const to = from + text.length;
    if (text.startsWith("'")) continue;
    let kind: TokenKind = "operator";
    if (match[1] !== undefined) kind = "color";
    else if (match[2] !== undefined) kind = "number";
    else if (match[3] !== undefined) kind = wordKind(formula.slice(to), text, words, names);
    tokens.push({ from, to, kind, text });
  }
  return tokens;
}

function wordKind(
  after: string,
  word: string,
  words: Words,
  names: ReadonlySet<string>,
): TokenKind {
  if (/^\s*=(?!=)/.test(after)) return "key";
  if (/^\s*\(/.test(after)) return words.nodes.has(word) ? "type" : "function";
  if (names.has(word)) return "name";
  if (words.nodes.get(word)?.noise === true) return "type";
  return words.colors.has(word) ? "color" : "word";
}
