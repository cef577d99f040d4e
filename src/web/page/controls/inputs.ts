// The inputs of a node: of its keys, or the terms of a sum.

import type { FieldDescription, Json, JsonObject, NodeDescription } from "../contract.js";
import { operandsOf, type Operand } from "./operands.js";

export interface Input extends Operand {
  /** The text beside it: "source", "−". */
  label: string;
  help: string;
  /** "number", "color" or "any" */
  accepts: string;
  useful?: readonly [low: number, high: number];
}

export function inputsIn(
  description: NodeDescription,
  pointer: string,
  value: JsonObject,
): Input[] {
  const operands = operandsOf(value, pointer);
  if (operands === undefined)
    return description.keys.flatMap((field) => inputsAt(field, pointer, value));
  return operands.map((operand, i) => {
    const sign = i === 0 && /[+×]/.test(operand.sign) ? "" : operand.sign;
    const label = typeof operand.value === "number" ? `${sign} number`.trim() : sign;
    return { ...operand, label, help: description.summary, accepts: "number" };
  });
}

// The inputs of a key, which takes one or several along axes.
function inputsAt(field: FieldDescription, pointer: string, value: JsonObject): Input[] {
  const { key, type, help, useful, accepts = "any" } = field;
  const own = value[key];
  if (own === undefined || (type !== "input" && type !== "inputs")) return [];
  const input = (at: string, label: string, each: Json): Input => {
    const place = { pointer: `${pointer}/${at}`, sign: "", value: each, label };
    return { ...place, help, accepts, ...(useful && { useful }) };
  };
  if (type === "input" || !Array.isArray(own)) return [input(key, key, own)];
  return own.map((each, i) => input(`${key}/${i}`, `${key} ${["x", "y", "z"][i] ?? i + 1}`, each));
}
