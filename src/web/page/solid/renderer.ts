// Draws a scene by WebGL2, or on a canvas of two dimensions where that is missing.

import type { Material } from "./material.js";
import type { Kind, Scene } from "./scene.js";

export interface Renderer {
  readonly canvas: HTMLCanvasElement;
  setMaterial(material: Material, kind: Kind): void;
  /** Draws a scene soon. In: the size in pixels; isMoving, to be fast rather than sharp. */
  draw(scene: Scene, width: number, height: number, isMoving: boolean): void;
  dispose(): void;
}

export interface RendererEvents {
  /** A picture is complete. If it is not final, a better one may follow. */
  drawn(isFinal: boolean): void;
  /** The graphics context is lost for good. */
  failed(): void;
}
