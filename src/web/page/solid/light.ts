// The light around a solid: a sun, and a studio with a sky, a ground and softboxes, whose light is
// blurred by a surface's roughness in closed form. The shaders take their numbers from here.
// Based on: Ravi Ramamoorthi, Pat Hanrahan, An Efficient Representation for Irradiance Environment
//   Maps, 2001 (diffuse light as spherical harmonics).

import { cross, normalized, type Vector } from "./vector.js";

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

/**
 * Nine colours. Their sum, weighted by the harmonics of a direction, is the light of the studio
 * that a white diffuse surface facing it reflects. A test computes them from the above.
 */
export const irradianceHarmonics = new Float32Array([
  1.21755, 1.23854, 1.27903, 0.34786, 0.3671, 0.40175, -0.02249, -0.02901, -0.03874, 0.05345,
  0.06101, 0.07482, -0.00832, -0.0056, -0.0007, 0.00222, -0.00087, -0.0057, 0.0314, 0.03134,
  0.03038, -0.05954, -0.05921, -0.05788, 0.04342, 0.0436, 0.04394,
]);

// The shaders compress light for the screen: colours of materials are not changed, and highlights
// keep their shades. Based on: Khronos Group, PBR Neutral Tone Mapper, 2024. Departs: no light is
// taken away for reflections, which are weak in this studio.

/** Light below this is not changed; brighter light is compressed to less than 1. */
export const compressionStart = 0.76;
/** How fast bright colours fade to white. */
export const compressionFading = 0.15;
