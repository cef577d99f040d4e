// How soon pictures follow a slider: a benchmark, for two idle cores.
//
//   node latency.mjs NODE_MODULES CHROMIUM PAGE [PAGE ...] [--only WORDS]
//
// Opens each preset in each page, in turn, with the map `lit` at about 512 x 512 pixels. Moves the
// first knob, or the first slider of a node in pages without knobs, ten times, with the events that
// a click sends. Prints for each preset and page the median times in milliseconds until a picture of
// at least 64 pixels is drawn, and until the final one is; the width of the first picture is in
// brackets where it is less than 64. The last lines say how many presets meet the goals.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { countIn, quiet } from "./quiet.mjs";

const moves = 10;
const goals = { first: 50, material: 500, land: 1000 };
const [modules, chromium, ...rest] = process.argv.slice(2);
const at = rest.indexOf("--only");
const only = at < 0 ? [] : rest.splice(at).slice(1);
const puppeteer = createRequire(`${resolve(modules)}/`)("puppeteer-core");

// Runs before the page's code: notes when which picture is drawn.
function watch() {
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  window.drawn = [];
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...values) {
    draw.call(this, picture, ...values);
    if (this.canvas.classList.contains("picture"))
      window.drawn.push({ time: performance.now(), picture, width: picture.width });
  };
}

// Moves the slider back and forth by a tenth, or by one step, and waits for the final picture.
// Returns the times of the pictures drawn, with their widths.
function move(element, k) {
  const stage = document.querySelector(".stage");
  const [low, high, value] = [element.min, element.max, element.value].map(Number);
  const size = Math.max((high - low) / 10, Number(element.step) || 0);
  const by = k % 2 === 0 ? size : -size;
  const old = new Set(window.drawn.map(({ picture }) => picture));
  window.drawn = [];
  element.value = String(value + by > high || value + by < low ? value - by : value + by);
  const start = performance.now();
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!("final" in stage.dataset)) return;
      const final = performance.now() - start;
      observer.disconnect();
      requestAnimationFrame(() => {
        const fresh = window.drawn.filter(({ picture }) => !old.has(picture));
        resolve({ final, pictures: fresh.map(({ time, width }) => [time - start, width]) });
      });
    });
    observer.observe(stage, { attributes: true });
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

const sliders = (panel) => `${panel}:not([hidden]) [type="range"]:enabled`;

// Returns a slider, of a knob if there are knobs. Selects nodes until one has a slider.
async function findSlider(page) {
  const knob = await page.$(sliders(".knobs"));
  if (knob !== null) return knob;
  const cards = await page.$$eval(".card", (all) => all.map(({ dataset }) => dataset.id).reverse());
  for (const id of ["", ...cards]) {
    if (id !== "") await page.$eval(`.card[data-id="${id}"] .card-main`, (card) => card.click());
    await quiet(page);
    const slider = await page.$(sliders(".controls-panel"));
    if (slider !== null) return slider;
  }
  throw new Error("no node has a slider");
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(page, name) {
  await page.evaluate((preset) => (location.hash = `#preset=${preset}`), name);
  await page.waitForFunction(
    (preset) => document.querySelector(".open-gallery").textContent.endsWith(`: ${preset}`),
    {},
    name,
  );
  await page.$eval(".view-map", (select) => {
    select.value = "lit";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.waitForSelector('.stage[data-final="lit"]');
  await quiet(page);
  const all = [];
  for (let k = 0; k < moves; ++k) {
    all.push(await (await findSlider(page)).evaluate(move, k));
    await quiet(page);
  }
  const firsts = all.map(({ pictures }) => pictures.find(([, width]) => width >= 64)?.[0] ?? Infinity);
  return {
    first: median(firsts),
    width: median(all.map(({ pictures }) => pictures[0]?.[1] ?? 0)),
    final: median(all.map(({ final }) => final)),
    pixels: await page.evaluate(() => window.drawn.at(-1)?.width ?? 0),
  };
}

async function open(browser, file) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1440, height: 700 });
  await countIn(page);
  await page.evaluateOnNewDocument(watch);
  await page.goto(`${pathToFileURL(resolve(file)).href}#preset=cobblestones`);
  await page.waitForSelector(".stage[data-final]");
  return page;
}

const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
  protocolTimeout: 600_000,
});
const golden = await readFile(new URL("../golden/checksums.tsv", import.meta.url), "utf8");
const names = golden.trim().split("\n").map((line) => line.split("\t")[0]);
const chosen = only.length > 0 ? names.filter((name) => only.includes(name)) : names;
const met = rest.map(() => ({ first: 0, material: 0, land: 0 }));
for (const name of chosen) {
  const cells = [];
  for (const [i, file] of rest.entries()) {
    const page = await open(browser, file);
    const { first, width, final, pixels } = await measure(page, name);
    await page.close();
    const narrow = width < 64 ? ` (${width})` : "";
    cells.push(`${Math.round(first)}${narrow} / ${Math.round(final)} at ${pixels}`.padEnd(24));
    if (first <= goals.first) ++met[i].first;
    if (final <= goals.material) ++met[i].material;
    if (final <= goals.land) ++met[i].land;
  }
  console.log(name.padEnd(20), ...cells);
}
for (const [i, { first, material, land }] of met.entries())
  console.log(`${rest[i]}: of ${chosen.length}, ${first} first within ${goals.first} ms, ` +
    `${material} final within ${goals.material} ms, ${land} within ${goals.land} ms`);
await browser.close();
