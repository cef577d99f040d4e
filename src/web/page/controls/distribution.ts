// Controls for an object with types of its own, such as the distribution of a hill.

import type { App, FieldDescription, JsonObject } from "../contract.js";
import { make, option, select } from "../elements.js";
import { objectIn } from "../json.js";
import type { Control } from "./control.js";
import { initialValue } from "./convert.js";
import { rowsFor } from "./rows.js";

/** In: the pointer and the name of the node that has the object, whose value it shows. */
export function distributionControl(
  app: App,
  { key, types = [], help }: FieldDescription,
  nodePointer: string,
  nodeName: string,
): Control {
  const pointer = `${nodePointer}/${key}`;
  const name = `${nodeName} ${key}`;
  let own: JsonObject = {};
  let shown = "";
  let rows: Control | undefined;
  const fieldsOf = (type: string) => types.find((each) => each.name === type)?.keys ?? [];
  // Keeps the keys that both types have.
  const choose = (type: string) => {
    const entries = fieldsOf(type).map((each) => [each.key, own[each.key] ?? initialValue(each)]);
    const value = { type, ...Object.fromEntries(entries) } as JsonObject;
    app.document.edit([{ path: pointer, value, replaces: true }]);
    chooser.value = shown; // until the recipe says otherwise
  };
  const options = types.map((each) => option(each.name));
  const chooser = select({ "aria-label": name }, options, choose);
  const label = make("span", { class: "row-name slot-name", text: key });
  const control = make("div", { class: "row-control" }, chooser);
  const row = make("div", { class: "row", title: help }, label, control);
  const box = make("div", { class: "distribution-keys" });
  return {
    element: make("div", { class: "distribution" }, row, box),
    update: (node) => {
      own = objectIn(node as JsonObject, key);
      const type = String(own["type"]);
      chooser.value = type;
      if (type !== shown) {
        shown = type;
        rows = rowsFor({ app, pointer, name, fields: fieldsOf(type) });
        box.replaceChildren(rows.element);
      }
      rows?.update(own);
    },
  };
}
