// What the engine throws instead of rendering for a long time.

export class TooSlow extends Error {
  override readonly name = "TooSlow";
  /** In: the time expected; undefined if even a small picture takes long. */
  constructor(readonly seconds?: number) {
    super("Too slow to preview");
  }
}
