// The ground below a solid, with its shadow, as in gl/solid_glsl.ts.

import { clamp } from "../../math.js";
import { gaussianStep } from "../light.js";
import type { Scene } from "../scene.js";
import { dot, mixed, scaled, smoothstep, type Vector } from "../vector.js";

/** In: ray, from the viewer; height, of a slab. */
export function groundLight(scene: Scene, ray: Vector, height: number): Vector {
  const { backdrop, camera } = scene;
  if (ray[1] > -1e-4) return backdrop.edge;
  const t = -camera.position[1] / ray[1];
  const x = camera.position[0] + ray[0] * t;
  const z = camera.position[2] + ray[2] * t;
  const pool = Math.exp(-(x * x + z * z) * 0.9);
  const hidden =
    scene.kind === "sphere" ? sphereShadow(scene, x, z) : slabShadow(scene, x, z, height);
  return scaled(mixed(backdrop.edge, backdrop.ground, pool), 1 - hidden * backdrop.shadow);
}

function coverage(x: number, z: number, half: readonly [number, number], blur: number): number {
  const within = (at: number, side: number) =>
    gaussianStep((side - at) / blur) - gaussianStep((-side - at) / blur);
  return within(x, half[0]) * within(z, half[1]);
}

function slabShadow({ sun, half }: Scene, x: number, z: number, height: number): number {
  let hidden = 0;
  for (let i = 0; i < 4; ++i) {
    const away = (height * (i + 0.5)) / 4 / Math.max(sun[1], 0.1);
    const blur = 0.008 + 0.2 * away;
    hidden = Math.max(hidden, coverage(x + sun[0] * away, z + sun[2] * away, half, blur));
  }
  const near = coverage(x, z, half, 0.03 + 0.3 * height);
  const around = coverage(x, z, half, 0.1 + height);
  return 1 - (1 - 0.55 * hidden) * (1 - 0.5 * near) * (1 - 0.35 * around);
}

function sphereShadow({ sun, radius }: Scene, x: number, z: number): number {
  const away = Math.hypot(x, radius, z);
  const sine = radius / away;
  const toCentre: Vector = [-x / away, radius / away, -z / away];
  const angle = Math.acos(clamp(dot(toCentre, sun), -1, 1));
  const dark = 1 - smoothstep(-0.14, 0.14, angle - Math.asin(Math.min(sine, 1)));
  return 1 - (1 - 0.55 * dark) * (1 - 0.85 * sine ** 3);
}
