// What is drawn: the solid, its light, and the ground under it.

import type { Camera, Orbit, Screen } from "./camera.js";
import { cameraOf } from "./camera.js";
import type { Material } from "./material.js";
import { radians, smoothstep, turned, type Vector } from "./vector.js";

export const kinds = ["slab", "sphere", "terrain"] as const;
export type Kind = (typeof kinds)[number];

/** In degrees, as in the recipe's `lit`: clockwise from the picture's top. */
export interface Sun {
  azimuth: number;
  elevation: number;
}

/** Colours around the solid, in linear light. */
export interface Backdrop {
  /** At the edge of the picture, and of the ground in the middle. */
  edge: Vector;
  ground: Vector;
  /** The share of the ground's light that a shadow takes. */
  shadow: number;
}

export interface Settings {
  kind: Kind;
  orbit: Orbit;
  sun: Sun;
  /** Until then, the light is the recipe's. */
  isSunMoved: boolean;
  repeats: number;
  exaggeration: number;
}

export interface Scene {
  kind: Kind;
  /** Whether it is a planet in space. */
  isGlobe: boolean;
  camera: Camera;
  /** The direction of the sun. */
  sun: Vector;
  /** The angle of the surroundings, which turn with the viewer, in radians. */
  turn: number;
  backdrop: Backdrop;
  repeats: number;
  /** Of the sphere, around which the texture is repeated. */
  radius: number;
  /** How softly two pieces of its texture meet, 0..1: stones end sharply, veins fade. */
  seam: number;
  /** Half the slab's width and depth. */
  half: readonly [number, number];
  /** The slab's lowest height. */
  base: number;
  /** The width of a tile in the scene. */
  tile: number;
  /** The range of heights, in widths of a tile. */
  relief: number;
  exaggeration: number;
}

/** The first view of each kind. */
export const homes: Record<Kind, Orbit> = {
  slab: { azimuth: -24, elevation: 40, zoom: 1 },
  sphere: { azimuth: 0, elevation: 14, zoom: 1 },
  terrain: { azimuth: -28, elevation: 32, zoom: 1 },
};

const slabBase = 0.055;
const terrainBase = 0.07;
const radius = 0.5;
/** Higher surfaces, such as those of values without a range, are lowered to this. */
const maxRelief: Record<Kind, number> = { slab: 1.5, sphere: 0.3, terrain: 1.5 };

export function sceneOf(
  { kind, orbit, sun, repeats, exaggeration }: Settings,
  material: Material,
  backdrop: Backdrop,
  screen: Screen,
): Scene {
  const isSphere = kind === "sphere";
  const isGlobe = isSphere && material.picture.isSphere;
  const count = material.picture.tiling ? repeats : 1;
  const around = (isGlobe ? 2 : 1) * Math.PI * radius;
  const tile = isSphere ? around / count : 1 / Math.max(1, material.aspect) / count;
  const half = [(tile * count) / 2, (tile * count * material.aspect) / 2] as const;
  const factor = Math.min(exaggeration, maxRelief[kind] / Math.max(material.relief, 1e-6));
  const relief = isGlobe ? 0 : material.relief * factor;
  const base = kind === "terrain" ? terrainBase : slabBase;
  const rise = relief * tile;
  const [target, corners] = isSphere ? sphereBounds(rise) : slabBounds(half, base + rise);
  const camera = cameraOf(orbit, homes[kind], screen, target, corners);
  const turn = orbit.azimuth * radians;
  return {
    kind,
    isGlobe,
    camera,
    sun: isSphere ? turned(uprightSun(sun), turn) : lyingSun(sun),
    turn,
    backdrop,
    repeats: count,
    radius,
    seam: 0.8 - 0.62 * smoothstep(0.003, 0.015, relief),
    half,
    base,
    tile,
    relief,
    exaggeration: factor,
  };
}

function slabBounds(half: readonly [number, number], height: number): [Vector, Vector[]] {
  const corners: Vector[] = [];
  for (const x of [-1, 1])
    for (const z of [-1, 1])
      for (const y of [0, height]) corners.push([x * half[0], y, z * half[1]]);
  return [[0, height / 2, 0], corners];
}

// Points of a ball's outline from any side. Perspective needs a little more room.
function sphereBounds(bulge: number): [Vector, Vector[]] {
  const reach = radius + bulge / 2 + 0.05;
  const corners: Vector[] = [];
  for (const sign of [-reach, reach])
    corners.push([sign, radius, 0], [0, radius + sign, 0], [0, radius, sign]);
  return [[0, radius, 0], corners];
}

// For a picture on the ground, with its top away from the viewer.
function lyingSun(sun: Sun): Vector {
  const [x, up, towards] = uprightSun(sun);
  return [x, towards, -up];
}

// For a picture that stands before the viewer.
function uprightSun({ azimuth, elevation }: Sun): Vector {
  const level = Math.cos(elevation * radians);
  const [x, up] = [Math.sin(azimuth * radians) * level, Math.cos(azimuth * radians) * level];
  return [x, up, Math.sin(elevation * radians)];
}
