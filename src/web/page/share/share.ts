// What can be taken home: texts, files and links.

import type { App, Editor, View } from "../contract.js";

export function mountShare(header: HTMLElement, app: App, parts: { editor: Editor; view: View }): void {
  void [header, app, parts];
}

/** Opens the recipe of the page's address, if it has one. */
export async function openLink(app: App): Promise<boolean> {
  void app;
  return false;
}
