// The first picture of a change, begun before the text of the changed recipe is known: it takes as long
// to write that text as to compile the recipe.

import type { Edit, RenderRequest } from "../contract.js";
import type { WorkerClient } from "./client.js";
import { coarsePicture, maxFirstCostOf } from "./coarse.js";
import type { Pace } from "./pace.js";
import type { Pool } from "./pool.js";
import type { Piece } from "./protocol.js";

interface Begun {
  /** What the picture is, apart from the text. */
  key: string;
  /** The text of the changed recipe, once it is known. */
  text?: string;
  isWanted: boolean;
  hasStarted?: boolean;
  piece?: Promise<Piece | "too slow">;
}

export class Ahead {
  #shown: { request: RenderRequest; pace: Pace } | undefined;
  #begun: Begun | undefined;

  constructor(private readonly quick: Pool) {}

  /** Remembers what is being looked at. */
  follow(request: RenderRequest, pace: Pace): void {
    const coarse = request.coarse?.length ? request.coarse : this.#shown?.request.coarse;
    this.#shown = { request: { ...request, coarse: coarse ?? [] }, pace };
  }

  /** Begins the first picture of a change. Returns a function that is given the text after it. */
  begin(text: string, edits: readonly Edit[]): (changed: string) => void {
    if (this.#begun !== undefined) this.#begun.isWanted = false;
    this.#begun = undefined;
    const shown = this.#shown;
    const size = shown?.request.size;
    if (shown === undefined || size === undefined || shown.request.text !== text) return () => {};
    // Pictures are rendered with changes that are merged.
    if (edits.some(({ replaces }) => replaces)) return () => {};
    const { request, pace } = shown;
    const window = request.window ?? { x: 0, y: 0, width: size[0], height: size[1] };
    const [width] = pace.widths(request.coarse ?? [], window.width);
    if (width === undefined) return () => {};
    const changed = { ...request, edits: [...edits, ...(request.edits ?? [])] };
    const { wanted, part } = coarsePicture(changed, size, window, width);
    const begun: Begun = { key: keyOf(request, width), isWanted: true };
    const render = (worker: WorkerClient) => {
      begun.hasStarted = true;
      return worker.call("render", wanted, part, maxFirstCostOf(request));
    };
    begun.piece = this.quick.run(render, 0, () => !begun.isWanted);
    begun.piece.catch(() => undefined); // the one that takes it sees the error
    this.#begun = begun;
    return (result) => (begun.text = result);
  }

  /** Returns the first picture of a request, if it has been begun. */
  take(request: RenderRequest, width: number): Promise<Piece | "too slow"> | undefined {
    const begun = this.#begun;
    if (begun?.text !== request.text || begun.key !== keyOf(request, width)) return undefined;
    this.#begun = undefined;
    if (begun.hasStarted) return begun.piece;
    begun.isWanted = false;
    return undefined;
  }
}

function keyOf({ maps, edits, size, window }: RenderRequest, width: number): string {
  return JSON.stringify([maps, edits, size, window, width]);
}
