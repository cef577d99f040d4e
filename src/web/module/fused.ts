// Whether relaxed SIMD fuses here. cobble-fused.wasm has the same bits as cobble.wasm only where
// f32x4.relaxed_madd rounds once. Hosts may round once or twice, but always do the same.
// Based on: the WebAssembly specification 3.0, "Relaxed Operations", whose parameters are constant
// during the execution of a program.

// A module with the function f(a, b, c), which computes a * b + c by that instruction.
const probe = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 125, 125, 125, 1, 125, 3, 2, 1, 0, 7, 5, 1, 1, 102,
  0, 0, 10, 22, 1, 20, 0, 32, 0, 253, 19, 32, 1, 253, 19, 32, 2, 253, 19, 253, 133, 2, 253, 31, 0,
  11,
];

/** Telling cases: a, b, c, and a * b + c rounded once. @internal */
export const fusedSums: readonly [a: number, b: number, c: number, sum: number][] = [
  // The product has more bits than a float.
  [1 + 2 ** -12, 1 + 2 ** -12, -1 - 2 ** -11, 2 ** -24],
  [1 + 2 ** -23, 1 - 2 ** -23, -1, -(2 ** -46)],
  // It is too large for one, or too small.
  [2 ** 64, 2 ** 64, -(2 ** 127), 2 ** 127],
  [2 ** -75, 2 ** -75, 2 ** -149, 2 ** -148],
  // Rounded to a double first, the sum becomes a tie.
  [1 + 2 ** -23, 2 ** -24 * (1 - 2 ** -23), 1 + 2 ** -23, 1 + 2 ** -23],
  [-1 - 2 ** -23, 2 ** -24 * (1 - 2 ** -23), -1 - 2 ** -23, -1 - 2 ** -23],
];

/** Whether this host has relaxed SIMD that rounds a * b + c once. */
export function fuses(): boolean {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(probe)));
    const fma = exports["f"] as (a: number, b: number, c: number) => number;
    return fusedSums.every(([a, b, c, sum]) => Object.is(fma(a, b, c), sum));
  } catch {
    return false; // it has no relaxed SIMD
  }
}
