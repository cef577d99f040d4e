// Pointers, wheel and keys of a canvas that is turned, zoomed and lit.

export interface Gestures {
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
  listenToPointers(canvas, gestures);
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      // A pinch on a touchpad is a wheel with Control.
      gestures.zoom(2 ** (-(event.deltaY * lines) / (event.ctrlKey ? 100 : 400)));
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    if (onKey(event, gestures)) event.preventDefault();
  });
}

function onKey(event: KeyboardEvent, { turn, light, zoom, reset }: Gestures): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey) return false;
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [-keyDegrees, 0],
    ArrowRight: [keyDegrees, 0],
    ArrowUp: [0, -keyDegrees],
    ArrowDown: [0, keyDegrees],
  };
  const move = moves[key];
  if (move !== undefined) (shiftKey ? light : turn)(...move);
  else if (key === "+" || key === "=") zoom(keyZoom);
  else if (key === "-") zoom(1 / keyZoom);
  else if (key === "Home") reset();
  else return false;
  return true;
}

// One pointer turns, or moves the light; two zoom, and turn by their middle.
function listenToPointers(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const points = new Map<number, readonly [number, number]>();
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    points.set(event.pointerId, [event.clientX, event.clientY]);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = points.get(event.pointerId);
    if (before === undefined) return;
    const now = [event.clientX, event.clientY] as const;
    points.set(event.pointerId, now);
    const degrees = degreesPerPixel / points.size;
    const x = (now[0] - before[0]) * degrees;
    const y = (now[1] - before[1]) * degrees;
    if (event.shiftKey) gestures.light(x, y);
    else gestures.turn(x, y);
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) gestures.zoom(distance(now, other) / distance(before, other));
  });
  for (const end of ["pointerup", "pointercancel"] as const)
    canvas.addEventListener(end, (event) => points.delete(event.pointerId));
}

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
}
