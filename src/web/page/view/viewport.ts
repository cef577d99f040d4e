// The visible part of the picture, and its scale.

import type { RecipeState, Size } from "../contract.js";
import { clamp } from "../math.js";

/** A place in the plane, where the picture has the width and height 1. */
interface Place {
  u: number;
  v: number;
}

export interface Region extends Place {
  width: number;
  height: number;
}

/** At larger scales, positions would need more digits than noises have. */
const maxScale = 4096;
const minSide = 24;

export class Viewport {
  /** Pixels of the screen per pixel of the picture. */
  scale = 1;
  /** The place in the middle. */
  center: Place = { u: 0.5, v: 0.5 };
  /** Whether the picture is fitted to the canvas. */
  isFitted = true;
  repeats = 1;
  maxRepeats = 1;
  /** Whether the picture continues beyond its edges, because the recipe does not tile. */
  isEndless = false;
  #picture: Size = [1, 1];

  constructor(private readonly canvas: HTMLCanvasElement, private readonly changed: () => void) {}

  /** In: size, of the recipe's picture. */
  setPicture({ size, tiling, isSphere }: RecipeState): void {
    const isEndless = !tiling && !isSphere;
    const isSame = size.join() === this.#picture.join() && this.maxRepeats > 1 === tiling;
    if (isSame && this.isEndless === isEndless) return;
    this.#picture = size;
    this.isEndless = isEndless;
    this.maxRepeats = tiling ? 3 : 1;
    if (!tiling) this.repeats = 1;
    this.fit();
  }

  setRepeats(repeats: number): void {
    this.repeats = repeats;
    this.fit();
  }

  /** Shows the whole picture and its repeats. */
  fit(): void {
    this.isFitted = true;
    this.center = { u: this.repeats / 2, v: this.repeats / 2 };
    this.refit();
    this.changed();
  }

  /** Fits the picture again if it was fitted. */
  refit(): void {
    if (!this.isFitted) return;
    const [width, height] = this.#picture;
    const { canvas, repeats } = this;
    const scale = Math.min(canvas.width / (width * repeats), canvas.height / (height * repeats));
    // Whole pixels, so that all repeats are equal, and so are the sides of a sphere's faces.
    const side = width % height === 0 ? height : width;
    this.scale = Math.max(Math.floor(side * scale), 1) / side;
  }

  /** Scales around a point of the canvas, in its pixels; by default the middle. */
  zoomTo(scale: number, at?: readonly [number, number]): void {
    const [x, y] = at ?? [this.canvas.width / 2, this.canvas.height / 2];
    const before = this.placeAt(x, y);
    const smallest = minSide / Math.max(...this.#picture);
    this.scale = clamp(scale, smallest, maxScale);
    const after = this.placeAt(x, y);
    this.#moveBy(before.u - after.u, before.v - after.v);
  }

  zoom(factor: number, at?: readonly [number, number]): void {
    this.zoomTo(this.scale * factor, at);
  }

  /** Moves the picture, in pixels of the canvas. */
  pan(x: number, y: number): void {
    const [width, height] = this.#picture;
    this.#moveBy(-x / (width * this.scale), -y / (height * this.scale));
  }

  /** Returns the place at a point of the canvas. */
  placeAt(x: number, y: number): Place {
    const [width, height] = this.#picture;
    return {
      u: this.center.u + (x - this.canvas.width / 2) / (width * this.scale),
      v: this.center.v + (y - this.canvas.height / 2) / (height * this.scale),
    };
  }

  /** Returns the point of the canvas at a place. */
  pointOf({ u, v }: Place): [number, number] {
    const [width, height] = this.#picture;
    return [
      this.canvas.width / 2 + (u - this.center.u) * width * this.scale,
      this.canvas.height / 2 + (v - this.center.v) * height * this.scale,
    ];
  }

  isInside({ u, v }: Place): boolean {
    if (this.isEndless) return true;
    return u >= 0 && v >= 0 && u < this.repeats && v < this.repeats;
  }

  /** The visible part; beyond the picture only if it is endless and was moved. */
  get visible(): Region {
    const first = this.placeAt(0, 0);
    const last = this.placeAt(this.canvas.width, this.canvas.height);
    const isCut = !this.isEndless || this.isFitted;
    const cut = (value: number) => (isCut ? clamp(value, 0, this.repeats) : value);
    const [u, v] = [cut(first.u), cut(first.v)];
    return { u, v, width: cut(last.u) - u, height: cut(last.v) - v };
  }

  #moveBy(u: number, v: number): void {
    this.isFitted = false;
    const inside = (value: number) => (this.isEndless ? value : clamp(value, 0, this.repeats));
    this.center = { u: inside(this.center.u + u), v: inside(this.center.v + v) };
    this.changed();
  }
}
