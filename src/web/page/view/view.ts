// The picture of the recipe.

import type { App, View } from "../contract.js";

export function mountView(parent: HTMLElement, app: App): View {
  void [parent, app];
  return { map: "height", setMap() {} };
}
