// Tests the page in a browser.
//
//   node run.mjs NODE_MODULES CHROMIUM PAGE COBBLE FOLDER [PART ...]
//
// PAGE is the HTML file, COBBLE the program whose output is compared, FOLDER gets screenshots and
// downloads. PART is one of the parts below; all run by default. Prints what failed and how many checks
// were made.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { access } from "./access.mjs";
import { controls } from "./controls.mjs";
import { editor } from "./editor.mjs";
import { graph } from "./graph.mjs";
import { looks } from "./looks.mjs";
import { presets } from "./presets.mjs";
import { share } from "./share.mjs";
import { solid } from "./solid.mjs";
import { speed } from "./speed.mjs";
import { view } from "./view.mjs";

const parts = { editor, controls, graph, view, solid, share, looks, access, presets, speed };
const [modules, chromium, file, cobble, folder, ...chosen] = process.argv.slice(2);
const puppeteer = createRequire(`${resolve(modules)}/`)("puppeteer-core");
const address = pathToFileURL(resolve(file)).href;

let checks = 0;
let failures = 0;
function check(what, is, expected = true) {
  ++checks;
  if (JSON.stringify(is) === JSON.stringify(expected)) return;
  ++failures;
  console.error(`FAILED: ${what}: ${JSON.stringify(is)} is not ${JSON.stringify(expected)}`);
}

const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox"],
  protocolTimeout: 600_000,
});

// Opens the page. It must ask for nothing and print no error.
async function open(fragment = "", prepare = async () => {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1440, height: 900 });
  page.on("console", (message) => {
    // Chromium itself warns of WebGL by software, and of tests that read pixels.
    if (["error", "warn"].includes(message.type()) && !/WebGL|willReadFrequently/.test(message.text()))
      check("nothing is printed", message.text(), "");
  });
  page.on("pageerror", (error) => check("no error is thrown", String(error), ""));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(file|blob|data):/.test(url)) check("nothing is asked for", url, "");
  });
  await prepare(page);
  await page.goto(address + fragment);
  return page;
}

const tools = {
  open,
  cobble: resolve(cobble),
  folder: resolve(folder),
  modules: resolve(modules),
  address,
};
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
  const start = Date.now();
  try {
    const page = await open("#preset=cobblestones");
    await page.waitForSelector(".stage[data-final]");
    await parts[name](page, check, tools);
    await page.close();
  } catch (error) {
    check(`${name} runs to its end`, error.stack, "");
  }
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
}
await browser.close();
console.log(`cobble page: ${checks} checks, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
