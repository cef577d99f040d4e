// Sums and products as lists: "a - b*0.9 + c" is nested nodes, but three terms for people.

import type { Json, JsonObject } from "../contract.js";
import { isObject } from "../json.js";

export interface Operand {
  /** The JSON pointer to the term or factor, a node or a number. */
  pointer: string;
  /** "+", "−", "×", "÷", or "" if all are the same. */
  sign: string;
  value: Json;
  /** The JSON pointer to the number that multiplies it. */
  factor?: string;
}

/** Types that stand together, with the signs of operands and of inverted operands. */
const families: { members: string[]; signs: [string, string] }[] = [
  { members: ["add", "subtract"], signs: ["+", "−"] },
  { members: ["multiply", "divide"], signs: ["×", "÷"] },
  { members: ["min"], signs: ["", ""] },
  { members: ["max"], signs: ["", ""] },
];

const inverting = new Set(["subtract", "divide"]);

/** Returns the terms of a sum, or the factors of a product; undefined for other nodes. */
export function operandsOf(value: JsonObject, pointer: string): Operand[] | undefined {
  const family = families.find(({ members }) => members.includes(String(value["type"])));
  if (family === undefined) return undefined;
  const operands: Operand[] = [];
  const collect = (node: Json | undefined, at: string, isInverted: boolean) => {
    if (node === undefined) return;
    if (isObject(node) && family.members.includes(String(node["type"]))) {
      const invertsSecond = inverting.has(String(node["type"]));
      collect(node["a"], `${at}/a`, isInverted);
      collect(node["b"], `${at}/b`, isInverted !== invertsSecond);
    } else
      operands.push(
        scaled({ pointer: at, sign: family.signs[Number(isInverted)] as string, value: node }),
      );
  };
  collect(value, pointer, false);
  return operands;
}

// Takes a node times a number as the node with a factor.
function scaled(operand: Operand): Operand {
  const { pointer, value } = operand;
  if (!isObject(value) || value["type"] !== "multiply") return operand;
  const { a, b } = value;
  if (a === undefined || b === undefined || (typeof a === "number") === (typeof b === "number"))
    return operand;
  const [node, number] = typeof b === "number" ? ["a", "b"] : ["b", "a"];
  return {
    ...operand,
    pointer: `${pointer}/${node}`,
    value: value[node] as Json,
    factor: `${pointer}/${number}`,
  };
}
