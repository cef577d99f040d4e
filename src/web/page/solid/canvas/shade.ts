// The light that a surface reflects, as in gl/shading_glsl.ts.

import { clamp } from "../../math.js";
import {
  irradianceAt,
  mirroredTable,
  radianceAround,
  sunColor,
  sunRadius,
  tableSide,
  visibility,
} from "../light.js";
import type { Scene } from "../scene.js";
import { add, cross, dot, mixed, normalized, scaled, turned, type Vector } from "../vector.js";

export interface Surface {
  position: Vector;
  normal: Vector;
  color: Vector;
  metallic: number;
  roughness: number;
  ao: number;
  emissive: Vector;
  /** The share of the sun that is not hidden. */
  seen: number;
}

export function reflected(scene: Scene, s: Surface): Vector {
  const v = normalized(add(scene.camera.position, scaled(s.position, -1)));
  const away = dot(s.normal, v);
  const n = away < 0.02 ? normalized(add(s.normal, scaled(v, 0.02 - away))) : s.normal;
  const toViewer = clamp(dot(n, v), 0.02, 1);
  const rough = clamp(s.roughness, 0.045, 1);
  const alpha = rough * rough;
  const [a, b] = mirroredShare(toViewer, rough);
  const h = normalized(add(scene.sun, v));
  const toSun = Math.max(dot(n, scene.sun), 0);
  const mirror = toSun > 0 ? microfacets(alpha, n, h, toSun, toViewer) : 0;
  const grazing = (1 - Math.max(dot(scene.sun, h), 0)) ** 5;
  const mirrorTo = add(scaled(n, 2 * dot(n, v)), scaled(v, -1));
  const looking = turned(normalized(mixed(mirrorTo, n, alpha * 0.3)), -scene.turn);
  const sky = irradianceAt(turned(n, -scene.turn));
  const glossySky = radianceAround(looking, alpha);
  const open = clamp((toViewer + s.ao) ** (2 ** (-16 * rough - 1)) - 1 + s.ao, 0, 1);
  const channel = (c: 0 | 1 | 2): number => {
    const f0 = 0.04 + (s.color[c] - 0.04) * s.metallic;
    const diffuse = s.color[c] * (1 - s.metallic);
    const boost = 1 + f0 * (1 / Math.max(a + b, 0.1) - 1);
    const mirrored = Math.min((f0 + (1 - f0) * grazing) * boost, 1);
    const glossy = Math.min((f0 * a + b) * boost, 1);
    const hollow = s.ao + (1 - s.ao) * s.ao * 0.6 * diffuse;
    return (
      (diffuse * (1 - mirrored) * toSun + mirrored * mirror) * s.seen * sunColor[c] +
      diffuse * (1 - glossy) * Math.max(sky[c], 0) * hollow +
      glossy * glossySky[c] * open +
      s.emissive[c]
    );
  };
  return [channel(0), channel(1), channel(2)];
}

// pi D V (n . l)
function microfacets(alpha: number, n: Vector, h: Vector, toSun: number, toViewer: number): number {
  const square = Math.min(alpha * alpha + sunRadius * sunRadius, 1);
  const cosine = Math.max(dot(n, h), 0);
  const sine = cross(n, h);
  const spread = dot(sine, sine) + square * cosine * cosine;
  return (square / (spread * spread)) * visibility(toSun, toViewer, square) * toSun;
}

function mirroredShare(toViewer: number, rough: number): [number, number] {
  const table = mirroredTable();
  const x = toViewer * (tableSide - 1);
  const y = rough * (tableSide - 1);
  const left = Math.min(Math.floor(x), tableSide - 2);
  const top = Math.min(Math.floor(y), tableSide - 2);
  const at = (channel: number) => {
    const read = (i: number, j: number) =>
      table[2 * ((top + i) * tableSide + left + j) + channel] as number;
    const upper = read(0, 0) + (read(0, 1) - read(0, 0)) * (x - left);
    const lower = read(1, 0) + (read(1, 1) - read(1, 0)) * (x - left);
    return upper + (lower - upper) * (y - top);
  };
  return [at(0), at(1)];
}
