// Panels, of which one at a time is shown.

import { button, make } from "../elements.js";

interface Tab {
  name: string;
  label: string;
  content: HTMLElement;
}

export function createTabs(tabs: readonly Tab[]): {
  element: DocumentFragment;
  show(name: string): void;
} {
  const made = tabs.map(({ name, label, content }) => {
    const id = `controls-${name}`;
    const attributes = { role: "tab", id: `tab-${name}`, "aria-controls": id, text: label };
    const tab = button(attributes, () => show(name));
    const names = { id, "aria-labelledby": tab.id };
    const panel = make("div", { role: "tabpanel", class: "controls-panel", ...names }, content);
    return { name, tab, panel };
  });
  const show = (shown: string) => {
    for (const { name, tab, panel } of made) {
      panel.hidden = name !== shown;
      tab.setAttribute("aria-selected", String(name === shown));
      tab.tabIndex = name === shown ? 0 : -1;
    }
  };
  made.forEach(({ tab }, i) =>
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? made.length - 1 : 0;
      const next = made[(i + step) % made.length];
      if (step === 0 || next === undefined) return;
      show(next.name);
      next.tab.focus();
    }),
  );
  const list = make("div", { role: "tablist", class: "tabs", "aria-label": "Controls for" });
  list.append(...made.map(({ tab }) => tab));
  const element = document.createDocumentFragment();
  element.append(list, ...made.map(({ panel }) => panel));
  show(made[0]?.name ?? "");
  return { element, show };
}
