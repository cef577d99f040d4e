// Tests a module of the C interface, and its TypeScript layer, in Node.
//
//   node module.mjs FOLDER_OF_COBBLE_JS WASM
//
// WASM is cobble.wasm or cobble-fused.wasm. The latter is skipped where it may not be used. Prints
// what failed and how many checks were made.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

const [, , folder, wasm] = process.argv;
const { load, CobbleError } = await import(pathToFileURL(`${folder}/cobble.js`).href);
const { fuses } = await import(pathToFileURL(`${folder}/fused.js`).href);
const tested = basename(wasm);
if (tested === "cobble-fused.wasm") {
  if (!fuses()) setFlagsFromString("--experimental-wasm-relaxed-simd"); // in Node 20
  if (!fuses()) {
    console.log(`${tested}: SKIPPED: this Node has no relaxed SIMD that rounds once`);
    process.exit();
  }
}
const cobble = await load(await readFile(wasm));

let checks = 0;
let failures = 0;
function check(what, is, expected) {
  ++checks;
  if (Object.is(is, expected)) return;
  ++failures;
  console.error(`FAILED: ${what}: ${JSON.stringify(is)} is not ${JSON.stringify(expected)}`);
}

const crcTable = new Uint32Array(256).map((_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

// Files of all presets: the same bytes as in tests/golden/file_checksums.tsv, which has the name,
// the output ("height png 16"), the file's size and its CRC-32.
const golden = await readFile(new URL("../golden/file_checksums.tsv", import.meta.url), "utf8");
const rows = golden.trim().split("\n").map((line) => line.split("\t"));
const bitsOf = { 8: 8, 16: 16, half: 16, float: 32 };
let files = 0;
for (const name of cobble.presets) {
  const own = rows.filter(([preset]) => preset === name);
  if (own.length === 0) continue;
  const recipe = cobble.preset(name);
  const { size, domain, tiling, world } = JSON.parse(recipe.json());
  const between = domain.grid === "vertices" ? 1 : 0; // vertices: one step fewer
  const extent = domain.extent ?? [1, (size[1] - between) / (size[0] - between)];
  // A sphere, or the part of the plane that the preset shows, stretched.
  if (domain.surface !== undefined) recipe.set("size", "256");
  else recipe.set("size", "[256, 160]").set("domain.extent", JSON.stringify(extent));
  const programs = new Map();
  for (const [, output, size, crc] of own) {
    const [map, format, bits = "half"] = output.split(" ");
    if (format === "exr" && tiling) continue; // these say that they repeat, the golden ones do not
    if (format === "tiff" && world !== undefined) continue; // these have a place on the ground
    if (map === "bumpslopes" && domain.surface !== undefined) continue; // refused
    if (!programs.has(map)) programs.set(map, recipe.compile([map]));
    const file = programs.get(map).encode({ format, bits: bitsOf[bits], metadata: false });
    check(`${name}, ${output}: size`, String(file.length), size);
    check(`${name}, ${output}: CRC-32`, crc32(file), crc);
    ++files;
  }
  for (const program of programs.values()) program.free();
  recipe.free();
}
check("most files were compared", files > rows.length / 2, true);

function thrownBy(run) {
  try {
    run();
  } catch (error) {
    return error.message;
  }
  return undefined;
}

// Windows are parts of the picture.
{
  const program = cobble.preset("marble").set("size", "[96, 96]").compile(["height", "normal"]);
  check("the level", program.simd, "wasm");
  check("the width", program.width, 96);
  check("channels of normals", program.maps[1].channels, 3);
  const whole = program.render();
  const part = program.render({ x: 17, y: 5, width: 40, height: 30 });
  let equal = true;
  for (let y = 0; y < 30; ++y)
    for (let x = 0; x < 40; ++x) {
      const at = (y + 5) * 96 + x + 17;
      equal &&= part.height[y * 40 + x] === whole.height[at];
      for (let c = 0; c < 3; ++c)
        equal &&= part.normal[3 * (y * 40 + x) + c] === whole.normal[3 * at + c];
    }
  check("a window has the pixels of the picture", equal, true);
  for (const [window, message] of [
    [{ x: 0.5, y: 0, width: 1, height: 1 }, "cobble: window: x must be a whole number, got 0.5"],
    [{ x: 0, y: 0, width: 1 }, "cobble: window: height must be a positive whole number, got undefined"],
    [{ x: 0, y: 0, width: 1, height: 0 }, "cobble: window: height must be a positive whole number, got 0"],
  ])
    check(`the window ${JSON.stringify(window)}`, thrownBy(() => program.render(window)), message);
  program.free();
  const freed = thrownBy(() => program.render());
  check("a freed program throws", freed, "cobble: the object has been freed");
}

// Points: the slope is the value's.
{
  const program = cobble.formula("perlin(4)").compileForPoints();
  const h = 1e-4;
  const x = new Float64Array([0.1 - h, 0.1 + h, 0.1]);
  const { value, dx } = program.sample(x, new Float64Array(3).fill(0.2));
  check("slope at a point", Math.abs((value[1] - value[0]) / (2 * h) - dx[2]) < 0.01, true);
  program.free();
}

// Errors say where and what.
function errorOf(run) {
  try {
    run();
  } catch (error) {
    if (error instanceof CobbleError) return error;
    throw error;
  }
  return undefined;
}
{
  const unknown = errorOf(() => cobble.formula("perlin(4) + ridget(simplex(2))").compile(["height"]));
  check("status of an error in a formula", unknown?.status, 2);
  check("its column", unknown?.issues[0].column, 13);
  check("its hint", unknown?.issues[0].hint.includes('"ridge"'), true);
  check("its suggestion", unknown?.issues[0].suggestion, "ridge");
  const key = errorOf(() => cobble.json('{"cobble": 1, "noise": {"type": "perlin", "octavs": 4}}', "my.json").compile(["height"]));
  check("status of an error in a recipe", key?.status, 3);
  check("its pointer", key?.issues[0].pointer, "/noise/octavs");
  check("its place", key?.issues[0].where.startsWith("my.json:1:"), true);
  const recipe = cobble.formula("perlin(4)");
  check("a number for a text", thrownBy(() => cobble.formula(4)), "cobble: 4 is not a string");
  check("a text for a list", thrownBy(() => recipe.compile("height")), "cobble: height is not a list");
  recipe.set("size", [64, 32]).set("seed", 5).set("tiling", true).set("domain", { rotate: 0 });
  const { size, seed, tiling } = JSON.parse(recipe.json());
  check("values of JSON", JSON.stringify([size, seed, tiling]), "[[64,32],5,true]");
  const octavs = errorOf(() => recipe.set("noise.octavs", 4));
  check("an unknown key", octavs?.issues[0].hint, 'did you mean "octaves"?');
  recipe.set("noise", "rock + 1").set("nodes.rock", "perlin(4)");
  check("what is named later", recipe.compile(["height"]).maps.length, 1);
  recipe.set("size", 50_000);
  check("too large a picture", errorOf(() => recipe.compile(["height"]).render())?.status, 4);
  // Needs 4.3 GB, more than 32 bits can count.
  const noise = (frequency, blurs) =>
    "blur(".repeat(blurs) + `perlin(${frequency}, 32)` + ", 0.3)".repeat(blurs);
  const noises = cobble.formula(`${noise(40, 3)} + ${noise(9, 2)}`).set("size", 64);
  const large = errorOf(() => noises.compile(["height"]));
  check("too many noises", [large?.status, large?.issues[0].pointer].join(), "4,/noise");
  check("no preset", errorOf(() => cobble.preset("marbel"))?.issues[0].hint, 'did you mean "marble"?');
}

// A set for an engine: its pictures, and what goes with them.
{
  const recipe = cobble.preset("rust").set("size", 32);
  const { files, notes } = recipe.encodeSet("godot", "a");
  const names = ["a_albedo.png", "a_normal.png", "a_orm.png", "a_height.exr"];
  check("files of a set", [...files.keys()].join(), [...names, ...names.map((name) => `${name}.import`)].join());
  check("a picture of a set", cobble.readPicture(files.get("a_orm.png")).picture.channels, 3);
  check("import settings", new TextDecoder().decode(files.get("a_height.exr.import")).includes("[remap]"), true);
  check("what to set in the engine", notes.at(-1).includes("set Height Scale "), true);
  const terrain = recipe.set("size", 33).encodeSet("unity-terrain", "a").files;
  check("a raw file has its sidecar", [...terrain.keys()].join(), "a.raw,a.raw.json");
  check("no engine", errorOf(() => recipe.encodeSet("godott", "a"))?.issues[0].hint, 'did you mean "godot"?');
  recipe.free();
}

// Images that the caller gives.
{
  const samples = new Float32Array(16 * 16).map((_, i) => (i % 16) / 15);
  const recipe = cobble.json('{"cobble": 1, "size": 16, "noise": {"type": "image", "name": "ramp"}}');
  recipe.addImage("ramp", { width: 16, height: 16, channels: 1, samples }, false);
  const { value } = recipe.compile(["value"]).render();
  check("an image is shown as it is", value[5], samples[5]);
}

// Functions of a library.
{
  const twice = { parameters: "s", value: "2*s" };
  const recipe = cobble.formula("twice(x)");
  recipe.addLibrary("lib", JSON.stringify({ cobble: 1, functions: { twice } }));
  check("a picture keeps them", recipe.json("brief").includes('"twice(x)"'), true);
}

// Descriptions: all tables, and the nodes of a recipe.
{
  const { nodes, presets, fields, maps, formats, functions, library, operators, colors } =
    cobble.describe();
  const named = (rows, name) => rows.find((row) => row.name === name);
  check("presets are described", presets.length, cobble.presets.length);
  check("a preset's group", named(presets, "marble").group, "stone");
  check("a preset's knobs", named(presets, "rust").knobs[0], "scale");
  const octaves = named(nodes, "perlin").keys.find(({ key }) => key === "octaves");
  check("a key's maximum", octaves.maximum, 32);
  check("a key's default", octaves.default, 1);
  check("where it is useful", octaves.useful.join(), "1,12");
  check("a call", named(nodes, "terrace").call, "terrace(source, levels, sharpness=0.8)");
  check("a key outside nodes", fields.find(({ key }) => key === "domain.rotate").type, "vector");
  check("a map's channels", named(maps, "normal").channels, 3);
  check("a format's suffix", named(formats, "png").suffixes[0], ".png");
  check("a function", named(functions, "lerp").call, "lerp(a, b, t)");
  check("one of the library", named(library, "edge-wear").call.startsWith("edge-wear(s, "), true);
  check("an operator", operators.some(({ operator }) => operator === "?"), true);
  check("a colour", colors.teal, "#008080");

  const recipe = cobble.json('{"cobble": 1, "size": 32, "nodes": {"rock": "perlin(3)"}, "noise": "abs(rock) + 1"}');
  const outline = recipe.outline();
  check("the first node of an outline", outline[0].formula, "abs(rock) + 1");
  check("its bounds", [outline[0].low, outline[0].high].join(), "1,2");
  check("a named node", outline.find(({ name }) => name === "rock").pointer, "/nodes/rock");
  check("no warnings", recipe.warnings().length, 0);
  recipe.set("domain.slice", 1);
  const [warning] = recipe.warnings();
  check("a warning", warning.message, "has no effect: no noise has 3 dimensions");
  check("its place", warning.pointer, "/domain/slice");
  const shown = outline.map(({ pointer }) => `@${pointer}`);
  const program = recipe.compile(shown);
  check("a picture of each node", Object.keys(program.render()).length, outline.length);
  program.free();
}

// Known before rendering: a picture's checksum and its cost.
{
  const sums = await readFile(new URL("../golden/checksums.tsv", import.meta.url), "utf8");
  const golden = new Map(sums.trim().split("\n").map((line) => line.split("\t")));
  for (const name of ["clouds", "marble", "agate"]) {
    const recipe = cobble.preset(name);
    const program = recipe.compile(["value", "normal"]);
    check(`${name}: checksum`, program.checksum(), golden.get(name));
    check(`${name}: checksum of a map`, program.checksum("value"), golden.get(name));
    check(`${name}: of another`, program.checksum("normal") === golden.get(name), false);
    check(`${name}: cost`, program.info.cost >= program.evaluations * 2 ** 20, true);
    const { cost } = program.info;
    check(`${name}: limit`, errorOf(() => program.render(undefined, { maxCost: cost / 2 }))?.status, 4);
    check(`${name}: within`, program.render(undefined, { maxCost: cost }).value.length, 2 ** 20);
    program.free();
    recipe.free();
  }
}

// Picture files: their pixels, and the recipes in them. Damaged ones are errors.
{
  const recipe = cobble.preset("rust").set("size", "[24, 24]");
  const program = recipe.compile(["height", "color"]);
  const { height } = program.render();
  for (const format of ["png", "exr", "tiff"]) {
    const file = program.encode({ format, bits: 16, maps: ["height"] });
    const { picture, isSrgb } = cobble.readPicture(file, `a.${format}`);
    check(`${format}: size`, `${picture.width} x ${picture.height} x ${picture.channels}`, "24 x 24 x 1");
    check(`${format}: sample`, Math.abs(picture.samples[77] - height[77]) < 1e-3, true);
    check(`${format}: sRGB`, isSrgb, format !== "exr");
    const colors = cobble.openPicture(program.encode({ format, maps: ["color"] })).palette(3);
    check(`${format}: colours`, colors.length === 3 && /^#[0-9a-f]{6}$/.test(colors[0].color), true);
    check(`${format}: recipe`, cobble.recipeOf(file).json("brief"), recipe.json("brief"));
    const plain = program.encode({ format, bits: 16, maps: ["height"], metadata: false });
    check(`${format}: no recipe`, cobble.recipeOf(plain), undefined);
    let survived = 0;
    for (let at = 0; at < plain.length; at += 7) {
      const damaged = plain.slice();
      damaged[at] ^= 0x55;
      errorOf(() => cobble.readPicture(damaged));
      errorOf(() => cobble.recipeOf(damaged));
      const cut = errorOf(() => cobble.readPicture(plain.subarray(0, at)));
      survived += cut ? 1 : 0;
    }
    check(`${format}: cut files are errors`, survived, Math.ceil(plain.length / 7));
  }
  const file = cobble.openPicture(program.encode({ format: "png", bits: 16, maps: ["height"] }));
  const shown = cobble.preset("from-height").addPicture("height", file);
  check("a picture's size", JSON.parse(shown.json()).size.join(), "24,24");
  file.free();
  check("no picture", errorOf(() => cobble.readPicture(new Uint8Array(0)))?.status, 3);
  check("no recipe", cobble.recipeOf(new TextEncoder().encode("text")), undefined);
  check("images", cobble.preset("from-height").imageNames().join(), "height");
  check("no images", recipe.imageNames().length, 0);
  const text = '{"noise": "perlin( 4,6 )", /* why */ "cobble": 1}';
  check("format", cobble.formatText(text).includes('"perlin(4, 6)"'), true);
  check("format keeps comments", cobble.formatText(text).includes("/* why */"), true);
  check("format of no recipe", errorOf(() => cobble.formatText("{"))?.status, 3);
  check("a key in a formula", cobble.formula("abs(simplex(4, 5, persistence=0.57))").set("/noise/source/octaves", "6").json("brief").includes("simplex(4, 6, persistence=0.57)"), true);
  program.free();
}

// Nothing is kept: memory does not grow from the second round on.
{
  const round = () => {
    for (const name of ["cobblestones", "agate"]) {
      const recipe = cobble.preset(name).set("size", "[128, 128]");
      const program = recipe.compile(["height"]);
      program.encode();
      program.free();
      recipe.free();
    }
  };
  round();
  const { byteLength } = cobble.exports.memory.buffer;
  for (let k = 0; k < 20; ++k) round();
  check("memory", cobble.exports.memory.buffer.byteLength, byteLength);
}

console.log(`${tested}: ${checks} checks, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
