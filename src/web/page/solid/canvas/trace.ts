// What a ray from the viewer meets: the surface of a slab, whose heights it is followed through, its
// sides, or a sphere, which is smooth here but for its normals.

import { earth } from "../defaults.js";
import type { Scene } from "../scene.js";
import { add, clamp, dot, mixed, normalized, scaled, smoothstep, type Vector } from "../vector.js";
import type { Surface } from "./shade.js";
import { channels, type CanvasTexture } from "./texture.js";

/** Returns nothing where the ray meets nothing. */
export function surfaceAlong(scene: Scene, texture: CanvasTexture, ray: Vector): Surface | undefined {
  return scene.kind === "sphere" ? sphereAlong(scene, texture, ray) : slabAlong(scene, texture, ray);
}

const maxSteps = 200;

function slabAlong(scene: Scene, texture: CanvasTexture, ray: Vector): Surface | undefined {
  const { base, relief, tile, half, repeats } = scene;
  const { position } = scene.camera;
  const top = base + relief * tile;
  // From where to where the ray is in the box around the slab.
  let [first, last, axis] = [0, Infinity, 1];
  const low: Vector = [-half[0], 0, -half[1]];
  const high: Vector = [half[0], top, half[1]];
  for (const k of [0, 1, 2] as const) {
    const along = Math.abs(ray[k]) < 1e-9 ? 1e-9 : ray[k];
    const ends = [(low[k] - position[k]) / along, (high[k] - position[k]) / along] as const;
    if (Math.min(...ends) > first) [first, axis] = [Math.min(...ends), k];
    last = Math.min(last, Math.max(...ends));
  }
  if (first >= last) return undefined;
  const pointAt = (t: number) => add(position, scaled(ray, t));
  const placeOf = (p: Vector): [number, number] => [
    ((p[0] / half[0] + 1) / 2) * repeats,
    ((p[2] / half[1] + 1) / 2) * repeats,
  ];
  const above = (t: number) => {
    const p = pointAt(t);
    return p[1] - base - texture.at(...placeOf(p), channels.height) * relief * tile;
  };
  if (axis !== 1 && above(first) < 0) return sideSurface(scene, texture, pointAt(first), axis);
  // Below the lowest place, the ray has met the surface.
  const end = ray[1] < 0 ? Math.min((base - position[1]) / ray[1] + 1e-4, last) : last;
  const steps = stepsFor((end - first) * Math.hypot(ray[0], ray[2]), texture.width / tile);
  let before = first;
  for (let i = 1; i <= steps; ++i) {
    const t = first + ((end - first) * i) / steps;
    if (above(t) <= 0) {
      const p = pointAt(crossing(above, before, t));
      return slabSurface(scene, texture, p, ...placeOf(p));
    }
    before = t;
  }
  return undefined;
}

// A step for each texel on the way.
function stepsFor(distance: number, texels: number): number {
  return clamp(Math.ceil(distance * texels), 2, maxSteps);
}

