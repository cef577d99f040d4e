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

// Compiles code of the page. In: folder, from which it imports.
async function loadSource(contents, folder = "") {
  const resolveDir = fileURLToPath(new URL(`../../src/web/page/${folder}`, import.meta.url));
  const options = { bundle: true, write: false, format: "esm", logLevel: "warning", nodePaths: [modules] };
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir } });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
const load = (file) => loadSource(`export * from "./${file}"`);

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

test("a set has the size that its engine takes and that is nearest", async () => {
  const { sizeFor } = await load("share/outputs.ts");
  const engines = list("engines");
  const nearest = (name, ...size) => sizeFor(engines.find((each) => each.name === name), size);
  assert.deepEqual(nearest("unity", 100, 48), [128, 64]);
  assert.deepEqual(nearest("unreal", 40000, 1), [16384, 1]);
  assert.deepEqual(nearest("unity-terrain", 16, 9), [33, 33]);
  assert.deepEqual(nearest("unity-terrain", 9000, 64), [4097, 4097]);
  assert.deepEqual(nearest("godot-terrain", 1025, 1025), [1025, 1025]);
  assert.deepEqual(nearest("godot-terrain", 1, 1), [64, 64]);
  assert.deepEqual(nearest("unreal-landscape", 1024, 1024), [1009, 1009]);
  assert.deepEqual(nearest("unreal-landscape", 505, 2000), [505, 2017]);
  assert.deepEqual(nearest("blender", 40, 30), [40, 30]);
});

