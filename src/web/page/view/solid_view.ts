// Views in three dimensions: which maps they need.

import type { App } from "../contract.js";
import type { Shown } from "./rendering.js";

export const solidKinds = ["slab", "sphere", "terrain"] as const;

export function isSolid(map: string): boolean {
  return (solidKinds as readonly string[]).includes(map);
}

export interface SolidView {
  show(kind: string, shown: (shown: Shown) => void, failed: (error: unknown) => void): Promise<void>;
  hide(): void;
}

export function createSolidView(stage: HTMLElement, app: App): SolidView {
  void [stage, app];
  return { show: async () => {}, hide() {} };
}
