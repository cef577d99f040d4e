// A material as numbers to sample without WebGL2, at a size that suits the processor.

import type { RenderedMap } from "../../contract.js";
import { clamp, scaledSize } from "../../math.js";
import { hypsometricTint, missing, rockColor } from "../defaults.js";
import type { Material } from "../material.js";
import type { Kind, Scene } from "../scene.js";
import { mixed, smoothstep, type Vector } from "../vector.js";
import { forRows } from "./task.js";

/** The numbers of a texel. */
export const channels = {
  slopeX: 0,
  slopeZ: 1,
  seen: 2,
  height: 3,
  color: 4,
  roughness: 7,
  metallic: 8,
  ao: 9,
  emissive: 10,
} as const;
const stride = 13;

/** Where the channels of a map go. Normals become slopes later. */
const targets = [
  { name: "normal", first: channels.slopeX, count: 3 },
  { name: "height", first: channels.height, count: 1 },
  { name: "color", first: channels.color, count: 3 },
  { name: "roughness", first: channels.roughness, count: 1 },
  { name: "metallic", first: channels.metallic, count: 1 },
  { name: "ao", first: channels.ao, count: 1 },
  { name: "emissive", first: channels.emissive, count: 3 },
];

interface Source {
  map: RenderedMap;
  first: number;
  count: number;
}

const maxSide = 384;
const shadowSteps = 20;

export class CanvasTexture {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
  /** The mean colour. */
  mean: Vector = missing.color;
  readonly #wrap: (index: number, count: number) => number;

  constructor(
    readonly material: Material,
    readonly kind: Kind,
  ) {
    const { picture } = material;
    const scale = Math.min(maxSide / Math.max(picture.width, picture.height), 1);
    [this.width, this.height] = scaledSize([picture.width, picture.height], scale);
    this.data = new Float32Array(stride * this.width * this.height);
    this.#wrap = material.tiling ? repeated : kind === "sphere" ? mirrored : held;
  }

  /** Whether a sphere's texture is mirrored in every other tile. */
  get isMirrored(): boolean {
    return !this.material.tiling;
  }

