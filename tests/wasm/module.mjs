// Tests the module of the C interface, cobble.wasm, and its TypeScript layer, in Node.
//
//   node module.mjs FOLDER_OF_COBBLE_JS COBBLE_WASM
//
// Prints what failed and how many checks were made.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [, , folder, wasm] = process.argv;
const { load, CobbleError } = await import(pathToFileURL(`${folder}/cobble.js`).href);
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
// the output ("height png 16"), the size of the file and its CRC-32.
const golden = await readFile(new URL("../golden/file_checksums.tsv", import.meta.url), "utf8");
const rows = golden.trim().split("\n").map((line) => line.split("\t"));
const bitsOf = { 8: 8, 16: 16, half: 16, float: 32 };
let files = 0;
for (const name of cobble.presets) {
  const own = rows.filter(([preset]) => preset === name);
  if (own.length === 0) continue;
  const recipe = cobble.preset(name).set("size", "[256, 160]");
  const programs = new Map();
  for (const [, output, size, crc] of own) {
    const [map, format, bits = "half"] = output.split(" ");
    if (!programs.has(map)) programs.set(map, recipe.compile([map]));
    const file = programs.get(map).encode({ format, bits: bitsOf[bits], metadata: false });
    check(`${name}, ${output}: size`, String(file.length), size);
    check(`${name}, ${output}: CRC-32`, crc32(file), crc);
    ++files;
  }
  for (const program of programs.values()) program.free();
  recipe.free();
}
check("files were compared", files >= 700, true);

// Windows are parts of the picture.
{
  const program = cobble.preset("marble").set("size", "[96, 64]").compile(["height", "normal"]);
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
  program.free();
  try {
    program.render();
    check("a freed program throws", false, true);
  } catch (error) {
    check("a freed program throws", error.message, "cobble: the object has been freed");
  }
}

// Points: the slope is that of the value.
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
  check("its hint", unknown?.issues[0].hint.includes('"ridged"'), true);
  const key = errorOf(() => cobble.json('{"noise": {"type": "perlin", "octavs": 4}}', "my.json").compile(["height"]));
  check("status of an error in a recipe", key?.status, 3);
  check("its pointer", key?.issues[0].pointer, "/noise/octavs");
  check("its place", key?.issues[0].where.startsWith("my.json:1:"), true);
  check("no preset", errorOf(() => cobble.preset("marbel"))?.issues[0].hint, 'did you mean "marble"?');
}

// Images that the caller gives.
{
  const samples = new Float32Array(16 * 16).map((_, i) => (i % 16) / 15);
  const recipe = cobble.json('{"size": 16, "noise": {"type": "image", "file": "ramp"}}');
  recipe.addImage("ramp", { width: 16, height: 16, channels: 1, samples }, false);
  const { value } = recipe.compile(["value"]).render();
  check("an image is shown as it is", value[5], samples[5]);
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

console.log(`cobble module: ${checks} checks, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
