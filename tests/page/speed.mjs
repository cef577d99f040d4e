// A table of how soon a picture follows a slider, for all presets. The aim is 50 ms on two cores.
import { readFile } from "node:fs/promises";
import { read } from "./quiet.mjs";

const drags = 4;
/** Shows the final picture, or says that it takes too long. */
const settled = ".stage[data-final], .stage-overlay:not([hidden])";

// Selects the first node with a slider that has an effect, starting with the shown controls.
async function findSlider(page) {
  const cards = await page.$$eval(".card", (all) => all.map(({ dataset }) => dataset.id).reverse());
  for (const id of ["", ...cards]) {
    if (id !== "") await page.$eval(`.card[data-id="${id}"] .card-main`, (card) => card.click());
    await read(page);
    const slider = await page.$('.controls-panel:not([hidden]) [type="range"]:enabled');
    if (slider !== null) return slider;
  }
  throw new Error("no node has a slider");
}

// Moves the slider by a tenth or by one step, since scales round near their ends. Returns the
// milliseconds until a picture of the new recipe is drawn, and waits for the final one.
async function drag(page, slider, k) {
  const first = await slider.evaluate((element, step) => {
    const canvas = document.querySelector(".picture");
    const [low, high] = [Number(element.min), Number(element.max)];
    const value = Number(element.value);
    const size = Math.max((high - low) / 10, Number(element.step) || 0);
    const by = step % 2 === 0 ? size : -size;
    return new Promise((resolve) => {
      const context = canvas.getContext("2d");
      const start = performance.now();
      context.drawImage = (...values) => {
        CanvasRenderingContext2D.prototype.drawImage.apply(context, values);
        delete context.drawImage;
        resolve(performance.now() - start);
      };
      element.value = String(value + by > high || value + by < low ? value - by : value + by);
      element.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }, k);
  await slider.evaluate((element) => element.dispatchEvent(new Event("change", { bubbles: true })));
  await page.waitForSelector(settled);
  return first;
}

async function measure(page, name) {
  await page.evaluate((preset) => {
    document.querySelector(".stage").removeAttribute("data-final");
    document.querySelector(".stage-overlay").hidden = true;
    location.hash = `#preset=${preset}`;
  }, name);
  await page.waitForFunction(
    (preset, selector) =>
      document.querySelector(".open-gallery").textContent.endsWith(`: ${preset}`) &&
      document.querySelector(selector),
    {},
    name,
    settled,
  );
  const times = [];
  for (let k = 0; k < drags; ++k) times.push(await drag(page, await findSlider(page), k));
  return times.sort((a, b) => a - b);
}

export async function speed(page) {
  const golden = await readFile(new URL("../golden/checksums.tsv", import.meta.url), "utf8");
  for (const line of golden.trim().split("\n")) {
    const [name] = line.split("\t");
    const times = await measure(page, name);
    const [fastest, median] = [times[0], times[drags / 2]].map(Math.round);
    console.log(`${name.padEnd(24)} first picture after ${fastest} ms, median ${median} ms`);
  }
}