test("names of files keep letters of any script, and accents however they are written", async () => {
  const { fileStem } = await load("share/fragment.ts");
  assert.equal(fileStem("a/Größe 2.png".normalize("NFD")), "Größe-2");
  assert.equal(fileStem("हिन्दी.json"), "हिन्दी");
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

test("a slider keeps the values of its positions", () => {
  for (const { default: given, ...field } of fields) {
    const scale = scaleFor({ ...field, default: given }, [given ?? 0.5].flat()[0]);
    for (const value of spread(scale, 10))
      assert.equal(scale.valueAt(scale.positionOf(value)), value, `${field.key} ${value}`);
  }
});

test("a coarse picture is as wide as there is time for", async () => {
  const { Pace } = await load("engine/pace.ts");
  const pace = new Pace();
  assert.deepEqual(pace.widths([64, 256], 512), [64, 256]);
  assert.deepEqual(pace.widths([64, 256], 300), [64]);
  const firsts = [
    // width, milliseconds, workers, and then: is it shared, and which pictures come first
    [64, 20, 1, false, [64]],
    [64, 30, 1, true, [64]],
    [64, 400, 2, true, [32, 64]],
    [32, 90, 2, true, [32, 64]],
    [32, 20, 2, true, [64]],
    [64, 1e9, 2, true, [8, 64]],
    [8, 8, 2, true, [16, 64]],
    [64, 8, 2, false, [64]],
  ];
  for (const [width, milliseconds, workers, isShared, widths] of firsts) {
    pace.recordFirst(width, milliseconds, workers);
    assert.equal(pace.isFirstShared, isShared);
    assert.deepEqual(pace.widths([64], 512), widths);
  }
  pace.record(100, 50, 1e12);
  assert.equal(pace.seconds(1000, 2), 0.25);
  assert.equal(pace.likelySeconds(1000, 2), 0.25);
  pace.recordFinal(50, 2); // a tenth of what was expected
  assert.ok(Math.abs(pace.likelySeconds(1000, 2) - 0.025) < 1e-9);
  pace.record(100, 50, 100); // what cannot take so long was slow by chance
  assert.ok(pace.seconds(1000, 2) < 1e-4);
});

test("a change rewrites only values that change", async () => {
  const { rewrite } = await load("engine/rewrite.ts");
  const text =
    '{\n  // why\n  "cobble": 1,\n  "noise": {"x-for": "us", "type": "perlin", "frequency": 4} // how\n}\n';
  const formsOf = (keys, more = {}) => ({
    brief: { cobble: 1, noise: `perlin(${Object.values(keys)})`, ...more },
    complete: { cobble: 1, noise: { type: "perlin", ...keys }, ...more },
  });
  const before = formsOf({ frequency: 4, octaves: 1 });
  for (const [keys, more, from, to] of [
    [{ frequency: 4, octaves: 1 }, {}, "", ""],
    [{ frequency: 5, octaves: 1 }, {}, "4}", "5}"],
    [{ frequency: [4, 5], octaves: 1 }, {}, "4}", "[4, 5]}"],
    [{ frequency: 4, octaves: 3 }, {}, "4}", '4, "octaves": 3}'],
    [{ octaves: 1 }, {}, ', "frequency": 4', ""],
    [{ frequency: 4, octaves: 1 }, { size: [8, 9] }, "4}", '4},\n  "size": [8, 9]'],
  ])
    assert.equal(rewrite(text, before, formsOf(keys, more)), text.replace(from, to));
});

test("packed cards keep their order and distances, and lines are straight", async () => {
  const { pack } = await load("graph/pack.ts");
  const item = (size) => ({ y: 0, size, neighbours: [] });
  const columns = [[item(40), item(0), item(40)], [item(40)], [item(0), item(60), item(20)]];
  const [[first], [middle], [, last]] = columns;
  for (const [a, b] of [[first, middle], [middle, last]]) {
    a.neighbours.push(b);
    b.neighbours.push(a);
  }
  const whole = pack(columns);
  assert.equal(whole, 7 + 60 + 10 + 20);
  for (const column of columns)
    column.forEach(({ y, size }, k) => {
      assert.ok(Math.abs(y) + size / 2 <= whole / 2 + 1e-9);
      const before = column[k - 1];
      if (before) assert.ok(y - before.y >= (before.size + size) / 2 + 7 - 1e-9);
    });
  assert.ok(Math.abs(middle.y - (first.y + last.y) / 2) < 1);
});

test("JSON pointers, colours, links and commands", async () => {
  const { replaceAt, stepFor, stepsOf, valueAt } = await load("json.ts");
  assert.deepEqual(stepsOf(`/a/${stepFor("b/~1")}`), ["a", "b/~1"]);
  const recipe = { a: [1, { b: 2 }], c: 3 };
  replaceAt(recipe, ["a", "1", "b"], 4);
  replaceAt(recipe, ["c"], null);
  assert.deepEqual([recipe, valueAt(recipe, "/a/1/b"), valueAt(recipe, "/a/b/c")], [{ a: [1, { b: 4 }] }, 4, undefined]);
  const { hexOf, hexOfText } = await load("hex.ts");
  const texts = ["#AbC", "#123456", "Teal", "#1234", "toString"].map((text) => hexOfText(text, { teal: "#008080" }));
  assert.deepEqual(texts, ["#aabbcc", "#123456", "#008080", undefined, undefined]);
  assert.equal(hexOf([0, 9.6, 255]), "#000aff");
  const { fragmentOf, readFragment } = await load("share/fragment.ts");
  const link = { kind: "recipe", name: "grün", text: '{"cobble": 1} // ☃' };
  assert.deepEqual(await readFragment(`#${await fragmentOf(link.name, link.text)}`), link);
  const { commandOf } = await load("share/command.ts");
  const shown = { text: "END\n{}", images: ["a=it's.png"], outputs: ["lit=a.png"], flags: [] };
  const preset = { name: "rust", recipe: { seed: 1, knobs: { wear: { value: 1 } } } };
  const turned = { seed: 2, knobs: { wear: { value: 0.5 } } };
  const files = "--image 'a=it'\\''s.png' -o lit=a.png";
  const inPreset = `cobble render --preset rust --set seed=2 --knob wear=0.5 ${files}`;
  assert.equal(commandOf({ ...shown, preset, recipe: turned }), inPreset);
  const whole = `cobble render - ${files} <<'END_'\nEND\n{}\nEND_\n`;
  assert.equal(commandOf({ ...shown, preset, recipe: { ...turned, size: 9 } }), whole);
});

test("nodes that a value uses, also through others", async () => {
  const { namesUsedBy } = await load("json.ts");
  const nodes = { a: 1, b: { type: "abs", source: { ref: "a" } }, c: [{ ref: "b" }, { ref: "c" }], d: 2 };
  assert.deepEqual([...namesUsedBy({ ref: "c" }, nodes)], ["c", "b", "a"]);
  assert.deepEqual([...namesUsedBy(undefined, nodes)], []);
});

test("steps are kept as data, unless they are damaged", async () => {
  const source =
    'export { EditorState } from "@codemirror/state"; export { undo, undoDepth } from "@codemirror/commands";' +
    'export * from "./steps.ts";';
  const { EditorState, undo, undoDepth, steps, lastSteps, withSteps } = await loadSource(source, "editor");
  const extensions = steps();
  const { state } = EditorState.create({ doc: "one", extensions }).update({ changes: { from: 3, insert: " two" } });
  const last = JSON.parse(JSON.stringify(lastSteps(state)));
  let restored = withSteps(EditorState.create({ doc: "one two", extensions }), last, extensions);
  undo({ state: restored, dispatch: (step) => (restored = step.state) });
  assert.equal(restored.doc.toString(), "one");
  for (const doc of ["one", "one two three"])
    assert.equal(undoDepth(withSteps(EditorState.create({ doc, extensions }), last, extensions)), 0);
});

test("bytes of sRGB", async () => {
  const { srgbByte } = await load("view/srgb.ts");
  const exact = (light) => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  for (let k = -1; k <= 9999; ++k)
    assert.ok(Math.abs(srgbByte(k / 9998) - exact(Math.min(Math.max(k / 9998, 0), 1))) < 0.501, String(k));
});

// The light around a direction, as in the shaders, for surfaces that are not glossy.
function radianceIn(d, { sky, softboxes }) {
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const mixed = (a, b, t) => a.map((value, i) => value + (b[i] - value) * t);
  const step = (x) => 0.5 + 0.5 * Math.tanh(x * (1.12838 + 0.10275 * x * x));
  const rise = Math.sqrt(Math.abs(d[1]));
  const above = 0.5 + (0.5 * d[1]) / Math.hypot(d[1], 0.03);
  let light = mixed(mixed(sky.ground, sky.nadir, rise), mixed(sky.horizon, sky.zenith, rise), above);
  for (const { axis, side, up, half, radiance } of softboxes) {
    const facing = dot(d, axis);
    if (facing <= 0) continue;
    const [x, y] = [
      [side, half[0]],
      [up, half[1]],
    ].map(([way, length]) => {
      const at = dot(d, way) / facing;
      return step((length - at) / 0.03) - step((-length - at) / 0.03);
    });
    const t = Math.min(facing / 0.4, 1);
    light = light.map((value, c) => value + radiance[c] * x * y * t * t * (3 - 2 * t));
  }
  return light;
}

test("the harmonics of the studio's light are its integral", async () => {
  const { irradianceHarmonics, ...studio } = await load("solid/light.ts");
  const count = 1024;
  // The factors of the cosine lobe by band, by the theorem of Funk and Hecke, divided by pi.
  const bands = [1, 2 / 3, 2 / 3, 2 / 3, 0.25, 0.25, 0.25, 0.25, 0.25];
  const sum = new Array(27).fill(0);
  for (let i = 0; i < count; ++i) {
    const y = 1 - (2 * i + 1) / count;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const [x, z] = [Math.sin(angle), Math.cos(angle)].map((each) => each * Math.sqrt(1 - y * y));
    const first = [y, z, x].map((each) => 0.488603 * each);
    const products = [x * y, y * z].map((each) => 1.092548 * each);
    const last = [0.315392 * (3 * z * z - 1), 1.092548 * x * z, 0.546274 * (x * x - y * y)];
    const light = radianceIn([x, y, z], studio);
    [0.282095, ...first, ...products, ...last].forEach((value, k) =>
      light.forEach((channel, c) => (sum[3 * k + c] += (value * bands[k] * 4 * Math.PI * channel) / count)),
    );
  }
  sum.forEach((value, k) => assert.ok(Math.abs(value - irradianceHarmonics[k]) < 1e-5, `${k}: ${value}`));
});
