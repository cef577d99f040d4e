// Controls of the selected node.

import type { App } from "../contract.js";

export function mountControls(parent: HTMLElement, app: App): void {
  void [parent, app];
}
