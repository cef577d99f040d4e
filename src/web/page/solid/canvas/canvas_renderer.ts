import type { Renderer, RendererEvents } from "../renderer.js";
export function createCanvasRenderer(canvas: HTMLCanvasElement, events: RendererEvents): Renderer {
  void events;
  return { canvas, setMaterial() {}, draw() {}, dispose() {} };
}
