// Moves and scales the picture by wheel, drag and pinch.

import { followPointers, placeIn, zoomByWheel } from "../gestures.js";
import type { Viewport } from "./viewport.js";

/** Returns the point of an event, in pixels of the canvas. */
export function pointOfEvent(canvas: HTMLCanvasElement, event: MouseEvent): [number, number] {
  const [x, y] = placeIn(canvas, event);
  return [x * canvas.width, y * canvas.height];
}

export function listenToGestures(canvas: HTMLCanvasElement, viewport: Viewport): void {
  const pointOf = (event: MouseEvent) => pointOfEvent(canvas, event);
  zoomByWheel(canvas, { wheel: 300, pinch: 100 }, (factor, event) =>
    viewport.zoom(factor, pointOf(event)),
  );
  canvas.addEventListener("dblclick", (event) => viewport.zoom(2, pointOf(event)));
  followPointers(
    canvas,
    pointOf,
    (x, y) => viewport.pan(x, y),
    (factor, middle) => viewport.zoom(factor, middle),
  );
}
