// Controls for a node that stays a formula, since it names knobs: its text, and what it names.

import { make } from "../elements.js";
import { objectIn, stepFor } from "../json.js";
import { formulaControl, type Control, type Target } from "./control.js";
import { nodeLink } from "./node_panel.js";

/** A formula, with links to the nodes that it names. */
export function formulaPanel(target: Target): Control {
  const { app } = target;
  const { element, update } = formulaControl(target);
  const links = make("div", { class: "row-control map-links" });
  const about = make("p", { class: "row-reason" });
  return {
    element: make("div", { class: "formula-panel" }, element, about, links),
    update: (value) => {
      update(value);
      const recipe = app.document.state?.recipe ?? {};
      const text = String(value);
      const namesIn = (key: string) => Object.keys(objectIn(recipe, key));
      const names = [...namesIn("nodes"), ...namesIn("knobs")];
      const parts = app.cobble.formulaParts(text, false, names);
      const named = new Set(parts.map(({ from, to }) => text.slice(from, to)));
      const knobs = namesIn("knobs").filter((name) => named.has(name));
      about.textContent = `Follows ${new Intl.ListFormat("en").format(knobs)}.`;
      const nodes = namesIn("nodes").filter((name) => named.has(name));
      links.replaceChildren(...nodes.map((name) => nodeLink(app, name, `/nodes/${stepFor(name)}`)));
    },
  };
}
