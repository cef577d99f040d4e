// Turns, zooms and lights a solid by pointers, wheel and keys.

import { arrowOf, followPointers, hasModifier, zoomByWheel } from "../gestures.js";

interface Gestures {
  /** In: degrees to the right and downwards. */
  turn(x: number, y: number): void;
  light(x: number, y: number): void;
  zoom(factor: number): void;
  reset(): void;
}

const degreesPerPixel = 0.4;
const keyDegrees = 6;
const keyZoom = 1.15;

export function listenToGestures(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const { turn, light, zoom } = gestures;
  zoomByWheel(canvas, { wheel: 400, pinch: 100 }, zoom);
  canvas.addEventListener("keydown", (event) => {
    if (onKey(event, gestures)) event.preventDefault();
  });
  followPointers(
    canvas,
    ({ clientX, clientY }) => [clientX, clientY],
    (x, y, { shiftKey }) => (shiftKey ? light : turn)(x * degreesPerPixel, y * degreesPerPixel),
    zoom,
    { isAnyButton: true },
  );
}

function onKey(event: KeyboardEvent, { turn, light, zoom, reset }: Gestures): boolean {
  const { key, shiftKey } = event;
  if (hasModifier(event)) return false;
  const arrow = arrowOf(key);
  if (arrow !== undefined) (shiftKey ? light : turn)(keyDegrees * arrow[0], keyDegrees * arrow[1]);
  else if (key === "+" || key === "=") zoom(keyZoom);
  else if (key === "-") zoom(1 / keyZoom);
  else if (key === "Home") reset();
  else return false;
  return true;
}
