// What the parts of a formula are: its tokens, and the call and key that each belongs to.

import type { FieldDescription } from "../contract.js";
import { keyAt, pieceAt, skipBlanks, wordEnd, type Piece } from "./scan.js";
import { wantedBy, type Callable, type Wanted, type Words } from "./words.js";

export type TokenKind =
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

export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
  text: string;
  /** The call whose brackets it is in. */
  call?: Callable;
  /** The key that its argument sets. */
  field?: FieldDescription;
}

/** Brackets that are open, or the whole formula. */
export interface Frame {
  bracket: "" | "(" | "[";
  /** For brackets of a call. */
  call?: Callable;
  /** Whether a call of something unknown. */
  isCall: boolean;
  field?: FieldDescription;
  /** The number of lists inside of the value of `field`, and of items before. */
  depth: number;
  index: number;
  /** The keys set so far by name, the current one last. */
  given: string[];
  isKeyed: boolean;
  /** Whether an argument or item begins here. */
  isStart: boolean;
}

/** Longer formulas are shown as plain text: nobody wrote them by hand. */
const maxLength = 20_000;
const maxFrames = 256;

export class FormulaReader {
  readonly tokens: Token[] = [];
  readonly frames: Frame[];
  readonly #text: string;
  #at = 0;

  /** In: the key whose value the formula is; the names of the recipe's nodes. */
  constructor(
    text: string,
    field: FieldDescription | undefined,
    private readonly words: Words,
    private readonly names: ReadonlySet<string>,
  ) {
    this.#text = text.length > maxLength ? "" : text;
    const start = { depth: 0, index: 0, given: [], isKeyed: false, isStart: true };
    this.frames = [{ bracket: "", isCall: false, field, ...start }];
    this.#read();
  }

  get top(): Frame {
    return this.frames.at(-1) as Frame;
  }

  get wanted(): Wanted {
    const { field, depth, index } = this.top;
    return wantedBy(field, depth, index);
  }

  #read(): void {
    for (;;) {
      this.#at = skipBlanks(this.#text, this.#at);
      if (this.#at >= this.#text.length || this.frames.length > maxFrames) return;
      if (this.#takeKey() || this.#takeWord()) continue;
      const piece = pieceAt(this.#text, this.#at);
      if (piece === undefined) return;
      this.#take(piece);
    }
  }

  #add(kind: TokenKind, to: number, frame = this.top): void {
    const from = this.#at;
    const text = this.#text.slice(from, to);
    this.tokens.push({ kind, from, to, text, call: frame.call, field: frame.field });
    this.#at = to;
  }

  // "octaves=" at the beginning of an argument.
  #takeKey(): boolean {
    const frame = this.top;
    if (!frame.isStart || !frame.isCall || frame.isKeyed) return false;
    const key = keyAt(this.#text, this.#at);
    if (key === "") return false;
    frame.isKeyed = true;
    frame.field = frame.call?.keys.find((field) => field.key === key);
    frame.given.push(key);
    this.#add("key", this.#at + key.length);
    this.#at = skipBlanks(this.#text, this.#at);
    this.#add("operator", this.#at + 1);
    return true;
  }

  // Keys that take words have them without quotes, whatever else they could mean.
  #takeWord(): boolean {
    const frame = this.top;
    const { wanted } = this;
    if (!frame.isStart || frame.bracket === "" || (wanted !== "word" && wanted !== "text"))
      return false;
    const to = wordEnd(this.#text, this.#at);
    if (to === this.#at) return false;
    frame.isStart = false;
    this.#add("word", to);
    return true;
  }

  #take(piece: Piece): void {
    const { kind, to } = piece;
    if (kind === "sign") return this.#takeSign(this.#text.slice(piece.from, to), to);
    this.top.isStart = false;
    if (kind === "name") return this.#takeName(to);
    this.#add(kind === "other" ? "unknown" : kind, to);
  }

  #takeName(to: number): void {
    const name = this.#text.slice(this.#at, to);
    if (this.#text[skipBlanks(this.#text, to)] === "(") {
      const call = this.words.callables.get(name);
      const kind = call === undefined ? "unknown" : call.node !== undefined ? "type" : "function";
      this.#add(kind, to);
      this.#at = skipBlanks(this.#text, to);
      this.#open("(", call, true);
    } else {
      this.#add(this.#kindOfName(name), to);
    }
  }

