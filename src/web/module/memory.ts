// Memory of a module: texts, arrays and structs of the C interface, whose layout is that of wasm32.

/** The functions of a module, by their names in cobble_c.h, and its memory. */
export interface Exports {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(address: number): void;
  [name: string]: unknown;
}

export type Address = number;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Positions in a text: indexes, and offsets in its bytes as UTF-8. */
export class ByteOffsets {
  // Of each index; absent if all are the same.
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

/** Memory that is taken for a call, and freed together after it. */
export class Scope {
  readonly #blocks: Address[] = [];

  private constructor(private readonly exports: Exports) {}

  /** Returns what `run` returns; the memory that it takes is freed after it. */
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
    const isPossible = size < 2 ** 32; // all that a module can address
    const address = isPossible ? this.exports.malloc(Math.max(size, 1)) >>> 0 : 0;
    if (address === 0) throw new RangeError(`cobble: no memory for ${size} bytes`);
    this.#blocks.push(address);
    // A view is valid until the memory grows.
    new Uint8Array(this.exports.memory.buffer, address, size).fill(0);
    return address;
  }

  /** Returns the text in UTF-8, NUL-terminated; 0 for undefined. */
  text(text: string | undefined): Address {
    if (text === undefined) return 0;
    if (typeof text !== "string") throw new TypeError(`cobble: ${String(text)} is not a text`);
    if (text.includes("\0")) throw new TypeError("cobble: a text contains a NUL character");
    const bytes = encoder.encode(text);
    const address = this.take(bytes.length + 1);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  /** Returns an array of pointers to texts; 0 if there are none. */
  texts(texts: readonly string[]): Address {
    if (!Array.isArray(texts)) throw new TypeError(`cobble: ${String(texts)} is not a list`);
    if (texts.length === 0) return 0;
    const pointers = texts.map((text) => this.text(text));
    const address = this.take(4 * pointers.length);
    new Uint32Array(this.exports.memory.buffer, address, pointers.length).set(pointers);
    return address;
  }

  /** Returns memory with the elements. */
  copy(from: Float32Array | Float64Array | Uint8Array): Address {
    const address = this.take(from.byteLength);
    new Uint8Array(this.exports.memory.buffer, address, from.byteLength).set(
      new Uint8Array(from.buffer, from.byteOffset, from.byteLength),
    );
    return address;
  }
}

export function readText(exports: Exports, address: Address): string {
  if (address === 0) return "";
  const bytes = new Uint8Array(exports.memory.buffer);
  return decoder.decode(bytes.subarray(address >>> 0, bytes.indexOf(0, address >>> 0)));
}

/** The kinds of fields, with their size, which is also their alignment. */
const sizes = { i32: 4, u32: 4, pointer: 4, i64: 8, f64: 8 } as const;
export type Kind = keyof typeof sizes;

/** A struct of cobble_c.h: its fields in order. Structs with a struct_size have it as the first. */
export class Layout<Name extends string> {
  readonly size: number;
  readonly #offsets = new Map<string, { kind: Kind; offset: number }>();

  constructor(fields: Record<Name, Kind>) {
    let end = 0;
    let alignment = 1;
    for (const [name, kind] of Object.entries<Kind>(fields)) {
      const size = sizes[kind];
      const offset = Math.ceil(end / size) * size;
      this.#offsets.set(name, { kind, offset });
      end = offset + size;
      alignment = Math.max(alignment, size);
    }
    this.size = Math.ceil(end / alignment) * alignment;
  }

  /** Sets fields of the struct at the address; the others keep their values. */
  write(exports: Exports, address: Address, values: Partial<Record<Name, number>>): void {
    const view = new DataView(exports.memory.buffer);
    for (const [name, value] of Object.entries(values) as [Name, number][]) {
      const { kind, offset } = this.#offsets.get(name)!;
      const at = address + offset;
      if (kind === "f64") view.setFloat64(at, value, true);
      else if (kind === "i64") view.setBigInt64(at, BigInt(value), true);
      else if (kind === "i32") view.setInt32(at, value, true);
      else view.setUint32(at, value, true);
    }
  }

  read(exports: Exports, address: Address, name: Name): number {
    const view = new DataView(exports.memory.buffer);
    const { kind, offset } = this.#offsets.get(name)!;
    const at = address + offset;
    if (kind === "f64") return view.getFloat64(at, true);
    if (kind === "i64") return Number(view.getBigInt64(at, true));
    return kind === "i32" ? view.getInt32(at, true) : view.getUint32(at, true);
  }

  /** Returns a new struct with these fields, and 0 in all others. */
  make(exports: Exports, scope: Scope, values: Partial<Record<Name, number>>): Address {
    const address = scope.take(this.size);
    this.write(exports, address, values);
    return address;
  }
}
