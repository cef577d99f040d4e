// The sRGB curve of `cobble render`, so that the screen shows the bytes of its PNG.
// Source: output/transfer.cpp, with the same arithmetic.

const { fround, sqrt } = Math;

const coefficients = [
  0.4486836130419967, 0.4617467398829288, 0.09503807760359819, -0.006519477465247966,
  0.0013416096606698636, -0.000391362772653604, 0.00013495592747874758, -4.074036057617871e-5,
  1.5958470728802155e-5, -1.7724655409975558e-5, 8.353314360543994e-6,
].map(fround);
const middle = 0.61825;
const half = 0.38175;
const linearEnd = fround(0.0031308);
const steepness = fround(1 / half);
const shift = fround(-middle / half);
const scale = fround(1.055);
const offset = fround(0.055);

// Rounds once: the product is exact. In one of 2^29 cases, the sum is a midpoint of floats, but no
// byte depends on those (a test compares all bytes).
const fma = (a: number, b: number, c: number) => fround(a * b + c);

function encode(light: number): number {
  if (light >= 1) return light;
  if (light <= linearEnd) return fround(light * fround(12.92));
  const u = fma(fround(sqrt(fround(sqrt(light)))), steepness, shift);
  const power = coefficients.reduceRight((sum, coefficient) => fma(sum, u, coefficient));
  return fma(power, scale, -offset);
}

// In: a float in 0..1. The array rounds halves to even.
const rounded = new Uint8ClampedArray(1);
function byteOf(light: number): number {
  rounded[0] = 255 * encode(light);
  return rounded[0];
}

// For each byte but the last, the first float that becomes a higher one. Positive floats have the
// order of their bits.
const thresholds = Float32Array.from({ length: 255 }, (_, byte) => {
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  let low = 0;
  let high = 0x3f800000; // 1
  while (high - low > 1) {
    bits[0] = (low + high) >>> 1;
    if (byteOf(float[0] as number) > byte) high = bits[0];
    else low = bits[0];
  }
  bits[0] = high;
  return float[0] as number;
});

// The byte at the start of each part of 0..1, from where others are found.
const parts = 4096;
const firstBytes = Uint8Array.from({ length: parts }, (_, part) => byteOf(fround(part / parts)));

/** Returns the sRGB byte for linear light. */
export function srgbByte(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 255;
  let byte = firstBytes[(light * parts) | 0] as number;
  while (byte < 255 && light >= (thresholds[byte] as number)) ++byte;
  return byte;
}