  #kindOfName(name: string): TokenKind {
    const { wanted } = this;
    if (this.names.has(name)) return "name";
    if (this.words.constants.has(name) || this.words.coordinates.has(name)) return "constant";
    const mayBeColor = wanted === "color" || wanted === "color node";
    if (mayBeColor && this.words.colors.has(name.toLowerCase())) return "color";
    const isAlone =
      this.#text.trim() === name && this.words.callables.get(name)?.node !== undefined;
    return isAlone ? "type" : "unknown";
  }

  #takeSign(sign: string, to: number): void {
    if (sign === "(" || sign === "[") return this.#open(sign, undefined, false);
    const frame = this.top;
    if (sign === ")" || sign === "]") {
      this.#add("bracket", to);
      if (frame.bracket === (sign === ")" ? "(" : "[")) this.frames.pop();
      this.top.isStart = false;
      return;
    }
    this.#add("operator", to);
    if (sign !== ",") return void (frame.isStart = false);
    frame.isStart = true;
    ++frame.index;
    if (!frame.isCall) return;
    frame.isKeyed = false;
    frame.field = fieldOfPlace(frame);
  }

  #open(bracket: "(" | "[", call: Callable | undefined, isCall: boolean): void {
    const { field, depth, index } = this.top;
    const isList = bracket === "[";
    this.top.isStart = false;
    this.#add("bracket", this.#at + 1);
    const frame: Frame = {
      bracket,
      call: isCall ? call : this.top.call,
      isCall,
      field,
      depth: isCall ? 0 : depth + (isList ? 1 : 0),
      index: isCall || isList ? 0 : index,
      given: [],
      isKeyed: false,
      isStart: true,
    };
    if (isCall) frame.field = fieldOfPlace(frame);
    this.frames.push(frame);
  }
}

/** Returns what an argument without a key sets; none can follow one with a key. */
function fieldOfPlace({ call, index, given }: Frame): FieldDescription | undefined {
  if (call === undefined || given.length > 0) return undefined;
  const last = call.takesMany ? call.parameters.length - 1 : Infinity;
  const key = call.parameters[Math.min(index, last)];
  return call.keys.find((field) => field.key === key);
}

/** The text of a JSON string, and where each of its characters stands in the JSON text. */
export interface Decoded {
  text: string;
  /** Returns how far behind the opening quote a character begins. */
  rawOf(at: number): number;
  /** The opposite. */
  textOf(raw: number): number;
}

const escapePattern = /\\u[0-9a-fA-F]{4}|\\.|[^\\]|\\/gs;
const escapes = new Map(Object.entries({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }));

/** In: what is between the quotes. */
export function decode(raw: string): Decoded {
  if (!raw.includes("\\")) return { text: raw, rawOf: (at) => at, textOf: (at) => at };
  const starts: number[] = [];
  let text = "";
  for (const { 0: part, index } of raw.matchAll(escapePattern)) {
    starts.push(index);
    if (part.length === 6) text += String.fromCharCode(parseInt(part.slice(2), 16));
    else if (part.length === 2) text += escapes.get(part[1] as string) ?? part[1];
    else text += part;
  }
  starts.push(raw.length);
  return {
    text,
    rawOf: (at) => starts[Math.min(at, starts.length - 1)] as number,
    textOf: (at) => {
      const next = starts.findIndex((start) => start > at);
      return next < 0 ? text.length : Math.max(next - 1, 0);
    },
  };
}
