// What draws a scene: WebGL2, or a canvas of two dimensions where that is missing.

import type { Material } from "./material.js";
import type { Kind, Scene } from "./scene.js";

export interface Renderer {
  readonly canvas: HTMLCanvasElement;
  setMaterial(material: Material, kind: Kind): void;
  /**
   * Draws a scene, now or soon. In: the canvas's size in pixels; whether the scene moves, so that
   * being fast matters more than being sharp.
   */
  draw(scene: Scene, width: number, height: number, isMoving: boolean): void;
  dispose(): void;
}

export interface RendererEvents {
  /** A picture is complete; a better one may follow if `isFinal` is false. */
  drawn(isFinal: boolean): void;
  /** The graphics context is gone and does not come back. */
  failed(): void;
}
