// Statistics and histogram of the shown map.

import type { Statistics } from "../contract.js";
import { make } from "../elements.js";
import { rounded } from "../math.js";
import type { Shown } from "./rendering.js";

const height = 40;

function numberText(value: number): string {
  return Number.isFinite(value) ? String(rounded(value, 4)) : "–";
}

function shareText(share: number): string {
  const percent = 100 * share;
  return `${percent < 0.01 ? "below 0.01" : percent.toFixed(percent < 1 ? 2 : 1)}% clipped`;
}

export class StatisticsPanel {
  readonly element = make("div", { class: "statistics" });
  readonly #of = make("p", { class: "statistics-of" });
  readonly #text = make("p", { class: "statistics-text" });
  readonly #canvas = make("canvas", { class: "histogram", height: String(height), role: "img" });

  constructor() {
    this.element.append(this.#canvas, make("div", {}, this.#of, this.#text));
    this.element.hidden = true;
  }

  show({ map, statistics, channel, size, isWhole }: Shown): void {
    const { minimum, maximum, mean, deviation, clipped } = statistics;
    const parts = Object.entries({ min: minimum, max: maximum, mean, deviation }).map(
      ([name, value]) => `${name} ${numberText(value)}`,
    );
    if (clipped > 0) parts.push(shareText(clipped));
    this.element.hidden = false;
    this.setStale(false);
    const part = `${isWhole ? "Shown at" : "Visible part of"} ${size.join(" × ")} pixels`;
    this.#of.textContent = channel === "" ? part : `${part}, ${channel}`;
    this.#text.textContent = parts.join(" · ");
    const what = channel === "" ? map : `${map}, ${channel}`;
    this.#canvas.setAttribute("aria-label", describe(what, statistics));
    this.#draw(statistics.counts);
  }

  /** In: whether a newer picture was requested. */
  setStale(isStale: boolean): void {
    this.element.classList.toggle("stale", isStale);
  }

  /** Shows dashes instead of numbers, since the shown picture was not measured. */
  clear(): void {
    this.setStale(false);
    this.#of.textContent = "Not measured: the picture is not complete";
    this.#text.textContent = "min – · max – · mean – · deviation –";
    this.#canvas.setAttribute("aria-label", "No histogram");
    this.#draw(new Uint32Array(this.#canvas.width));
  }

  hide(): void {
    this.element.hidden = true;
  }

  #draw(counts: Uint32Array): void {
    this.#canvas.width = counts.length;
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    // A single high bin, such as the ground of a height map, must not flatten the others.
    const sorted = counts.toSorted();
    const almostAll = sorted[Math.floor(counts.length * 0.98)] as number;
    const top = Math.max(almostAll, (sorted.at(-1) as number) / 4, 1);
    context.fillStyle = getComputedStyle(this.#canvas).color;
    counts.forEach((count, i) => {
      const bar = Math.min(count / top, 1) * height;
      context.fillRect(i, height - bar, 1, bar);
    });
  }
}

// The range of the middle half says more than a list of counts.
function describe(what: string, { counts, low, high }: Statistics): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const quantile = (share: number) => {
    let sum = 0;
    const bin = counts.findIndex((count) => (sum += count) >= share * total);
    return numberText(low + ((bin + 0.5) / counts.length) * (high - low));
  };
  return (
    `Histogram of ${what}, from ${numberText(low)} to ${numberText(high)}: half of the samples ` +
    `are between ${quantile(0.25)} and ${quantile(0.75)}, the median is ${quantile(0.5)}`
  );
}
