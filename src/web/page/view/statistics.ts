// Statistics and histogram of the map that is shown.

import type { RenderedMap } from "../contract.js";
import { make } from "../shell.js";
import type { MapKind } from "./pixels.js";

export interface Statistics {
  minimum: number;
  maximum: number;
  mean: number;
  deviation: number;
  /** The share of samples outside 0..1. */
  clipped: number;
  /** Counts of equal parts of the range low..high. */
  counts: Uint32Array;
  low: number;
  high: number;
}

const bins = 128;

/** In: the first channel, or the luminance of colours. */
export function statisticsOf(map: RenderedMap, kind: MapKind): Statistics {
  const values = valuesOf(map, kind);
  let minimum = Infinity;
  let maximum = -Infinity;
  let sum = 0;
  let clipped = 0;
  for (const value of values) {
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
    sum += value;
    if (value < 0 || value > 1) ++clipped;
  }
  const mean = sum / values.length;
  const isUnit = kind === "height" || kind === "color" || kind === "data";
  const [low, high] = isUnit ? [0, 1] : [minimum, maximum];
  const counts = new Uint32Array(bins);
  let squares = 0;
  for (const value of values) {
    squares += (value - mean) ** 2;
    const bin = high > low ? Math.floor(((value - low) / (high - low)) * bins) : 0;
    const at = Math.min(Math.max(bin, 0), bins - 1);
    counts[at] = (counts[at] as number) + 1;
  }
  const deviation = Math.sqrt(squares / values.length);
  const share = isUnit ? clipped / values.length : 0;
  return { minimum, maximum, mean, deviation, clipped: share, counts, low, high };
}

function valuesOf({ channels, samples }: RenderedMap, kind: MapKind): Float32Array {
  if (channels === 1) return samples;
  const values = new Float32Array(samples.length / channels);
  for (let i = 0, from = 0; i < values.length; ++i, from += channels)
    values[i] =
      kind === "color"
        ? 0.2126 * (samples[from] as number) +
          0.7152 * (samples[from + 1] as number) +
          0.0722 * (samples[from + 2] as number)
        : (samples[from] as number);
  return values;
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : "–";
}

/** Shows them. */
export class StatisticsPanel {
  readonly element = make("div", { class: "statistics" });
  readonly #text = make("p", { class: "statistics-text" });
  readonly #canvas = make("canvas", { class: "histogram", width: String(bins), height: "40", role: "img" });

  constructor() {
    this.element.append(this.#canvas, this.#text);
  }

  show(what: string, statistics: Statistics): void {
    const { minimum, maximum, mean, deviation, clipped, low, high } = statistics;
    const parts = [
      `min ${numberText(minimum)}`,
      `max ${numberText(maximum)}`,
      `mean ${numberText(mean)}`,
      `deviation ${numberText(deviation)}`,
    ];
    if (clipped > 0) parts.push(`${(100 * clipped).toFixed(clipped < 0.01 ? 2 : 1)} % clipped`);
    this.#text.textContent = parts.join(" · ");
    this.#canvas.setAttribute(
      "aria-label",
      `Histogram of ${what}, from ${numberText(low)} to ${numberText(high)}; most samples are near ${numberText(this.#mode(statistics))}`,
    );
    this.#draw(statistics);
  }

  #mode({ counts, low, high }: Statistics): number {
    return low + ((counts.indexOf(Math.max(...counts)) + 0.5) / bins) * (high - low);
  }

  #draw({ counts }: Statistics): void {
    const { width, height } = this.#canvas;
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    // A single bin, such as the ground of a height map, must not flatten all others.
    const sorted = counts.toSorted();
    const top = Math.max(sorted[Math.floor(bins * 0.98)] as number, (sorted[bins - 1] as number) / 4, 1);
    context.clearRect(0, 0, width, height);
    context.fillStyle = getComputedStyle(this.#canvas).color;
    counts.forEach((count, i) => {
      const bar = Math.min(count / top, 1) * height;
      context.fillRect(i, height - bar, 1, bar);
    });
  }
}
