// The recipe's checksum, as `cobble render --checksum` prints it.

import type { App } from "../contract.js";
import { button, make } from "../elements.js";
import { messageOf, timeText, TooSlow } from "../errors.js";
import { copyText } from "../shell.js";

/** How long to wait after a change of the recipe. */
const restMilliseconds = 1200;
/** If it takes longer, it is computed only on request. */
const maxSeconds = 20;
const noValue = "…";

export class Checksum {
  readonly element: HTMLElement;
  readonly #label = make("span", { text: "Checksum:" });
  readonly #value = make("code", { class: "checksum-value", text: noValue });
  // Says why there is no value.
  readonly #remark = make("span", { class: "checksum-remark", role: "status" });
  readonly #copy = button({ text: "Copy", "aria-label": "Copy the checksum" }, async () => {
    if (await copyText(this.#value.textContent ?? "")) this.app.announce("Copied the checksum.");
  });
  // Starts a long computation, or stops it.
  readonly #run = make("button", { type: "button", hidden: "" });
  #timer = 0;
  #turn = 0;

  constructor(private readonly app: App) {
    const parts = [this.#label, this.#value, this.#remark, this.#copy, this.#run];
    this.element = make("p", { class: "checksum" }, ...parts);
    this.#showNothing();
  }

  /** Computes it for a changed recipe. */
  update(): void {
    ++this.#turn;
    this.app.engine.stopChecksum();
    this.#showNothing();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#compute(maxSeconds), restMilliseconds);
  }

  async #compute(seconds: number): Promise<void> {
    const { state, text, issues } = this.app.document;
    if (state === undefined || state.text !== text || issues.length > 0) return;
    const turn = ++this.#turn;
    this.#label.textContent = `Checksum, ${state.size.join(" × ")}:`;
    try {
      const checksum = await this.app.engine.checksum(text, seconds);
      if (checksum === undefined || turn !== this.#turn || text !== this.app.document.text) return;
      this.#showNothing();
      this.#value.textContent = checksum;
      this.#copy.disabled = false;
    } catch (error) {
      if (turn !== this.#turn) return;
      if (error instanceof TooSlow) this.#offer(error.seconds);
      else this.#say(messageOf(error));
    }
  }

  #showNothing(): void {
    this.#say("");
    this.#value.textContent = noValue;
    this.#copy.hidden = false;
    this.#copy.disabled = true;
    this.#run.hidden = true;
  }

  #say(remark: string): void {
    this.#remark.textContent = remark;
    this.#value.textContent = "";
  }

  #offer(seconds: number | undefined): void {
    this.#say(seconds === undefined ? "takes a long time" : `takes about ${timeText(seconds)}`);
    this.#button("Compute", "Compute the checksum", () => this.#start(seconds));
  }

  #start(seconds: number | undefined): void {
    this.#say("computing…");
    this.#button("Stop", "Stop computing the checksum", () => {
      ++this.#turn;
      this.app.engine.stopChecksum();
      this.#offer(seconds);
    });
    void this.#compute(Infinity);
  }

  #button(text: string, label: string, run: () => void): void {
    this.#copy.hidden = true;
    this.#run.hidden = false;
    this.#run.textContent = text;
    this.#run.setAttribute("aria-label", label);
    this.#run.onclick = run;
  }
}
