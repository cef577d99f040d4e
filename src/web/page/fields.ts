// Keys of the recipe outside its nodes, which the description names by their paths.

import type { FieldDescription } from "./contract.js";

type Fields = readonly FieldDescription[];

/** Returns "mode is height or width". */
export function conditionText({ key, values }: { key: string; values: unknown[] }): string {
  return `${key} is ${values.map(String).join(" or ")}`;
}

export function topFields(fields: Fields): FieldDescription[] {
  return fields.filter(({ key }) => !key.includes("."));
}

/** Returns the keys in an object of the recipe: "rotate" for "domain.rotate". */
export function fieldsIn(fields: Fields, object: string): FieldDescription[] {
  const prefix = `${object}.`;
  return fields
    .filter(({ key }) => key.startsWith(prefix))
    .map((field) => ({ ...field, key: field.key.slice(prefix.length) }));
}
