// Calls the functions of cobble_c.h in a module: throws errors, and copies results.

import { Scope, readText, type Address, type Exports } from "./memory.js";
import { issueLayout } from "./structs.js";
import { CobbleError, type Issue } from "./values.js";

type Values = (number | bigint)[];
/** A function's name and its arguments. */
export type Words = [string, ...Values];

export class Module {
  /** @internal */
  constructor(readonly exports: Exports) {}

  /** @internal */
  call(name: string, ...values: Values): number {
    return (this.exports[name] as (...values: Values) => number)(...values);
  }

  /** Calls a function whose last argument is an error. @internal */
  check(name: string, ...values: Values): void {
    Scope.run(this.exports, (scope) => {
      const error = scope.take(4);
      if (this.call(name, ...values, error) !== 0) throw this.#errorAt(this.pointerAt(error));
    });
  }

  /** Calls a function whose last arguments are a new object and an error. @internal */
  make(words: (scope: Scope) => Words): Address {
    return Scope.run(this.exports, (scope) => {
      const made = scope.take(4);
      const [name, ...values] = words(scope);
      this.check(name, ...values, made);
      return this.pointerAt(made);
    });
  }

  /** Calls a function that makes a text. @internal */
  makeText(words: (scope: Scope) => Words): string {
    return this.takeText(this.make(words));
  }

  /** @internal */
  pointerAt(address: Address): Address {
    return new DataView(this.exports.memory.buffer).getUint32(address, true);
  }

  /** Copies the bytes of a cobble_bytes and frees it. @internal */
  takeBytes(bytes: Address): Uint8Array<ArrayBuffer> {
    const at = this.call("cobble_bytes_data", bytes) >>> 0;
    const size = this.call("cobble_bytes_size", bytes) >>> 0;
    const copy = new Uint8Array(this.exports.memory.buffer).slice(at, at + size);
    this.call("cobble_bytes_free", bytes);
    return copy;
  }

  /** Reads a text from a cobble_bytes and frees it. @internal */
  takeText(bytes: Address): string {
    return new TextDecoder().decode(this.takeBytes(bytes));
  }

  #errorAt(error: Address): CobbleError {
    const text = readText(this.exports, this.call("cobble_error_text", error));
    const status = this.call("cobble_error_status", error);
    return new CobbleError(text, status, this.takeIssues(error));
  }

  /** Copies the issues of a cobble_error and frees it. @internal */
  takeIssues(error: Address): Issue[] {
    try {
      return Scope.run(this.exports, (scope) => this.#issuesOf(error, scope));
    } finally {
      this.call("cobble_error_free", error);
    }
  }

  #issuesOf(error: Address, scope: Scope): Issue[] {
    const { exports } = this;
    const at = issueLayout.make(exports, scope);
    const issues: Issue[] = [];
    while (this.call("cobble_error_issue", error, issues.length, at) === 1) {
      const { offset, line, column, ...pointers } = issueLayout.read(exports, at);
      const texts = Object.entries(pointers).map(([name, text]) => [name, readText(exports, text)]);
      issues.push({ ...Object.fromEntries(texts), offset, line, column } as Issue);
    }
    return issues;
  }
}
