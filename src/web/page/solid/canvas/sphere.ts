// Finds where a ray meets a sphere, which is smooth here except for its normals.

import { clamp } from "../../math.js";
import type { Scene } from "../scene.js";
import { add, dot, mixed, normalized, scaled, smoothstep, type Vector } from "../vector.js";
import type { Surface } from "./shade.js";
import { materialAt } from "./slab.js";
import { channels, type CanvasTexture } from "./texture.js";

// Heights above the equator between which both the belt and a cap are visible.
const [beltEnd, capStart] = [0.64, 0.84];

/** Returns undefined if the ray meets nothing. */
export function sphereAlong(scene: Scene, texture: CanvasTexture, ray: Vector) {
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
  const level = Math.max(Math.hypot(p[0], p[2]), 1e-5);
  const east: Vector = [p[2] / level, 0, -p[0] / level];
  const south: Vector = [(p[0] * p[1]) / level, -level, (p[2] * p[1]) / level];
  const place = { p, east, south, aspect: texture.material.aspect };
  const latitude = Math.abs(p[1]);
  const mapped = (mapping: typeof beltMapping) =>
    mappedSurface(scene, texture, position, p, mapping(scene, place));
  const surface =
    latitude < beltEnd
      ? mapped(beltMapping)
      : latitude > capStart
        ? mapped(capMapping)
        : joined(mapped(beltMapping), mapped(capMapping), latitude, scene.seam);
  const ao = surface.ao * (0.75 + 0.25 * smoothstep(-1, 0.2, p[1]));
  return { ...surface, ao };
}

interface Mapped extends Surface {
  height: number;
}

function mappedSurface(
  { exaggeration }: Scene,
  texture: CanvasTexture,
  position: Vector,
  p: Vector,
  { place, across, along }: Mapping,
): Mapped {
  const [u, v] = place;
  const flip = (at: number) => (texture.isMirrored && Math.floor(at) % 2 !== 0 ? -1 : 1);
  const slopeX = texture.at(u, v, channels.slopeX) * exaggeration * flip(u);
  const slopeZ = texture.at(u, v, channels.slopeZ) * exaggeration * flip(v);
  const tilt = add(scaled(across, -slopeX), scaled(along, -slopeZ));
  const height = texture.at(u, v, channels.height);
  return {
    ...materialAt(texture, u, v),
    seen: 1,
    position,
    normal: normalized(add(p, tilt)),
    height,
  };
}

// Shows the higher of both.
function joined(belt: Mapped, cap: Mapped, latitude: number, seam: number): Mapped {
  const rise = (cap.height - belt.height) * 0.6;
  const place = smoothstep(beltEnd, capStart, latitude);
  const share = smoothstep(-seam, seam, rise + (place - 0.5) * 2);
  const number = (a: number, b: number) => a + (b - a) * share;
  return {
    ...belt,
    normal: normalized(mixed(belt.normal, cap.normal, share)),
    color: mixed(belt.color, cap.color, share),
    emissive: mixed(belt.emissive, cap.emissive, share),
    metallic: number(belt.metallic, cap.metallic),
    roughness: number(belt.roughness, cap.roughness),
    ao: number(belt.ao, cap.ao),
  };
}

/** A direction p, with those to its east and south. */
interface Place {
  p: Vector;
  east: Vector;
  south: Vector;
  /** Of the texture. */
  aspect: number;
}

interface Mapping {
  place: [number, number];
  across: Vector;
  along: Vector;
}

function beltMapping({ radius, tile }: Scene, { p, east, south, aspect }: Place): Mapping {
  const scale = radius / tile;
  const u = Math.atan2(p[0], p[2]) * scale;
  const v = (-Math.asin(clamp(p[1], -1, 1)) * scale) / aspect + 0.5;
  return { place: [u, v], across: scaled(east, 1 / Math.hypot(p[0], p[2])), along: south };
}

function capMapping({ radius, tile }: Scene, { p, east, south, aspect }: Place): Mapping {
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
