// A small globe.

import { clamp } from "../math.js";

/** The direction of the sun, to the right, down and to the viewer. */
const sun = [-0.5, -0.5, 0.7071] as const;
const night = 0.03;

/** Draws a globe in space. In: the half of it that is seen, by longitude and latitude. */
export function globeOf({ data, width: side }: ImageData, size: number): ImageData {
  const globe = new ImageData(size, size);
  const radius = 0.47 * size;
  const at = (angle: number) => Math.floor((angle / Math.PI + 0.5) * side);
  for (let i = 0; i < size * size; ++i) {
    const x = ((i % size) + 0.5 - size / 2) / radius;
    const y = (Math.floor(i / size) + 0.5 - size / 2) / radius;
    const z = Math.sqrt(Math.max(1 - x * x - y * y, 0));
    globe.data[4 * i + 3] = 255;
    if (z === 0) continue;
    const from = 4 * (at(Math.asin(y)) * side + at(Math.atan2(x, z)));
    const day = clamp(sun[0] * x + sun[1] * y + sun[2] * z, 0, 1) * (1 - night) + night;
    const share = day ** (1 / 2.2) * Math.min((1 - Math.hypot(x, y)) * radius, 1);
    for (let c = 0; c < 3; ++c) globe.data[4 * i + c] = share * (data[from + c] as number);
  }
  return globe;
}
