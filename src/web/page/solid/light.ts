// The light around a solid: a sun, and a studio with a sky, a ground and softboxes, whose light is
// blurred by a surface's roughness in closed form. The shaders have the same functions, and take
// their numbers from here.
// Based on: Ravi Ramamoorthi, Pat Hanrahan, An Efficient Representation for Irradiance Environment
//   Maps, 2001 (diffuse light as spherical harmonics); Brian Karis, Real Shading in Unreal Engine
//   4, 2013 (what microfacets reflect, as F0 a + b).

import { add, cross, dot, mixed, normalized, scaled, smoothstep, type Vector } from "./vector.js";

/** The light that a white diffuse surface facing the sun reflects: a little warm. */
export const sunColor: Vector = [0.8, 0.775, 0.735];
/** In radians. So wide that its glint on smooth surfaces is larger than a pixel. */
export const sunRadius = 0.035;

/** The radiance of the studio without its softboxes, from nadir to zenith. */
export const sky = {
  nadir: [0.11, 0.107, 0.103],
  ground: [0.3, 0.295, 0.285],
  horizon: [0.44, 0.445, 0.455],
  zenith: [0.16, 0.175, 0.205],
} as const satisfies Record<string, Vector>;

/** A rectangle of light around a viewer who looks along -z, with x to the right. */
interface Softbox {
  /** Its middle, and the directions of its sides, of length 1. */
  axis: Vector;
  side: Vector;
  up: Vector;
  /** Half its width and height at distance 1. */
  half: readonly [number, number];
  radiance: Vector;
}

function softbox(axis: Vector, half: readonly [number, number], radiance: Vector): Softbox {
  const middle = normalized(axis);
  const side = normalized(cross([0, 1, 0], middle));
  return { axis: middle, side, up: cross(middle, side), half, radiance };
}

export const softboxes: readonly Softbox[] = [
  softbox([-0.55, 0.75, 0.6], [0.27, 0.22], [2.9, 2.85, 2.75]),
  softbox([0.35, 0.6, -0.9], [0.7, 0.2], [1.45, 1.5, 1.57]),
  softbox([1, 0.35, 0.25], [0.14, 0.5], [1.3, 1.35, 1.45]),
];

/** Returns the integral of exp(-x^2) from -infinity, scaled to 0..1, with an error up to 0.0005. */
function gaussianStep(x: number): number {
  return 0.5 + 0.5 * Math.tanh(x * (1.12838 + 0.10275 * x * x));
}

/** Returns the radiance around a direction. In: alpha, the width of the lobe in 0..1. */
function radianceAround(d: Vector, alpha: number): Vector {
  const width = 0.03 + 0.8 * alpha;
  const above = 0.5 + (0.5 * d[1]) / Math.sqrt(d[1] * d[1] + width * width);
  const rise = Math.sqrt(Math.abs(d[1]) * (1 - 0.5 * alpha) + 0.25 * alpha);
  const below = mixed(sky.ground, sky.nadir, rise);
  let light = mixed(below, mixed(sky.horizon, sky.zenith, rise), above);
  const blur = 1 / (0.03 + 1.6 * alpha);
  for (const box of softboxes) {
    const facing = dot(d, box.axis);
    if (facing <= 0) continue;
    const x = dot(d, box.side) / facing;
    const y = dot(d, box.up) / facing;
    const within =
      (gaussianStep((box.half[0] - x) * blur) - gaussianStep((-box.half[0] - x) * blur)) *
      (gaussianStep((box.half[1] - y) * blur) - gaussianStep((-box.half[1] - y) * blur)) *
      smoothstep(0, 0.4, facing);
    light = add(light, scaled(box.radiance, within));
  }
  return light;
}

function harmonicsAt([x, y, z]: Vector): number[] {
  return [
    0.282095,
    0.488603 * y,
    0.488603 * z,
    0.488603 * x,
    1.092548 * x * y,
    1.092548 * y * z,
    0.315392 * (3 * z * z - 1),
    1.092548 * x * z,
    0.546274 * (x * x - y * y),
  ];
}

