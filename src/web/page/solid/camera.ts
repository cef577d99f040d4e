// The viewer, and the projection of the scene to the screen.

import { clamp, modulo } from "../math.js";
import { add, dot, radians, scaled, type Vector } from "./vector.js";

/** The direction of view: angles in degrees. */
export interface Orbit {
  /** Anticlockwise from the front, seen from above. */
  azimuth: number;
  /** Above the ground. */
  elevation: number;
  /** 1: the scene fills the picture. */
  zoom: number;
}

export interface Camera {
  position: Vector;
  /** Axes of the picture, of length 1: to the right, up, and away from the viewer. */
  right: Vector;
  up: Vector;
  forward: Vector;
  /** Half the height and half the width of the picture at distance 1. */
  extent: readonly [number, number];
  /** How far the scene is moved up, in half heights of the picture. */
  lift: number;
  distance: number;
}

/** The size in pixels, and the number of rows that are covered at the bottom. */
export interface Screen {
  width: number;
  height: number;
  covered: number;
}

const fieldOfView = 26 * radians;
const margin = 1.05;

/** In: home, the orbit at which `corners`, around `target`, fit at zoom 1. */
export function cameraOf(
  orbit: Orbit,
  home: Orbit,
  screen: Screen,
  target: Vector,
  corners: readonly Vector[],
): Camera {
  const { width, height, covered } = screen;
  const aspect = width / Math.max(height, 1);
  const vertical = Math.tan(fieldOfView / 2);
  const extent = [vertical, vertical * aspect] as const;
  const visible = 1 - Math.min(covered / Math.max(height, 1), 0.4);
  const fitting = { ...axesOf(home), extent: [vertical * visible, extent[1]] as const };
  const distance = fittingDistance(fitting, target, corners) / orbit.zoom;
  const axes = axesOf(orbit);
  const position = add(target, scaled(axes.forward, -distance));
  return { ...axes, position, extent, lift: 1 - visible, distance };
}

function axesOf({ azimuth, elevation }: Orbit): Pick<Camera, "right" | "up" | "forward"> {
  const [sine, cosine] = [Math.sin(azimuth * radians), Math.cos(azimuth * radians)];
  const [rise, level] = [Math.sin(elevation * radians), Math.cos(elevation * radians)];
  return {
    right: [cosine, 0, -sine],
    up: [-sine * rise, level, -cosine * rise],
    forward: [-sine * level, -rise, -cosine * level],
  };
}

// A point fits if |x| <= extent z, where z grows with the distance.
function fittingDistance(
  camera: Pick<Camera, "right" | "up" | "forward" | "extent">,
  target: Vector,
  corners: readonly Vector[],
): number {
  let distance = 0.1;
  for (const corner of corners) {
    const offset = add(corner, scaled(target, -1));
    const x = Math.abs(dot(offset, camera.right)) / camera.extent[1];
    const y = Math.abs(dot(offset, camera.up)) / camera.extent[0];
    distance = Math.max(distance, margin * Math.max(x, y) - dot(offset, camera.forward));
  }
  return distance;
}

/** Returns the matrix from the scene to clip space, by columns. */
export function projectionOf(camera: Camera): Float32Array {
  const { position, right, up, forward, extent, lift, distance } = camera;
  const near = Math.max(distance * 0.05, 0.01);
  const far = distance + 20;
  const depth = (far + near) / (far - near);
  const matrix = new Float32Array(16);
  const row = (index: number, axis: Vector, factor: number, plus = 0) => {
    for (let k = 0; k < 3; ++k)
      matrix[4 * k + index] = (axis[k] as number) * factor + (forward[k] as number) * plus;
    matrix[12 + index] = -dot(axis, position) * factor - dot(forward, position) * plus;
  };
  row(0, right, 1 / extent[1]);
  row(1, up, 1 / extent[0], lift);
  row(2, forward, depth);
  matrix[14] = (matrix[14] as number) - (2 * far * near) / (far - near);
  row(3, forward, 1);
  return matrix;
}

/** In: lowest, the lowest elevation. */
export function limitedOrbit({ azimuth, elevation, zoom }: Orbit, lowest: number): Orbit {
  return {
    azimuth: modulo(azimuth + 180, 360) - 180,
    elevation: clamp(elevation, lowest, 90),
    zoom: clamp(zoom, 0.4, 8),
  };
}
