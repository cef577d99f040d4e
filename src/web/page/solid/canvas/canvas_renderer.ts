// Draws a scene without WebGL2: coarse first, then sharper, in such short pieces that the
// page never waits.

import type { Size } from "../../contract.js";
import { make, putImage } from "../../elements.js";
import { scaledSize } from "../../math.js";
import { rayOf } from "../camera.js";
import { compressed, encoded } from "../light.js";
import type { Material } from "../material.js";
import type { Kind, Renderer, RendererEvents, Scene } from "../scene.js";
import { add, scaled, type Vector } from "../vector.js";
import { groundLight } from "./ground.js";
import { reflected } from "./shade.js";
import { slabAlong } from "./slab.js";
import { sphereAlong } from "./sphere.js";
import { forRows } from "./task.js";
import { CanvasTexture } from "./texture.js";

/** Pixels of the first and second picture. While the scene moves, there is only the first. */
const coarsePixels = 6e3;
const finePixels = 3e5;

export class CanvasRenderer implements Renderer {
  #texture: CanvasTexture | undefined;
  #filling: Promise<boolean> | undefined;
  #lit = "";
  // The number of the newest scene. Others are cancelled.
  #newest = 0;
  readonly #buffer = make("canvas");

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly events: RendererEvents,
  ) {}

  setMaterial(material: Material, kind: Kind): void {
    this.#texture = new CanvasTexture(material, kind);
    this.#filling = undefined;
    this.#lit = "";
  }

  draw(scene: Scene, width: number, height: number, isMoving: boolean): void {
    const number = ++this.#newest;
    void this.#draw(scene, [width, height], isMoving, () => number !== this.#newest);
  }

  dispose(): void {
    ++this.#newest;
    this.#texture = undefined;
  }

  async #draw(scene: Scene, size: Size, isMoving: boolean, isCancelled: () => boolean) {
    const texture = this.#texture;
    if (texture === undefined || !(await this.#fill(texture, isCancelled))) return;
    if (!(await this.#drawWith(coarsePixels, scene, texture, size, isCancelled))) return;
    if (isMoving) {
      this.events.drawn(false);
      return;
    }
    if (!(await this.#light(scene, texture, isCancelled))) return;
    if (await this.#drawWith(finePixels, scene, texture, size, isCancelled))
      this.events.drawn(true);
  }

  // Fills a texture once, even if other scenes come meanwhile, unless it is replaced.
  async #fill(texture: CanvasTexture, isCancelled: () => boolean): Promise<boolean> {
    this.#filling ??= texture.fill(() => this.#texture !== texture);
    return (await this.#filling) && !isCancelled();
  }

  async #light(scene: Scene, texture: CanvasTexture, isCancelled: () => boolean): Promise<boolean> {
    const lit = `${scene.sun.join()} ${scene.relief}`;
    if (scene.kind === "sphere" || lit === this.#lit) return true;
    if (!(await texture.light(scene, isCancelled))) return false;
    this.#lit = lit;
    return true;
  }

  // Draws a picture with about so many pixels, and shows it at the size of the canvas.
  async #drawWith(
    pixels: number,
    scene: Scene,
    texture: CanvasTexture,
    size: Size,
    isCancelled: () => boolean,
  ): Promise<boolean> {
    const scale = Math.min(Math.sqrt(pixels / (size[0] * size[1])), 1);
    const [columns, rows] = scaledSize(size, scale);
    const picture = new TracedPicture(scene, texture, columns, rows);
    const isDone =
      (await forRows(rows, (row) => picture.trace(row), isCancelled)) &&
      (await forRows(rows, (row) => picture.smoothEdges(row), isCancelled));
    if (!isDone || isCancelled()) return false;
    this.#present(picture.image, ...size);
    return true;
  }

  #present(image: ImageData, width: number, height: number): void {
    putImage(this.#buffer, image);
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    context.imageSmoothingQuality = "high";
    context.drawImage(this.#buffer, 0, 0, width, height);
  }
}

interface Seen {
  light: Vector;
  isSolid: boolean;
}

class TracedPicture {
  readonly image: ImageData;
  // By pixel, whether it shows the solid.
  readonly #isSolid: Uint8Array;
  readonly #slabHeight: number;

  constructor(
    private readonly scene: Scene,
    private readonly texture: CanvasTexture,
    private readonly columns: number,
    private readonly rows: number,
  ) {
    this.image = new ImageData(columns, rows);
    this.#isSolid = new Uint8Array(columns * rows);
    this.#slabHeight = scene.base + scene.relief * scene.tile * texture.material.meanHeight;
  }

  trace(row: number): void {
    // Small tiles have details within a pixel.
    const places = this.scene.repeats > 1 ? [0.25, 0.75] : [0.5];
    for (let column = 0; column < this.columns; ++column) {
      const { light, isSolid } = this.#meanAt(column, row, places);
      this.#isSolid[row * this.columns + column] = Number(isSolid);
      this.#set(column, row, light);
    }
  }

  /** Takes more rays for pixels at edges of the solid. */
  smoothEdges(row: number): void {
    for (let column = 0; column < this.columns; ++column) {
      if (!this.#isEdge(column, row)) continue;
      this.#set(column, row, this.#meanAt(column, row, [0.125, 0.375, 0.625, 0.875]).light);
    }
  }

  // In: places in the pixel, in both directions. `isSolid`: whether all rays meet the solid.
  #meanAt(column: number, row: number, places: readonly number[]): Seen {
    let sum: Vector = [0, 0, 0];
    let isSolid = true;
    for (const x of places)
      for (const y of places) {
        const seen = this.#lightAt(column + x, row + y);
        sum = add(sum, seen.light);
        isSolid &&= seen.isSolid;
      }
    return { light: scaled(sum, 1 / (places.length * places.length)), isSolid };
  }

  #isEdge(column: number, row: number): boolean {
    const at = row * this.columns + column;
    const differs = (other: number) => this.#isSolid[other] !== this.#isSolid[at];
    return (
      (column > 0 && differs(at - 1)) ||
      (column + 1 < this.columns && differs(at + 1)) ||
      (row > 0 && differs(at - this.columns)) ||
      (row + 1 < this.rows && differs(at + this.columns))
    );
  }

  #lightAt(x: number, y: number): Seen {
    const { scene } = this;
    const ray = rayOf(scene.camera, (2 * x) / this.columns - 1, 1 - (2 * y) / this.rows);
    const surfaceAlong = scene.kind === "sphere" ? sphereAlong : slabAlong;
    const surface = surfaceAlong(scene, this.texture, ray);
    if (surface === undefined)
      return { light: groundLight(scene, ray, this.#slabHeight), isSolid: false };
    return { light: compressed(reflected(scene, surface)), isSolid: true };
  }

  #set(column: number, row: number, light: Vector): void {
    const at = 4 * (row * this.columns + column);
    for (let c = 0; c < 3; ++c) this.image.data[at + c] = 255 * encoded(light[c] as number);
    this.image.data[at + 3] = 255;
  }
}
