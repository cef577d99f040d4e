// Renders the pictures of visible cards when they have changed, all at once.

import type { App, RenderedMap, RenderedPicture, Transfer } from "../contract.js";
import { putImage } from "../elements.js";
import { scaledSize } from "../math.js";
import { imageIn } from "../view/paint.js";
import { transfersOf } from "../view/pixels.js";
import type { CardElement } from "./card.js";

/** How long to wait after a change of the recipe. */
const restMilliseconds = 150;
const slot = "cards";
const pictureSize = 96;
const largePictureSize = 192;
/** At larger scales, pixels of small pictures would be visible. */
const largeScale = 1.4;

export class Pictures {
  #timer = 0;
  // What cards show, or cannot show.
  readonly #pictures = new Map<string, { key: string; size: number }>();
  #requested = "";

  constructor(
    private readonly app: App,
    private readonly camera: { readonly scale: number },
    private readonly visible: () => CardElement[],
  ) {}

  renderSoon(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#render(), restMilliseconds);
  }

  /** Forgets the picture of a removed card. */
  drop(id: string): void {
    this.#pictures.delete(id);
  }

  /** Tries failed cards again: a missing picture may have been added. */
  retry(cards: Iterable<CardElement>): void {
    this.#requested = "";
    for (const { element, card } of cards)
      if (element.classList.contains("failed")) this.#pictures.delete(card.id);
  }

  async #render(): Promise<void> {
    const size = this.camera.scale * devicePixelRatio > largeScale ? largePictureSize : pictureSize;
    const changed = this.visible().filter(({ card: { id, key } }) => {
      const shown = this.#pictures.get(id);
      return shown?.key !== key || shown.size < size;
    });
    const requested = JSON.stringify([size, changed.map(({ card }) => [card.id, card.key])]);
    if (changed.length === 0 || requested === this.#requested) return;
    this.#requested = requested;
    if (await this.#renderCards(changed, size)) return;
    // Cards that cannot be rendered, such as those without their picture, spoil no others.
    for (const card of changed) {
      if (requested !== this.#requested) return;
      if (!(await this.#renderCards([card], size))) this.#fail(card, size);
    }
  }

  // Gives false if they cannot be rendered.
  async #renderCards(cards: readonly CardElement[], longest: number): Promise<boolean> {
    const { state } = this.app.document;
    if (state === undefined) return true;
    const size = scaledSize(state.size, longest / Math.max(...state.size));
    const edits = [{ path: "size", value: size }];
    const maps = [...new Set(cards.map(({ card }) => card.map))];
    const request = { text: state.text, maps, edits, size, waits: true };
    const keys = cards.map(({ card }) => card.key);
    try {
      await this.app.engine.render(slot, request, (picture) =>
        cards.forEach((card, i) => {
          this.#pictures.set(card.card.id, { key: keys[i] as string, size: longest });
          this.#draw(card, picture);
        }),
      );
      return true;
    } catch {
      return false;
    }
  }

  #fail({ card: { id, key }, element }: CardElement, size: number): void {
    this.#pictures.set(id, { key, size });
    element.classList.add("failed");
  }

  #draw({ canvas, element, card }: CardElement, picture: RenderedPicture): void {
    const image = imageIn(picture, card.map, (map) => this.#transfersOf(card.map, map));
    if (image === undefined) return;
    putImage(canvas, image);
    element.classList.remove("failed");
  }

  // A node's numbers can have any range, so they are shown from their minimum to their maximum.
  #transfersOf(name: string, map: RenderedMap): Transfer[] {
    const isNumber = name.startsWith("@") && map.channels === 1;
    const isFlat = map.samples.every((sample) => sample === map.samples[0]);
    return isNumber && !isFlat
      ? ["number"]
      : transfersOf(name, map.channels, this.app.document.state);
  }
}
