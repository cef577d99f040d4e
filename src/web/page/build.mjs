// Makes the page: one HTML file that holds the module, all code and all styles.
//
//   node build.mjs NODE_MODULES COBBLE_WASM HTML
//
// The module and the code are compressed together, as base64 of gzip, and unpacked by loader.ts.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [modules, wasm, html] = process.argv.slice(2).map((path) => resolve(path));
const { build } = createRequire(`${modules}/`)("esbuild");
const folder = fileURLToPath(new URL(".", import.meta.url));

async function bundle(file) {
  const { outputFiles } = await build({
    entryPoints: [folder + file],
    bundle: true,
    write: false,
    outdir: folder,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    nodePaths: [modules],
    logLevel: "warning",
  });
  const textOf = (extension) =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  return { code: textOf(".js"), style: textOf(".css") };
}

const main = await bundle("main.ts");
const worker = await bundle("engine/worker.ts");
const loader = await bundle("loader.ts");
const parts = [await readFile(wasm), Buffer.from(worker.code), Buffer.from(main.code)];
const sizes = Buffer.alloc(4 * parts.length);
parts.forEach((part, i) => sizes.writeUInt32LE(part.length, 4 * i));
const payload = gzipSync(Buffer.concat([sizes, ...parts]), { level: 9 }).toString("base64");

// In scripts, "</" would end the element.
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
console.log(`${html}: ${page.length} bytes`);
