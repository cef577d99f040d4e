// The nodes of the recipe.

import type { App, Editor, View } from "../contract.js";

export function mountGraph(parent: HTMLElement, app: App, parts: { editor: Editor; view: View }): void {
  void [parent, app, parts];
}
