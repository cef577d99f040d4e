// Panels of which one is shown.

import { make } from "../shell.js";

export interface Tab {
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
    const button = make("button", {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": id,
      text: label,
    });
    const panel = make(
      "div",
      { id, role: "tabpanel", class: "controls-panel", "aria-labelledby": button.id },
      content,
    );
    return { name, button, panel };
  });
  const show = (shown: string) => {
    for (const { name, button, panel } of made) {
      panel.hidden = name !== shown;
      button.setAttribute("aria-selected", String(name === shown));
      button.tabIndex = name === shown ? 0 : -1;
    }
  };
  made.forEach(({ name, button }, i) => {
    button.addEventListener("click", () => show(name));
    button.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? made.length - 1 : 0;
      const next = made[(i + step) % made.length];
      if (step === 0 || next === undefined) return;
      show(next.name);
      next.button.focus();
    });
  });
  const list = make(
    "div",
    { role: "tablist", class: "tabs", "aria-label": "Controls of" },
    ...made.map(({ button }) => button),
  );
  const element = document.createDocumentFragment();
  element.append(list, ...made.map(({ panel }) => panel));
  show(made[0]?.name ?? "");
  return { element, show };
}
