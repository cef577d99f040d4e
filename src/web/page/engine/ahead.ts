// Begins the first picture of a change before the text of the changed recipe is known: writing that
// text takes as long as compiling the recipe.

import type { Edit, RenderRequest } from "../contract.js";
import { renderBands, type InWorker } from "./bands.js";
import type { WorkerClient } from "./client.js";
import { coarsePicture, firstBandsOf, maxFirstCostOf, windowOf } from "./coarse.js";
import type { Pace } from "./pace.js";
import type { Pool } from "./pool.js";
import type { Piece } from "./protocol.js";

interface Begun {
  /** Identifies the picture, apart from the text. */
  key: string;
  /** The text of the changed recipe, once it is known. */
  text?: string;
  isWanted: boolean;
  hasStarted?: boolean;
  piece?: Promise<Piece>;
}

export class Ahead {
  #shown: { request: RenderRequest; pace: Pace } | undefined;
  #begun: Begun | undefined;

  constructor(private readonly quick: Pool) {}

  /** Remembers what the user looks at. */
  follow(request: RenderRequest, pace: Pace): void {
    const coarse = request.coarse?.length ? request.coarse : this.#shown?.request.coarse;
    this.#shown = { request: { ...request, coarse: coarse ?? [] }, pace };
  }

  /** Begins the first picture of a change. Returns a function to call with the changed text. */
  begin(text: string, edits: readonly Edit[]): (changed: string) => void {
    if (this.#begun !== undefined) this.#begun.isWanted = false;
    this.#begun = undefined;
    const shown = this.#shown;
    if (shown?.request.text !== text) return () => {};
    // Workers merge changes before rendering, and do not replace values.
    if (edits.some(({ replaces }) => replaces)) return () => {};
    const { request, pace } = shown;
    const [width] = pace.widths(request.coarse ?? [], windowOf(request).width);
    if (width === undefined) return () => {};
    const changed = { ...request, edits: [...edits, ...(request.edits ?? [])] };
    const { wanted, part } = coarsePicture(changed, width);
    const begun: Begun = { key: keyOf(request, width), isWanted: true };
    const inWorker: InWorker = (call) => {
      const run = (worker: WorkerClient) => {
        begun.hasStarted = true;
        return call(worker);
      };
      return this.quick.run(run, { isObsolete: () => !begun.isWanted });
    };
    begun.piece = renderBands(firstBandsOf(part, pace), wanted, maxFirstCostOf(request), inWorker);
    begun.piece.catch(() => undefined); // it is for the one who takes it
    this.#begun = begun;
    return (result) => (begun.text = result);
  }

  /** Returns a request's first picture, if it was begun. */
  take(request: RenderRequest, width: number): Promise<Piece> | undefined {
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
