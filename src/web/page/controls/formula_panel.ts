// Controls for a node that stays a formula, since it names knobs or functions: its text, and what
// it names.

import type { App } from "../contract.js";
import { make } from "../elements.js";
import { objectIn, stepFor } from "../json.js";
import { callsIn } from "../outline.js";
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
      const named = (key: string) =>
        new Set(namesIn(app, String(value), key).map(({ name }) => name));
      const sentence = (verb: string, names: string[]) =>
        names.length === 0 ? [] : [`${verb} ${new Intl.ListFormat("en").format(names)}.`];
      const follows = sentence("Follows", [...named("knobs")]);
      const calls = sentence("Calls", callsIn(app.document.state, value));
      about.textContent = [...follows, ...calls].join(" ");
      const linkTo = (name: string) => nodeLink(app, name, `/nodes/${stepFor(name)}`);
      links.replaceChildren(...[...named("nodes")].map(linkTo));
    },
  };
}

/** Returns where a formula names nodes, or knobs. In: key, "nodes" or "knobs". */
export function namesIn(app: App, formula: string, key: string) {
  const recipe = app.document.state?.recipe ?? {};
  const known = (each: string) => Object.keys(objectIn(recipe, each));
  const parts = app.cobble.formulaParts(formula, false, [...known("nodes"), ...known("knobs")]);
  const places = parts.map(({ from, to }) => ({ from, to, name: formula.slice(from, to) }));
  return places.filter(({ name }) => known(key).includes(name));
}
