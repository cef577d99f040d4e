// Keys, wheels and pointers.

export type Point = readonly [x: number, y: number];

const arrows: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the direction of an arrow key, with y downwards; undefined for other keys. */
export function arrowOf(key: string): Point | undefined {
  return arrows[key];
}

export function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

/** Returns the place of an event in a frame, from 0 to 1 along each axis. */
export function placeIn(frame: Element, { clientX, clientY }: MouseEvent): [number, number] {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return [(clientX - left) / Math.max(width, 1), (clientY - top) / Math.max(height, 1)];
}

// Returns the distance in pixels, at least 1.
function distance(a: Point, b: Point): number {
  return Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
}

/** How far a key or a button zooms. */
export const zoomStep = 1.25;
const pixelsPerLine = 30;

/**
 * Lets the wheel zoom. In: pixels of the wheel per factor of 2, also for pinches of touchpads,
 * which come as small steps of the wheel; zoom, called with the factor.
 */
export function zoomByWheel(
  element: HTMLElement,
  pixels: { wheel: number; pinch: number },
  zoom: (factor: number, event: WheelEvent) => void,
): void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1;
    zoom(2 ** (-(event.deltaY * unit) / (event.ctrlKey ? pixels.pinch : pixels.wheel)), event);
  };
  element.addEventListener("wheel", onWheel, { passive: false });
}

/**
 * Follows pressed pointers: one moves, two also zoom. In: pointOf, where an event is; moved, called
 * with a distance; zoomed, with a factor and the middle of two pointers; slack, the pixels that a
 * click may move.
 */
export function followPointers(
  element: HTMLElement,
  pointOf: (event: PointerEvent) => Point,
  moved: (x: number, y: number, event: PointerEvent) => void,
  zoomed: (factor: number, middle: Point) => void,
  { slack = 0, isAnyButton = false } = {},
): void {
  const points = new Map<number, Point>();
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && !isAnyButton) return;
    if (slack === 0) element.setPointerCapture(event.pointerId);
    points.set(event.pointerId, pointOf(event));
  });
  element.addEventListener("pointermove", (event) => {
    const { pointerId } = event;
    const before = points.get(pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    if (slack > 0 && !element.hasPointerCapture(pointerId)) {
      if (distance(before, now) < slack) return;
      element.setPointerCapture(pointerId);
    }
    points.set(pointerId, now);
    const [, other] = [...points].find(([id]) => id !== pointerId) ?? [];
    const share = other === undefined ? 1 : 2;
    moved((now[0] - before[0]) / share, (now[1] - before[1]) / share, event);
    if (other === undefined) return;
    const middle = [(other[0] + now[0]) / 2, (other[1] + now[1]) / 2] as const;
    zoomed(distance(other, now) / distance(other, before), middle);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
    element.addEventListener(end, (event) => points.delete(event.pointerId));
}
