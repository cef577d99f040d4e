// Chooses what an input is: a number, a colour, a named node, or a new node.

import type { App, Json } from "../contract.js";
import { option, optionGroup, select } from "../elements.js";
import { isObject, namesUsedBy, objectIn, stepsOf } from "../json.js";
import type { Control } from "./control.js";
import { converted, isFormula, isReference, typeOptions } from "./convert.js";

/** In: accepts, "number", "color" or "any"; canBeValue, whether to offer numbers and colours. */
export function sourceSelect(
  app: App,
  pointer: string,
  label: string,
  accepts: string,
  canBeValue = true,
): Control {
  let current: Json = 0;
  const element = select({ "aria-label": label, class: "source" }, [], (choice) => {
    const value = valueFor(app, pointer, choice, current);
    if (value !== undefined) app.document.edit([{ path: pointer, value, replaces: true }]);
    show(current); // until the recipe says otherwise
  });
  // The list is long, so it is made when it is opened.
  const fill = () => {
    const chosen = element.value;
    element.replaceChildren(...optionsFor(app, pointer, accepts, canBeValue));
    element.value = chosen;
  };
  for (const type of ["pointerdown", "focus"]) element.addEventListener(type, fill);
  const show = (value: Json) => {
    const chosen = kindOf(app, value);
    if (![...element.options].some(({ value: each }) => each === chosen))
      element.append(option(chosen, chosen.replace(/^.*:/, "")));
    element.value = chosen;
  };
  return {
    element,
    update: (value = 0) => {
      current = value;
      show(value);
    },
  };
}

/** Returns "type:perlin", "ref:clouds", "number", "formula" or "color". */
export function kindOf(app: App, value: Json): string {
  if (isFormula(app, value)) return "formula";
  if (typeof value === "number") return "number";
  if (isReference(value)) return `ref:${value.ref}`;
  return isObject(value) ? `type:${String(value["type"])}` : "color";
}

function optionsFor(app: App, pointer: string, accepts: string, canBeValue: boolean) {
  const { outline = [], folded = {} } = app.document.state ?? {};
  const [root, own = ""] = stepsOf(pointer);
  // A node that uses this one would make a cycle.
  const usesOwn = (name: string) =>
    root === "nodes" && namesUsedBy({ ref: name }, objectIn(folded, "nodes")).has(own);
  const names = outline
    .filter(({ color }) => accepts !== "number" || color !== true)
    .flatMap(({ name, formula }) => {
      return name === undefined || usesOwn(name) ? [] : [option(`ref:${name}`, name, formula)];
    });
  const values = [option("number", "number")];
  if (accepts !== "number") values.push(option("color", "colour"));
  const types = typeOptions(app, accepts, ({ name, summary }) => [
    option(`type:${name}`, name, summary),
  ]);
  const named = optionGroup("Named nodes", names);
  return [...(canBeValue ? optionGroup("Values", values) : []), ...named, ...types];
}

function valueFor(app: App, pointer: string, choice: string, current: Json): Json | undefined {
  const [kind = "", name = ""] = choice.split(/:(.*)/s);
  if (choice === kindOf(app, current)) return undefined;
  if (kind === "number") return 0.5;
  if (kind === "color")
    return typeof current === "number" ? [current, current, current] : "#808080";
  if (kind === "ref") return { ref: name };
  const next = app.description.nodes.find((node) => node.name === name);
  return next && converted(app, current, pointer, next);
}