  /** Takes the samples of all maps. Gives false if it was cancelled. */
  async fill(isCancelled: () => boolean): Promise<boolean> {
    const { maps } = this.material.picture;
    const sources = targets.flatMap(({ name, first, count }) => {
      const map = maps.get(name);
      return map === undefined ? [] : [{ map, first, count }];
    });
    const each = (run: (row: number) => void) => forRows(this.height, run, isCancelled);
    return (
      (await each((row) => this.#fillRow(row, sources))) &&
      (this.#has("normal") || (await each((row) => this.#derive(row)))) &&
      each((row) => this.#complete(row))
    );
  }

  /** Finds where the sun shines on a slab. */
  async light(scene: Scene, isCancelled: () => boolean): Promise<boolean> {
    const lightRow = (row: number) => {
      for (let x = 0; x < this.width; ++x)
        this.data[stride * (row * this.width + x) + channels.seen] = this.#sunSeen(scene, x, row);
    };
    return forRows(this.height, lightRow, isCancelled);
  }

  /** Returns a channel at a place of the tile, which has the width and height 1. */
  at(u: number, v: number, channel: number): number {
    const { width, height, data } = this;
    const x = u * width - 0.5;
    const y = v * height - 0.5;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const columns = [this.#wrap(left, width), this.#wrap(left + 1, width)] as const;
    const first = this.#wrap(top, height) * width;
    const second = this.#wrap(top + 1, height) * width;
    const read = (index: number) => data[stride * index + channel] as number;
    const across = x - left;
    const upper = read(first + columns[0]) * (1 - across) + read(first + columns[1]) * across;
    const lower = read(second + columns[0]) * (1 - across) + read(second + columns[1]) * across;
    return upper + (lower - upper) * (y - top);
  }

  vectorAt(u: number, v: number, channel: number): Vector {
    return [this.at(u, v, channel), this.at(u, v, channel + 1), this.at(u, v, channel + 2)];
  }

  #has(name: string): boolean {
    return this.material.picture.maps.has(name);
  }

  // Adds a map's pixel to a texel. A single channel is a grey.
  #add({ map, first, count }: Source, texel: number, pixel: number, weight: number): void {
    const { data } = this;
    for (let c = 0; c < count; ++c) {
      const value = map.samples[pixel * map.channels + (map.channels < count ? 0 : c)] as number;
      const at = texel + first + c;
      if (Number.isFinite(value)) data[at] = (data[at] as number) + value * weight;
    }
  }

  // Computes the means of the pixels that each texel covers.
  #fillRow(row: number, sources: readonly Source[]): void {
    const { picture } = this.material;
    const [top, bottom] = span(row, this.height, picture.height);
    for (let x = 0; x < this.width; ++x) {
      const [left, right] = span(x, this.width, picture.width);
      const weight = 1 / ((right - left) * (bottom - top));
      const texel = stride * (row * this.width + x);
      for (let i = top; i < bottom; ++i)
        for (let j = left; j < right; ++j)
          for (const source of sources) this.#add(source, texel, i * picture.width + j, weight);
    }
  }

  // Computes slopes from heights, if there are no normals.
  #derive(row: number): void {
    const { width, height, data, material } = this;
    const read = (x: number, y: number) =>
      data[
        stride * (this.#wrap(y, height) * width + this.#wrap(x, width)) + channels.height
      ] as number;
    const steps = 0.5 * width * material.relief * material.scale;
    for (let x = 0; x < width; ++x) {
      const texel = stride * (row * width + x);
      data[texel + channels.slopeX] = steps * (read(x + 1, row) - read(x - 1, row));
      data[texel + channels.slopeZ] = steps * (read(x, row + 1) - read(x, row - 1));
    }
  }

  // Converts normals and heights, and fills in what the recipe has no map of.
  #complete(row: number): void {
    const { data, material } = this;
    for (let x = 0; x < this.width; ++x) {
      const texel = stride * (row * this.width + x);
      const raw = data[texel + channels.height] as number;
      const height = clamp((raw - material.low) * material.scale, 0, 1);
      data[texel + channels.height] = height;
      if (this.#has("normal")) {
        const z = Math.max(data[texel + 2] as number, 0.02);
        data[texel + channels.slopeX] = -(data[texel] as number) / z;
        data[texel + channels.slopeZ] = (material.normalY * (data[texel + 1] as number)) / z;
      }
      data[texel + channels.seen] = 1;
      if (!this.#has("color")) data.set(this.#defaultColor(texel, height), texel + channels.color);
      if (!this.#has("ao")) data[texel + channels.ao] = 1;
      if (!this.#has("roughness"))
        data[texel + channels.roughness] =
          this.kind === "terrain" ? missing.terrainRoughness : missing.roughness;
      const color = data.subarray(texel + channels.color, texel + channels.color + 3);
      const share = 1 / (row * this.width + x + 1);
      this.mean = mixed(this.mean, color as unknown as Vector, share);
    }
  }

  #defaultColor(texel: number, height: number): Vector {
    if (this.kind !== "terrain") {
      const [r, g, b] = missing.color;
      const light = 0.8 + 0.25 * height;
      return [r * light, g * light, b * light];
    }
    let color = (hypsometricTint[0] as { color: Vector }).color;
    hypsometricTint.slice(1).forEach((stop, i) => {
      const before = hypsometricTint[i] as { at: number };
      color = mixed(color, stop.color, smoothstep(before.at, stop.at, height));
    });
    const steepness = Math.hypot(
      this.data[texel + channels.slopeX] as number,
      this.data[texel + channels.slopeZ] as number,
    );
    return mixed(color, rockColor, 0.85 * smoothstep(0.45, 1, steepness));
  }

  // See gl/shading_glsl.ts.
  #sunSeen({ sun, relief }: Scene, column: number, row: number): number {
    const level = Math.max(Math.hypot(sun[0], sun[2]), 1e-4);
    const rise = sun[1] / level;
    const first = 1 / this.width;
    const [u, v] = [(column + 0.5) / this.width, (row + 0.5) / this.height];
    const start = this.at(u, v, channels.height) * relief;
    const reach = Math.min((relief - start) / Math.max(rise, 0.02), 0.7);
    if (reach <= first) return 1;
    let hidden = 0;
    for (let i = 0; i < shadowSteps; ++i) {
      const away = first + (reach - first) * ((i + 0.5) / shadowSteps) ** 2;
      const x = u + (sun[0] / level) * away;
      const y = v + ((sun[2] / level) * away) / this.material.aspect;
      const over = this.at(x, y, channels.height) * relief - start - rise * away;
      hidden = Math.max(hidden, over / (away + 2 * first));
    }
    return 1 - smoothstep(0, 0.13 * (1 + rise * rise), hidden);
  }
}

// Returns the range of pixels for a texel. In: its index, of `count`.
function span(index: number, count: number, pixels: number): [number, number] {
  const first = Math.floor((index * pixels) / count);
  return [first, Math.max(Math.floor(((index + 1) * pixels) / count), first + 1)];
}

function repeated(index: number, count: number): number {
  const rest = index % count;
  return rest < 0 ? rest + count : rest;
}

function held(index: number, count: number): number {
  return clamp(index, 0, count - 1);
}

function mirrored(index: number, count: number): number {
  const rest = repeated(index, 2 * count);
  return rest < count ? rest : 2 * count - 1 - rest;
}
