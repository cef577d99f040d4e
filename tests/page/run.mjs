// Tests the page in browsers.
//
//   node run.mjs NODE_MODULES CHROMIUM PAGE COBBLE FOLDER [--quick] [PART ...]
//
// PAGE is the HTML file, COBBLE the program to compare output with; FOLDER gets screenshots and
// downloads. PART is one of the parts below; all run by default, two side by side. --quick: with the
// most telling presets of presets.mjs. Prints what failed and how many checks were made. No check
// depends on how long something takes.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { access } from "./access.mjs";
import { firefox, webkit } from "./browsers.mjs";
import { controls } from "./controls.mjs";
import { editor } from "./editor.mjs";
import { graph } from "./graph.mjs";
import { looks } from "./looks.mjs";
import { plainFlag, plainPresets, presets, splitPresets } from "./presets.mjs";
import { countIn } from "./quiet.mjs";
import { session } from "./session.mjs";
import { share } from "./share.mjs";
import { solid } from "./solid.mjs";
import { three } from "./three.mjs";
import { view } from "./view.mjs";

// The slowest come first.
const slow = { solid, webkit, firefox };
const parts = { ...slow, view, controls, share, session, editor, looks, access, graph, three, presets };
const [modules, chromium, file, cobble, folder, ...chosen] = process.argv.slice(2);
const isQuick = chosen[0] === "--quick";
if (isQuick) chosen.shift();
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

// Opens the page. It must make no requests and print no errors.
async function open(browser, fragment = "", prepare = async () => {}, from = address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1440, height: 900 });
  page.on("console", (message) => {
    // Chromium itself warns about software WebGL, and about tests that read pixels.
    if (["error", "warn"].includes(message.type()) && !/WebGL|willReadFrequently/.test(message.text()))
      check("nothing is printed", message.text(), "");
  });
  page.on("pageerror", (error) => check("no error is thrown", String(error), ""));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(file|blob|data):/.test(url) && !url.startsWith(from)) check("nothing is asked for", url, "");
  });
  await countIn(page);
  await prepare(page);
  await page.goto(from + fragment);
  return page;
}

async function run(browser, name, values) {
  const start = Date.now();
  const tools = {
    open: (...how) => open(browser, ...how),
    cobble: resolve(cobble),
    folder: resolve(folder),
    file: resolve(file),
    modules: resolve(modules),
    address,
    puppeteer,
    ...values,
  };
  try {
    const page = await tools.open("#preset=cobblestones");
    await page.waitForSelector(".stage[data-final]");
    await parts[name](page, (what, ...rest) => check(`${name}: ${what}`, ...rest), tools);
    await page.close();
  } catch (error) {
    check(`${name} runs to its end`, error.stack, "");
  }
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
}

// Runs the waiting parts one after the other in a browser with these flags.
async function runAll(waiting, ...flags) {
  const browser = await puppeteer.launch({
    executablePath: chromium,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage", // containers have little shared memory
      "--host-resolver-rules=MAP plain.test 127.0.0.1", // another host, to which http is not secure
      ...flags,
    ],
    protocolTimeout: 600_000,
  });
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(browser, ...next);
  await browser.close();
}

const names = chosen.length > 0 ? chosen : Object.keys(parts);
for (const name of names) if (!(name in parts)) throw new Error(`there is no part ${name}`);
const hasPresets = names.includes("presets");
const waiting = [
  ...names.filter((name) => name !== "presets").map((name) => [name]),
  ...(hasPresets ? splitPresets(isQuick).map((some) => ["presets", some]) : []),
];
await Promise.all([runAll(waiting), runAll(waiting)]);
if (hasPresets) await runAll([["presets", plainPresets]], plainFlag);
console.log(`cobble page: ${checks} checks, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
