// Tests of the page's code that needs no browser.
//
//   NODE_MODULES=FOLDER COBBLE=FILE node --test tests/page/units.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const { NODE_MODULES: modules, COBBLE: cobble } = process.env;
const { build } = createRequire(`${modules}/`)("esbuild");

// Compiles a file of the page.
async function load(file) {
  const path = fileURLToPath(new URL(`../../src/web/page/${file}`, import.meta.url));
  const options = { bundle: true, write: false, format: "esm", logLevel: "warning", nodePaths: [modules] };
  const { outputFiles } = await build({ ...options, entryPoints: [path] });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { scaleFor } = await load("controls/scale.ts");
const list = (what) => JSON.parse(execFileSync(cobble, ["list", what, "--json"], { encoding: "utf8" }));
const fields = list("fields").filter(
  ({ key, type }) => /^(number|integer|scale|by-axis)$/.test(type) && !/seed$|^cobble$|NAME/.test(key),
);
const spread = (scale, count) =>
  Array.from({ length: count }, (_, i) => scale.valueAt(Math.round((i / (count - 1)) * scale.positions)));

test("a slider's ten positions are ten values, near the usual one and accepted", () => {
  assert.ok(fields.length > 80);
  for (const { default: given, ...field } of fields) {
    const initial = [given ?? 0.5].flat()[0];
    const usual = Math.max(initial, field.minimum ?? -Infinity);
    const values = spread(scaleFor({ ...field, default: given }, usual), 10);
    const about = `${field.key} ${usual}: ${values}`;
    const { minimum = -Infinity, maximum = Infinity, exclusive_minimum: isOpen, or_zero: orZero } = field;
    const count = field.type === "integer" ? Math.min(maximum - minimum + 1, 10) : 10;
    assert.ok(new Set(values).size >= count, about);
    for (const value of values) {
      const isLow = isOpen ? value <= minimum : value < minimum;
      assert.ok((!isLow || (orZero && value === 0)) && value <= maximum, about);
    }
    // One step changes a value by a part of it.
    const step = Math.abs(values[5] - values[4]);
    const isTurn = /degrees/.test(field.help);
    assert.ok(isTurn || step <= Math.max(4 * Math.abs(usual), 1), about);
  }
});

test("a slider for 0.19 of -100..100 has fine steps, and knobs have their own", () => {
  const strength = { key: "strength", type: "number", minimum: -100, maximum: 100, default: 0.1, help: "" };
  const values = spread(scaleFor(strength, 0.19), 10);
  assert.ok(values[0] === 0 && values[9] < 1, String(values));
  const rows = { key: "rows", type: "number", minimum: 6, maximum: 30, step: 6, help: "" };
  assert.deepEqual(spread(scaleFor(rows, 12), 5), [6, 12, 18, 24, 30]);
});

test("changes between texts give the new text, and leave what both have", async () => {
  const { differences } = await load("editor/difference.ts");
  const apply = (old, changes) =>
    changes.toReversed().reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), old);
  const numbers = (of) => Array.from({ length: of }, (_, i) => `${i}\n`);
  const texts = ["", "a", "a\nb\nc\n", "a\nx\nc", "c\nb\na\n", "{\n}\n{\n}\n", numbers(40).join("")];
  for (const old of texts)
    for (const text of texts) assert.equal(apply(old, differences(old, text)), text);
  // Two lines that change and one that goes are three changes, between which all stays.
  const lines = numbers(20);
  const changed = lines.with(3, "3.5\n").with(16, "1x\n").toSpliced(9, 1);
  const found = differences(lines.join(""), changed.join(""));
  assert.deepEqual(found.map(({ from, to }) => to - from), [0, 2, 1]);
  assert.equal(apply(lines.join(""), found), changed.join(""));
});

// Floats are multiples of 2^-149.
const exactly = (float) => BigInt(float * 2 ** 149);
// The float whose bits are k more: its neighbour, away from 0 or towards it.
function floatBeside(float, k) {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, float);
  view.setInt32(0, view.getInt32(0) + k);
  return view.getFloat32(0);
}

test("cases of fused sums are right, and none passes if the product is rounded", async () => {
  const { fusedSums, fuses } = await load("../module/fused.ts");
  const round = Math.fround;
  for (const row of fusedSums) {
    const [a, b, c, sum] = row;
    assert.deepEqual(row.map(round), row);
    assert.notEqual(round(round(a * b) + c), sum, String(row));
    const error = (float) => {
      const difference = exactly(a) * exactly(b) + ((exactly(c) - exactly(float)) << 149n);
      return difference < 0n ? -difference : difference;
    };
    for (const k of [-1, 1]) assert.ok(error(sum) <= error(floatBeside(sum, k)), String(row));
  }
  assert.ok(fusedSums.some(([a, b, c, sum]) => round(a * b + c) !== sum));
  assert.equal(typeof fuses(), "boolean");
});
