// Makes the page: one HTML file that holds the modules, all code and all styles.
//
//   node build.mjs NODE_MODULES WASM LICENSES HTML
//
// WASM is the folder with cobble.wasm and cobble-fused.wasm, which wasm.cmake explains. LICENSES is
// the folder with the licences of their libraries; those of packages are found in NODE_MODULES.
// Modules, code and licences are compressed together, as xz in base 92, and unpacked by loader.ts.
// gzip, which browsers can unpack themselves, needs 40 % more.
import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, wasm, libraries, html] = process.argv.slice(2).map((path) => resolve(path));
const { build } = createRequire(`${modules}/`)("esbuild");
const folder = fileURLToPath(new URL(".", import.meta.url));
/** Libraries that only the program and the tests use. */
const unused = ["cli11.txt", "doctest.txt"];

// Returns the digit as a character, from "!" on, without "<" and "\\": see loader.ts.
const characterOf = (digit) =>
  String.fromCharCode(digit + 33 + Number(digit >= 27) + Number(digit >= 58));

// Two digits for 13 bits, after the number of bytes too many that they give. Base 64 needs 8 % more.
function toBase92(bytes) {
  const pairs = [];
  const push = (bits) => pairs.push(characterOf(Math.floor(bits / 92)) + characterOf(bits % 92));
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    if (count < 13) continue;
    count -= 13;
    push(bits >> count);
    bits &= (1 << count) - 1;
  }
  if (count > 0) push(bits << (13 - count));
  return Math.floor((pairs.length * 13) / 8) - bytes.length + pairs.join("");
}

function compress(bytes) {
  return execFileSync("xz", ["-9e", "--check=crc32", "--stdout"], {
    input: bytes,
    maxBuffer: 1 << 27,
  });
}

// In: target, the JavaScript that browsers must understand.
async function bundle(file, target = "es2022") {
  const { metafile, outputFiles } = await build({
    entryPoints: [folder + file],
    bundle: true,
    write: false,
    outdir: folder,
    minify: true,
    format: "iife",
    target,
    charset: "utf8",
    legalComments: "none",
    loader: { ".glsl": "text" },
    metafile: true,
    nodePaths: [modules],
    logLevel: "warning",
  });
  const textOf = (extension) =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  return { code: textOf(".js"), style: textOf(".css"), inputs: Object.keys(metafile.inputs) };
}

// For a package that names its licence, but does not have the text.
async function describedLicense(name) {
  const { license, author, homepage } = JSON.parse(
    await readFile(`${modules}/${name}/package.json`, "utf8"),
  );
  if (license === undefined) throw new Error(`${name} has no licence`);
  return `${license}. ${author?.name ?? author ?? ""} ${homepage ?? ""}\n`;
}

// All licences, one after the other.
async function licensesOf(inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
  );
  const texts = [];
  for (const name of [...packages].sort()) {
    const files = await readdir(`${modules}/${name}`);
    const file = files.find((each) => /^licen[cs]e/i.test(each));
    const text =
      file === undefined
        ? await describedLicense(name)
        : await readFile(`${modules}/${name}/${file}`, "utf8");
    texts.push(`${name}\n\n${text}`);
  }
  for (const file of (await readdir(libraries)).sort())
    if (!unused.includes(file))
      texts.push(`${file.replace(".txt", "")}\n\n${await readFile(`${libraries}/${file}`, "utf8")}`);
  const own = await readFile(`${folder}../../../LICENSE`, "utf8");
  return [`cobble\n\n${own}`, ...texts].join(`\n${"-".repeat(72)}\n\n`);
}

const main = await bundle("main.ts");
const worker = await bundle("engine/worker.ts");
const loader = await bundle("loader.ts", "es2017");
const parts = [
  await readFile(`${wasm}/cobble.wasm`),
  await readFile(`${wasm}/cobble-fused.wasm`),
  Buffer.from(worker.code),
  Buffer.from(main.code),
  Buffer.from(await licensesOf([...main.inputs, ...worker.inputs, ...loader.inputs])),
];
const sizes = Buffer.alloc(4 * parts.length);
parts.forEach((part, i) => sizes.writeUInt32LE(part.length, 4 * i));
const payload = toBase92(compress(Buffer.concat([sizes, ...parts])));

// In scripts, "</script" would end the element.
const inScript = (code) => code.trim().replaceAll("</script", "<\\/script");
let page = await readFile(`${folder}page.html`, "utf8");
for (const [mark, text] of [
  ["/*style*/", main.style.trim()],
  ["/*payload*/", payload],
  ["/*loader*/", inScript(loader.code)],
]) {
  if (!page.includes(mark)) throw new Error(`page.html has no ${mark}`);
  page = page.replace(mark, () => text);
}
await writeFile(html, page);
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
const packed = (...some) => kilobytes(compress(Buffer.concat(some)).length);
const [module, fused, workers, code, licenses] = parts;
console.log(`${html}: ${kilobytes(Buffer.byteLength(page))}`);
console.log(
  `compressed: modules ${packed(module, fused)}, code ${packed(code)}, ` +
    `workers ${packed(workers)}, licences ${packed(licenses)}`,
);
