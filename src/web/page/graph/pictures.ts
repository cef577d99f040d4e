// Renders the pictures of visible cards when they have changed.

import type { App, RenderedMap, RenderedPicture, Transfer } from "../contract.js";
import { putImage } from "../elements.js";
import { scaledSize } from "../math.js";
import { imageIn } from "../view/paint.js";
import { transfersOf } from "../view/pixels.js";
import type { CardElement } from "./card.js";

/** How long to wait after a change of the recipe. */
const restMilliseconds = 150;
const priority = 3;
const pictureSize = 96;
const largePictureSize = 192;
/** At larger scales, pixels of small pictures would be visible. */
const largeScale = 1.4;

export class Pictures {
  #timer = 0;
  // Shown, or being rendered.
  readonly #pictures = new Map<string, { key: string; size: number }>();

  constructor(
    private readonly app: App,
    private readonly camera: { readonly scale: number },
    private readonly visible: () => CardElement[],
  ) {}

  renderSoon(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#render(), restMilliseconds);
  }

  /** Forgets the picture of a removed card. */
  drop(id: string): void {
    this.app.engine.cancel(slotOf(id));
    this.#pictures.delete(id);
  }

  /** Tries failed cards again: a missing picture may have been added. */
  retry(cards: Iterable<CardElement>): void {
    for (const { element, card } of cards)
      if (element.classList.contains("failed")) this.#pictures.delete(card.id);
  }

  #render(): void {
    const size = this.camera.scale * devicePixelRatio > largeScale ? largePictureSize : pictureSize;
    for (const element of this.visible()) {
      const { id, key } = element.card;
      const shown = this.#pictures.get(id);
      if (shown?.key === key && shown.size >= size) continue;
      this.#pictures.set(id, { key, size });
      void this.#renderCard(element, size);
    }
  }

  async #renderCard(element: CardElement, longest: number): Promise<void> {
    const { state } = this.app.document;
    if (state === undefined) return;
    const { id, map } = element.card;
    const size = scaledSize(state.size, longest / Math.max(...state.size));
    const edits = [{ path: "size", value: size }];
    const request = { text: state.text, maps: [map], edits, size, priority };
    try {
      await this.app.engine.render(slotOf(id), request, (picture) => this.#draw(element, picture));
    } catch {
      element.element.classList.add("failed");
    }
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

function slotOf(id: string): string {
  return `node:${id}`;
}
