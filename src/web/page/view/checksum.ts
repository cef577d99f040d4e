// The checksum of the recipe at its own size: that of `cobble render --checksum`.

import type { App } from "../contract.js";
import { make } from "../shell.js";

/** How long the recipe rests before its checksum is computed. */
const restMilliseconds = 1200;
const noValue = "…";

export class Checksum {
  readonly element: HTMLElement;
  readonly #label = make("span", { text: "Checksum:" });
  readonly #value = make("code", { class: "checksum-value", text: noValue });
  readonly #copy = make("button", { type: "button", text: "Copy", "aria-label": "Copy the checksum" });
  #timer = 0;
  #turn = 0;

  constructor(private readonly app: App) {
    this.element = make("p", { class: "checksum" }, this.#label, " ", this.#value, " ", this.#copy);
    this.#copy.disabled = true;
    this.#copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(this.#value.textContent ?? "");
      app.announce("Copied the checksum.");
    });
  }

  update(): void {
    ++this.#turn;
    this.#value.textContent = noValue;
    this.#copy.disabled = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#compute(), restMilliseconds);
  }

  async #compute(): Promise<void> {
    const { state, text, issues } = this.app.document;
    if (state === undefined || state.text !== text || issues.length > 0) return;
    const turn = this.#turn;
    this.#label.textContent = `Checksum, ${state.size.join(" × ")}:`;
    try {
      const checksum = await this.app.engine.checksum(text);
      if (checksum === undefined || turn !== this.#turn) return;
      this.#value.textContent = checksum;
      this.#copy.disabled = false;
    } catch (error) {
      if (turn === this.#turn)
        this.#value.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
