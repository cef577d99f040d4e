// Moves and scales the picture: wheel, drag and pinch.

import type { Viewport } from "./viewport.js";

const wheelStep = 300;
/** Pinches of touchpads come as small steps of the wheel. */
const pinchStep = 100;
const pixelsPerLine = 30;

/** Returns the point of the canvas, in its pixels, where an event happened. */
export function pointOfEvent(canvas: HTMLCanvasElement, event: MouseEvent): [number, number] {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const x = (event.clientX - left) / Math.max(width, 1);
  const y = (event.clientY - top) / Math.max(height, 1);
  return [x * canvas.width, y * canvas.height];
}

export function listenToGestures(canvas: HTMLCanvasElement, viewport: Viewport): void {
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1;
      const steps = (event.deltaY * unit) / (event.ctrlKey ? pinchStep : wheelStep);
      viewport.zoomTo(viewport.scale * 2 ** -steps, pointOfEvent(canvas, event));
    },
    { passive: false },
  );
  canvas.addEventListener("dblclick", (event) =>
    viewport.zoomTo(viewport.scale * 2, pointOfEvent(canvas, event)),
  );
  listenToPointers(canvas, viewport);
}

// One pointer drags, two pinch.
function listenToPointers(canvas: HTMLCanvasElement, viewport: Viewport): void {
  const points = new Map<number, [number, number]>();
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    points.set(event.pointerId, pointOfEvent(canvas, event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = points.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOfEvent(canvas, event);
    points.set(event.pointerId, now);
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) viewport.pan(now[0] - before[0], now[1] - before[1]);
    else viewport.zoomTo((viewport.scale * distance(now, other)) / distance(before, other), other);
  });
  for (const end of ["pointerup", "pointercancel"] as const)
    canvas.addEventListener(end, (event) => points.delete(event.pointerId));
}

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
}
