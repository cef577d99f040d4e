// The presets, as pictures by group.

import type { App } from "../contract.js";

export function mountGallery(header: HTMLElement, app: App, given: readonly { name: string; text: string }[]): void {
  void [header, app, given];
}