let harmonics: Float32Array | undefined;

/**
 * Returns nine colours. Their sum, weighted by the harmonics of a direction, is the light that a
 * white diffuse surface facing it reflects.
 */
export function irradianceHarmonics(): Float32Array {
  if (harmonics !== undefined) return harmonics;
  const sum = new Float32Array(27);
  const count = 1024;
  // The factors of the cosine lobe by band, by the theorem of Funk and Hecke, divided by pi.
  const bands = [1, 2 / 3, 2 / 3, 2 / 3, 0.25, 0.25, 0.25, 0.25, 0.25];
  for (let i = 0; i < count; ++i) {
    const y = 1 - (2 * i + 1) / count;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const level = Math.sqrt(1 - y * y);
    const d: Vector = [level * Math.sin(angle), y, level * Math.cos(angle)];
    const light = radianceAround(d, 0);
    harmonicsAt(d).forEach((value, k) => {
      const weight = (value * (bands[k] as number) * 4 * Math.PI) / count;
      for (let c = 0; c < 3; ++c)
        sum[3 * k + c] = (sum[3 * k + c] as number) + weight * (light[c] as number);
    });
  }
  return (harmonics = sum);
}

export const tableSide = 16;
let table: Float32Array | undefined;

/**
 * Returns a table of a and b, where F0 a + b is the share of a uniform sky that microfacets mirror:
 * by the cosine of the viewer's angle (columns) and the roughness (rows), both from 0 to 1.
 */
export function mirroredTable(): Float32Array {
  if (table !== undefined) return table;
  const made = new Float32Array(2 * tableSide * tableSide);
  for (let row = 0; row < tableSide; ++row)
    for (let column = 0; column < tableSide; ++column) {
      const cosine = Math.max(column / (tableSide - 1), 0.01);
      const roughness = Math.max(row / (tableSide - 1), 0.05);
      made.set(mirroredFraction(cosine, roughness), 2 * (row * tableSide + column));
    }
  return (table = made);
}

// Sums over microfacets with the distribution of GGX.
function mirroredFraction(toViewer: number, roughness: number): [number, number] {
  const count = 64;
  const square = roughness ** 4;
  const viewer: Vector = [Math.sqrt(1 - toViewer * toViewer), 0, toViewer];
  let [a, b] = [0, 0];
  for (let i = 0; i < count; ++i) {
    const u = (i + 0.5) / count;
    const height = Math.sqrt((1 - u) / (1 + (square - 1) * u));
    const level = Math.sqrt(1 - height * height);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const facet: Vector = [level * Math.cos(angle), level * Math.sin(angle), height];
    const onFacet = dot(viewer, facet);
    const toLight = 2 * onFacet * height - toViewer;
    if (onFacet <= 0 || toLight <= 0) continue;
    const seen = (4 * visibility(toLight, toViewer, square) * toLight * onFacet) / height;
    const grazing = (1 - onFacet) ** 5;
    a += (seen * (1 - grazing)) / count;
    b += (seen * grazing) / count;
  }
  return [a, b];
}

/** Joint masking and shadowing, divided by 4 (n . l) (n . v). In: square, alpha squared. */
function visibility(toLight: number, toViewer: number, square: number): number {
  const masked = toLight * Math.sqrt(toViewer * toViewer * (1 - square) + square);
  const shadowed = toViewer * Math.sqrt(toLight * toLight * (1 - square) + square);
  return 0.5 / Math.max(masked + shadowed, 1e-6);
}

// The shaders compress light for the screen: colours of materials are not changed, and highlights
// keep their shades. Based on: Khronos Group, PBR Neutral Tone Mapper, 2024. Departs: no light is
// taken away for reflections, which are weak in this studio.

/** Light below this is not changed; brighter light is compressed to less than 1. */
export const compressionStart = 0.76;
/** How fast bright colours fade to white. */
export const compressionFading = 0.15;
