// A module's memory: texts, arrays and structs of the C interface, laid out as in wasm32.

import { CobbleError } from "./values.js";

/** A module's memory, and its functions by their names in cobble_c.h. */
export interface Exports {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(address: number): void;
  [name: string]: unknown;
}

export type Address = number;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Converts positions in a text: indexes, and offsets in its bytes as UTF-8. */
export class ByteOffsets {
  // By index; undefined if all are equal.
  readonly #offsets: number[] | undefined;

  constructor(text: string) {
    if (/^[ -~\s]*$/.test(text)) return;
    const offsets = [0];
    for (const letter of text) {
      const end = (offsets.at(-1) as number) + encoder.encode(letter).length;
      for (let k = 0; k < letter.length; ++k) offsets.push(end);
    }
    this.#offsets = offsets;
  }

  offsetOf(index: number): number {
    return this.#offsets?.[index] ?? index;
  }
  indexOf(offset: number): number {
    const index = this.#offsets?.indexOf(offset) ?? offset;
    return index < 0 ? (this.#offsets as number[]).length - 1 : index;
  }
}

/** Memory for a call, freed after it. */
export class Scope {
  readonly #blocks: Address[] = [];

  private constructor(private readonly exports: Exports) {}

  /** Returns what `run` returns, and frees the memory that it took. */
  static run<Result>(exports: Exports, run: (scope: Scope) => Result): Result {
    const scope = new Scope(exports);
    try {
      return run(scope);
    } finally {
      for (const address of scope.#blocks) exports.free(address);
    }
  }

  /** Returns zeroed memory. */
  take(size: number): Address {
    const isPossible = size < 2 ** 32; // what a module can address
    const address = isPossible ? this.exports.malloc(Math.max(size, 1)) >>> 0 : 0;
    if (address === 0) throw memoryError(size);
    this.#blocks.push(address);
    // No view is kept: it becomes invalid when the memory grows.
    new Uint8Array(this.exports.memory.buffer, address, size).fill(0);
    return address;
  }

  /** Returns the text as NUL-terminated UTF-8; 0 for undefined. */
  text(text: string | undefined): Address {
    if (text === undefined) return 0;
    if (typeof text !== "string") throw new TypeError(`cobble: ${String(text)} is not a string`);
    if (text.includes("\0")) throw new TypeError("cobble: a string contains a NUL character");
    const bytes = encoder.encode(text);
    const address = this.take(bytes.length + 1);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  /** Returns an array of pointers to the texts; 0 if there are none. */
  texts(texts: readonly string[]): Address {
    if (!Array.isArray(texts)) throw new TypeError(`cobble: ${String(texts)} is not a list`);
    if (texts.length === 0) return 0;
    const pointers = texts.map((text) => this.text(text));
    const address = this.take(4 * pointers.length);
    new Uint32Array(this.exports.memory.buffer, address, pointers.length).set(pointers);
    return address;
  }

  /** Returns a copy of the array. */
  copy(from: Float32Array | Float64Array | Uint8Array): Address {
    const address = this.take(from.byteLength);
    new Uint8Array(this.exports.memory.buffer, address, from.byteLength).set(
      new Uint8Array(from.buffer, from.byteOffset, from.byteLength),
    );
    return address;
  }
}

function memoryError(size: number): CobbleError {
  const message = `not enough memory for ${size} bytes`;
  const texts = { where: "", hint: "", suggestion: "", option: "", pointer: "", formula: "" };
  return new CobbleError(message, 4, [{ ...texts, message, offset: 0, line: 0, column: 0 }]);
}

export function readText(exports: Exports, address: Address): string {
  if (address === 0) return "";
  const bytes = new Uint8Array(exports.memory.buffer);
  return decoder.decode(bytes.subarray(address >>> 0, bytes.indexOf(0, address >>> 0)));
}

/** The kinds of fields, with their sizes, which are also their alignments. */
const sizes = { i32: 4, u32: 4, pointer: 4, i64: 8, f64: 8 } as const;
export type Kind = keyof typeof sizes;

/** The layout of a struct of cobble_c.h, made from its fields in order. */
export class Layout<Name extends string> {
  readonly size: number;
  readonly #fields = new Map<string, { kind: Kind; offset: number }>();

  /** In: isSized, whether the struct begins with its size. */
  constructor(
    fields: Record<Name, Kind>,
    private readonly isSized = true,
  ) {
    let end = isSized ? sizes.u32 : 0;
    let alignment: number = sizes.u32; // every struct has such a field
    for (const [name, kind] of Object.entries<Kind>(fields)) {
      const size = sizes[kind];
      const offset = Math.ceil(end / size) * size;
      this.#fields.set(name, { kind, offset });
      end = offset + size;
      alignment = Math.max(alignment, size);
    }
    this.size = Math.ceil(end / alignment) * alignment;
  }

  /** Sets fields of a struct; the others keep their values. */
  write(exports: Exports, address: Address, values: Partial<Record<Name, number>>): void {
    const view = new DataView(exports.memory.buffer);
    for (const [name, value] of Object.entries(values) as [Name, number][]) {
      const { kind, offset } = this.#fields.get(name)!;
      const at = address + offset;
      if (kind === "f64") view.setFloat64(at, value, true);
      else if (kind === "i64") view.setBigInt64(at, BigInt(value), true);
      else if (kind === "i32") view.setInt32(at, value, true);
      else view.setUint32(at, value, true);
    }
  }

  /** Returns all fields of a struct. */
  read(exports: Exports, address: Address): Record<Name, number> {
    const view = new DataView(exports.memory.buffer);
    const values = [...this.#fields].map(([name, { kind, offset }]) => {
      const at = address + offset;
      if (kind === "f64") return [name, view.getFloat64(at, true)];
      if (kind === "i64") return [name, Number(view.getBigInt64(at, true))];
      return [name, kind === "i32" ? view.getInt32(at, true) : view.getUint32(at, true)];
    });
    return Object.fromEntries(values) as Record<Name, number>;
  }

  /** Returns a new struct with these fields; all others are 0. */
  make(exports: Exports, scope: Scope, values: Partial<Record<Name, number>> = {}): Address {
    const address = scope.take(this.size);
    if (this.isSized) new DataView(exports.memory.buffer).setUint32(address, this.size, true);
    this.write(exports, address, values);
    return address;
  }
}
