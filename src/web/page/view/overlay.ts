// A message above the picture: the recipe's first error, or that it takes too long.

import type { App } from "../contract.js";
import { button, make } from "../elements.js";
import { hintOf, messageOf, timeText, TooSlow } from "../errors.js";

export class Overlay {
  readonly element = make("div", { class: "stage-overlay", role: "status", hidden: "" });
  #failure: unknown;

  constructor(private readonly app: App, private readonly renderAnyway: () => void) {}

  /** In: failure, why the last picture was not rendered; undefined if it was. */
  setFailure(failure: unknown): void {
    this.#failure = failure;
    this.update();
  }

  update(): void {
    const [issue] = this.app.document.issues;
    const failure = this.#failure;
    if (issue !== undefined) this.#say(issue.message + hintOf(issue));
    else if (failure instanceof TooSlow) {
      const { seconds } = failure;
      const time = seconds === undefined ? "" : `: about ${timeText(seconds)}`;
      const anyway = button({ text: "Render anyway" }, this.renderAnyway);
      this.#say(`${messageOf(failure)}${time}.`, anyway);
    } else if (failure !== undefined) this.#say(messageOf(failure));
    else this.element.hidden = true;
  }

  #say(text: string, ...more: HTMLElement[]): void {
    this.element.hidden = false;
    // Screen readers should not repeat it.
    const { firstChild, children } = this.element;
    if (firstChild?.textContent === text && children.length === 1 + more.length) return;
    this.element.replaceChildren(make("p", { text }), ...more);
  }
}
