// The pixel under the pointer or the crosshair: its value, slope and channels, as the recipe's own
// picture has them.

import type { App } from "../contract.js";
import { make } from "../shell.js";
import { isSolid } from "./solid_view.js";
import type { Viewport } from "./viewport.js";

function text(value: number): string {
  return value.toPrecision(5).replace(/\.?0+$/, "");
}

export function createProbe(
  app: App,
  view: { readonly map: string },
  canvas: HTMLCanvasElement,
  viewport: Viewport,
): HTMLElement {
  const box = make("p", { class: "probe", text: "Point at the picture for values." });
  let crosshair: [number, number] | undefined;

  const showAt = async (x: number, y: number): Promise<void> => {
    const { state } = app.document;
    if (state === undefined || state.text !== app.document.text) return;
    const { u, v } = viewport.placeAt(x, y);
    if (u < 0 || v < 0 || u >= viewport.repeats || v >= viewport.repeats) return;
    const [width, height] = state.size;
    const pixel = [Math.floor((u % 1) * width), Math.floor((v % 1) * height)] as const;
    const own = isSolid(view.map) ? [] : [view.map];
    const maps = [...new Set(["value", "slope", ...own])];
    const request = {
      text: state.text,
      maps,
      size: state.size,
      window: { x: pixel[0], y: pixel[1], width: 1, height: 1 },
    };
    await app.engine.render("probe", request, (picture) => {
      const parts = maps.map((map) => {
        const numbers = [...(picture.maps.get(map)?.samples ?? [])].map(text).join(", ");
        return `${map} ${numbers}`;
      });
      box.textContent = `(${pixel.join(", ")}): ${parts.join(" · ")}`;
    });
  };
  const show = (x: number, y: number) => void showAt(x, y).catch(() => undefined);

  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) return;
    const { left, top, width } = canvas.getBoundingClientRect();
    const ratio = canvas.width / width;
    show((event.clientX - left) * ratio, (event.clientY - top) * ratio);
  });
  canvas.addEventListener("keydown", (event) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const move = moves[event.key];
    if (move === undefined || !event.shiftKey) return;
    event.preventDefault();
    box.setAttribute("aria-live", "polite");
    const step = Math.max(viewport.scale, 1);
    const [x, y] = crosshair ?? [canvas.width / 2, canvas.height / 2];
    crosshair = [x + move[0] * step, y + move[1] * step];
    show(...crosshair);
  });
  return box;
}