function crossing(above: (t: number) => number, before: number, after: number): number {
  let [low, high] = [before, after];
  for (let i = 0; i < 5; ++i) {
    const middle = (low + high) / 2;
    if (above(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

function materialAt(texture: CanvasTexture, u: number, v: number) {
  return {
    color: texture.vectorAt(u, v, channels.color),
    roughness: texture.at(u, v, channels.roughness),
    metallic: texture.at(u, v, channels.metallic),
    ao: texture.at(u, v, channels.ao),
    emissive: texture.vectorAt(u, v, channels.emissive),
    seen: texture.at(u, v, channels.seen),
  };
}

function slabSurface(
  { exaggeration }: Scene,
  texture: CanvasTexture,
  position: Vector,
  u: number,
  v: number,
): Surface {
  const slopeX = texture.at(u, v, channels.slopeX) * exaggeration;
  const slopeZ = texture.at(u, v, channels.slopeZ) * exaggeration;
  return { ...materialAt(texture, u, v), position, normal: normalized([-slopeX, 1, -slopeZ]) };
}

function sideSurface(scene: Scene, texture: CanvasTexture, position: Vector, axis: number): Surface {
  const { mean } = texture;
  const isTerrain = scene.kind === "terrain";
  return {
    position,
    normal: axis === 0 ? [Math.sign(position[0]), 0, 0] : [0, 0, Math.sign(position[2])],
    color: isTerrain ? mixed(mean, earth, 0.6) : scaled(mean, 0.8),
    roughness: 0.7,
    metallic: 0,
    ao: 0.55 + 0.45 * smoothstep(0, 0.07, position[1]),
    emissive: [0, 0, 0],
    seen: 1,
  };
}

function sphereAlong(scene: Scene, texture: CanvasTexture, ray: Vector): Surface | undefined {
  const { radius } = scene;
  const centre: Vector = [0, radius, 0];
  const toCentre = add(centre, scaled(scene.camera.position, -1));
  const d = normalized(ray);
  const along = dot(toCentre, d);
  const square = radius * radius - dot(toCentre, toCentre) + along * along;
  if (square < 0) return undefined;
  const position = add(scene.camera.position, scaled(d, along - Math.sqrt(square)));
  return sphereSurface(scene, texture, position, normalized(add(position, scaled(centre, -1))));
}

// See gl/solid_glsl.ts: a belt around the equator and two caps.
function sphereSurface(scene: Scene, texture: CanvasTexture, position: Vector, p: Vector): Surface {
  const { exaggeration } = scene;
  const level = Math.max(Math.hypot(p[0], p[2]), 1e-5);
  const east: Vector = [p[2] / level, 0, -p[0] / level];
  const south: Vector = [(p[0] * p[1]) / level, -level, (p[2] * p[1]) / level];
  const map = mappingAt(scene, texture, p, east, south);
  const [u, v] = map.place;
  const flip = (at: number) => (texture.isMirrored && Math.floor(at) % 2 !== 0 ? -1 : 1);
  const slopeX = texture.at(u, v, channels.slopeX) * exaggeration * flip(u);
  const slopeZ = texture.at(u, v, channels.slopeZ) * exaggeration * flip(v);
  const tilt = add(scaled(map.across, -slopeX), scaled(map.along, -slopeZ));
  const material = materialAt(texture, u, v);
  const ao = material.ao * (0.75 + 0.25 * smoothstep(-1, 0.2, p[1]));
  return { ...material, ao, seen: 1, position, normal: normalized(add(p, tilt)) };
}

// Heights above the equator between which both are.
const [beltEnd, capStart] = [0.64, 0.84];

interface Mapping {
  place: [number, number];
  across: Vector;
  along: Vector;
}

// Where both meet, the higher one.
function mappingAt(
  scene: Scene,
  texture: CanvasTexture,
  p: Vector,
  east: Vector,
  south: Vector,
): Mapping {
  const { aspect } = texture.material;
  const latitude = Math.abs(p[1]);
  if (latitude < beltEnd) return beltMapping(scene, aspect, p, east, south);
  const cap = capMapping(scene, aspect, p, east, south);
  if (latitude > capStart) return cap;
  const belt = beltMapping(scene, aspect, p, east, south);
  const height = ({ place }: Mapping) => texture.at(...place, channels.height);
  const rise = (height(cap) - height(belt)) * 0.6;
  return rise + (smoothstep(beltEnd, capStart, latitude) - 0.5) * 2 > 0 ? cap : belt;
}

function beltMapping(
  { radius, tile }: Scene,
  aspect: number,
  p: Vector,
  east: Vector,
  south: Vector,
): Mapping {
  const scale = radius / tile;
  const u = Math.atan2(p[0], p[2]) * scale;
  const v = (-Math.asin(clamp(p[1], -1, 1)) * scale) / aspect + 0.5;
  return { place: [u, v], across: scaled(east, 1 / Math.hypot(p[0], p[2])), along: south };
}

function capMapping(
  { radius, tile }: Scene,
  aspect: number,
  p: Vector,
  east: Vector,
  south: Vector,
): Mapping {
  const level = Math.max(Math.hypot(p[0], p[2]), 1e-4);
  const side = p[1] < 0 ? -1 : 1;
  const angle = Math.acos(clamp(Math.abs(p[1]), 0, 1));
  const outward = [p[0] / level, (p[2] / level) * side] as const;
  const quarter = [outward[1] * side, -outward[0] * side] as const;
  const reach = (angle * radius) / tile;
  const axis = (k: 0 | 1) =>
    add(scaled(south, side * outward[k]), scaled(east, (angle / level) * quarter[k]));
  return {
    place: [outward[0] * reach + 0.5, (outward[1] * reach) / aspect + 0.5],
    across: axis(0),
    along: axis(1),
  };
}
