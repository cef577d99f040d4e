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
      const [nodes, knobs] = ["nodes", "knobs"].map((key) => Object.keys(objectIn(recipe, key)));
      const words = app.cobble.formulaParts(String(value), false, [...(nodes ?? []), ...(knobs ?? [])]);
      const texts = words.map(({ from, to }) => String(value).slice(from, to));
      const isNamed = (name: string) => texts.includes(name);
      about.textContent = `Follows ${new Intl.ListFormat("en").format(knobs?.filter(isNamed) ?? [])}.`;
      const named = nodes?.filter(isNamed) ?? [];
      links.replaceChildren(...named.map((name) => nodeLink(app, name, `/nodes/${stepFor(name)}`)));
    },
  };
}
