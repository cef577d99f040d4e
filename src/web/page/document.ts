// The recipe that the page shows. All that is shown follows from its text, and controls
// change the text.

import { referredBy } from "./json.js";
import type { DocumentEvent, Edit, Engine, Origin, RecipeDocument } from "./contract.js";

export class PageDocument implements RecipeDocument {
  name = "recipe";
  text = "";
  state: RecipeDocument["state"];
  issues: RecipeDocument["issues"] = [];
  selection = "/noise";
  lastChange: RecipeDocument["lastChange"] = { origin: "open", before: "recipe" };

  readonly #listeners = new Map<DocumentEvent, (() => void)[]>();
  // The newest changes that are not in the text yet, by path.
  #pending = new Map<string, Edit>();
  #isEditing = false;
  #isReading = false;

  constructor(private readonly engine: Engine, private readonly report: (error: unknown) => void) {}

  get isChanging(): boolean {
    return this.#isEditing || this.#isReading || this.#pending.size > 0;
  }

  on(event: DocumentEvent, listener: () => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  open(name: string, text: string): void {
    this.select("/noise");
    this.setText(text, "open", name);
  }

  setText(text: string, origin: Origin, name = this.name): void {
    const before = this.name;
    this.name = name;
    this.#change(text, origin, before);
    if (name !== before) this.#notify("name");
  }

  rename(name: string): void {
    this.name = name;
    this.#notify("name");
  }

  select(pointer: string): void {
    if (pointer === this.selection) return;
    this.selection = pointer;
    this.#notify("selection");
  }

  refresh(): void {
    void this.#read();
  }

  edit(edits: readonly Edit[]): void {
    for (const edit of edits) this.#pending.set(edit.path, edit);
    void this.#applyPending();
  }

  // Applies all changes that have come since the last ones, in order.
  async #applyPending(): Promise<void> {
    if (this.#isEditing || this.#pending.size === 0) return;
    this.#isEditing = true;
    const edits = [...this.#pending.values()];
    this.#pending = new Map();
    const { text } = this;
    try {
      const edited = await this.engine.edit(text, edits);
      this.#isEditing = false;
      // Keeps what was typed meanwhile.
      if (this.text === text) this.#change(edited, "controls");
    } catch (error) {
      this.#isEditing = false;
      this.report(error);
    }
    if (!this.isChanging) this.#notify("state"); // controls show the text's values again
    void this.#applyPending();
  }

  #change(text: string, origin: Origin, before = this.name): void {
    // An opened recipe may have the same text under another name.
    if (text === this.text && origin !== "open") return;
    this.text = text;
    this.lastChange = { origin, before };
    this.#notify("text");
    void this.#read();
  }

  async #read(): Promise<void> {
    const { text } = this;
    this.#isReading = true;
    const result = await this.engine.read(text).finally(() => {
      if (text === this.text) this.#isReading = false;
    });
    if (result === undefined || text !== this.text) return;
    this.issues = result.issues;
    if (result.state !== undefined) this.state = result.state;
    // A noise that is a named node has no keys: its node is selected.
    if (this.lastChange.origin === "open" && this.selection === "/noise")
      this.select(referredBy(this.state?.recipe["noise"]) ?? "/noise");
    this.#notify("issues");
    if (result.state !== undefined) this.#notify("state");
  }

  #notify(event: DocumentEvent): void {
    for (const listener of this.#listeners.get(event) ?? []) listener();
  }
}
