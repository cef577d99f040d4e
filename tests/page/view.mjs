// The picture: its pixels equal the program's, moved, repeated, measured and explained.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quiet } from "./quiet.mjs";
import { holds, press, setRecipe, textIn } from "./recipe.mjs";

const stones = {
  cobble: 1,
  size: 400,
  tiling: true,
  noise: "rock",
  nodes: { rock: "ridged(perlin(4), 5)" },
  maps: { color: "ramp(rock, [[-0.6, #3b3026], [0, #7a6a58], [0.6, wheat]])", roughness: "rock*0.3 + 0.5" },
  pack: { orm: ["ao", "roughness", 0], shape: ["normal", "height"] },
};

// What the command makes of a recipe. In: its arguments after the recipe.
const cobble = (program, command, recipe, ...values) =>
  execFileSync(program, [command, "-", ...values], { input: JSON.stringify(recipe), maxBuffer: 2 ** 28 });

const pictureOf = (program, recipe, map, ...values) =>
  cobble(program, "render", recipe, "--bits", "8", "--quiet", "--format", "png", "-o", `${map}=-`, ...values);

const awaitFinal = (page, map) =>
  page.waitForFunction(
    (name) => document.querySelector(".stage").dataset.final === name,
    { timeout: 60000 },
    map,
  );

// Does something that changes the picture, and waits for the final one.
async function afterChange(page, map, change) {
  await page.$eval(".stage", (stage) => delete stage.dataset.final);
  await change();
  await awaitFinal(page, map);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

async function open(page, recipe, map = "lit") {
  await setRecipe(page, { cobble: 1, noise: "perlin" });
  await page.select(".view-map", "lit");
  await afterChange(page, "lit", () => setRecipe(page, recipe));
  if (map !== "lit") await show(page, map);
  await page.focus(".picture");
  await press(page, "0");
}

async function show(page, map) {
  await afterChange(page, map, () => page.select(".view-map", map));
  await page.focus(".picture");
}

// Compares the canvas with a PNG. In: the place of the PNG's first pixel in the canvas; by default,
// the middles match. Returns the numbers of pixels compared and of different ones.
function difference(page, png, corner) {
  return page.evaluate(
    async (base64, given) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
      const drawn = new OffscreenCanvas(image.width, image.height).getContext("2d");
      drawn.drawImage(image, 0, 0);
      const canvas = document.querySelector(".picture");
      const [left, top] = given ?? [
        Math.round((canvas.width - image.width) / 2),
        Math.round((canvas.height - image.height) / 2),
      ];
      const x = Math.max(left, 0);
      const y = Math.max(top, 0);
      const width = Math.min(left + image.width, canvas.width) - x;
      const height = Math.min(top + image.height, canvas.height) - y;
      const shown = canvas.getContext("2d").getImageData(x, y, width, height).data;
      const wanted = drawn.getImageData(x - left, y - top, width, height).data;
      let differing = 0;
      for (let i = 0; i < shown.length; i += 4)
        if (shown[i] !== wanted[i] || shown[i + 1] !== wanted[i + 1] || shown[i + 2] !== wanted[i + 2])
          ++differing;
      return { compared: shown.length / 4, differing };
    },
    png.toString("base64"),
    corner,
  );
}

async function checkPicture(page, check, what, png, corner) {
  const { compared, differing } = await difference(page, png, corner);
  check(`${what}: pixels to compare`, compared > 50000);
  check(`${what}: pixels that differ`, differing, 0);
}

async function pixels(page, check, program) {
  await open(page, stones);
  for (const map of ["lit", "color", "height", "normal", "ao", "curvature", "roughness", "orm", "@rock"]) {
    if (map !== "lit") await show(page, map);
    await press(page, "1");
    await quiet(page);
    await checkPicture(page, check, map, pictureOf(program, stones, map));
    await press(page, "0");
  }
  const fitted = { ...stones, range: "fit" };
  await open(page, fitted, "height");
  await press(page, "1");
  await quiet(page);
  await checkPicture(page, check, "a range that fits", pictureOf(program, fitted, "height"));
}

const zoomText = (page) => textIn(page, ".view-zoom");

async function zooming(page, check, program) {
  await open(page, stones, "height");
  await press(page, "1");
  check("the zoom of its own pixels", await zoomText(page), "100%");
  const box = await (await page.$(".picture")).boundingBox();
  const mouse = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await page.mouse.move(...mouse);
  await page.mouse.wheel({ deltaY: -600 }); // two zooms by 2
  check("the wheel zooms", await zoomText(page), "400%");
  await quiet(page);
  // What is under the mouse stays there. The part is 320 pixels around the picture's middle.
  const large = pictureOf(program, stones, "height", "--size", "1600", "--window", "640,640,320,320");
  const size = await page.$eval(".picture", ({ width, height }) => [width, height]);
  const middle = size.map((pixels) => pixels / 2);
  const under = [
    ((mouse[0] - box.x) * size[0]) / box.width,
    ((mouse[1] - box.y) * size[1]) / box.height,
  ];
  const shift = [under[0] - middle[0], under[1] - middle[1]];
  const corner = middle.map((at, i) => at - 160 - 3 * shift[i]);
  await checkPicture(page, check, "zoomed", large, corner.map(Math.round));
  await page.mouse.down();
  await page.mouse.move(mouse[0] + 100, mouse[1] - 50, { steps: 5 });
  await page.mouse.up();
  await quiet(page);
  await checkPicture(page, check, "dragged", large, [corner[0] + 100, corner[1] - 50].map(Math.round));
  await press(page, "0");
  check("fitted again", (await zoomText(page)) !== "400%");
}

async function repeats(page, check) {
  await open(page, stones, "color");
  await page.select(".view-repeats", "2");
  await quiet(page);
  const isSeamless = await page.evaluate(() => {
    const canvas = document.querySelector(".picture");
    const side = Math.floor(Math.min(canvas.width, canvas.height) / 2);
    const [left, top] = [canvas.width / 2 - side, canvas.height / 2 - side].map(Math.round);
    const context = canvas.getContext("2d");
    const tile = (x, y) => context.getImageData(left + x * side, top + y * side, side, side).data;
    const first = tile(0, 0);
    return [tile(1, 0), tile(0, 1), tile(1, 1)].every((other) => other.every((byte, i) => byte === first[i]));
  });
  check("2 x 2 are the same", isSeamless);
  await page.focus(".picture");
  await press(page, "r");
  check("R repeats once more", await page.$eval(".view-repeats", ({ value }) => value), "3");
  await press(page, "r");
  const endless = { cobble: 1, noise: "perlin(4)", size: [400, 300] };
  await open(page, endless, "height");
  check("what does not tile is not repeated", await page.$eval(".view-repeats", (each) => each.disabled));
  for (let i = 0; i < 6; ++i) await press(page, "ArrowLeft");
  await quiet(page);
  const alpha = await page.$eval(
    ".picture",
    (canvas) => canvas.getContext("2d").getImageData(2, canvas.height / 2, 1, 1).data[3],
  );
  check("but goes on beyond its edge", alpha, 255);
}

// Rounding the size must not change what the noise needs in order to tile.
async function oblong(page, check) {
  const recipe = { ...stones, size: [600, 200], noise: "perlin(6)", nodes: {}, maps: {}, pack: {} };
  await open(page, recipe, "height");
  check("an oblong that tiles", await page.$eval(".stage-overlay", ({ hidden }) => hidden));
}

// The whole of a sphere is shown, and nothing beyond it.
async function spheres(page, check, program) {
  for (const surface of ["equirectangular", "cube"]) {
    const sphere = { ...stones, tiling: false, size: surface === "cube" ? 99 : 300, domain: { surface } };
    sphere.pack = { orm: ["ao", "roughness", 0] };
    await open(page, sphere);
    for (const map of ["lit", "normal", "orm", "@rock"]) {
      if (map !== "lit") await show(page, map);
      await press(page, "1");
      await quiet(page);
      await checkPicture(page, check, `${map}, ${surface}`, pictureOf(program, sphere, map));
      await press(page, "0");
      await quiet(page);
    }
    for (const key of ["r", "a", "v"]) await press(page, key);
    check("it is not repeated", await page.$eval(".view-repeats", ({ value }) => value), "1");
    check("and has no occlusion", await textIn(page, ".announcement"), "This recipe has no ao map.");
    await quiet(page);
    const text = await textIn(page, ".probe");
    await press(page, "Escape");
    check("a pixel has values", /^pixel \d+, \d+ · value \S+ · slope \S+, \S+ · height /.test(text));
  }
}

async function values(page, check, program) {
  await page.mouse.move(0, 0); // the crosshair starts at the pointer if that is in the picture
  await open(page, stones, "color");
  await press(page, "1");
  await quiet(page);
  await page.keyboard.down("Shift");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.up("Shift");
  await holds(page, () => document.querySelector(".probe").textContent.includes("pixel 201, 201"));
  await quiet(page);
  const text = await textIn(page, ".probe");
  const folder = mkdtempSync(join(tmpdir(), "cobble-view-"));
  const points = join(folder, "points.csv");
  writeFileSync(points, "x,y\n0.00375,0.00375\n");
  const line = cobble(program, "sample", stones, "--points", points, "--json", "--quiet");
  rmSync(folder, { recursive: true });
  const { value } = JSON.parse(line.toString().split("\n")[0]);
  const pixel = ["--window=201,201,1,1", "--format=r32", "-o", "slope=-", "--quiet"];
  const slopes = cobble(program, "render", stones, ...pixel);
  const rounded = (number) => String(Number(number.toPrecision(5)));
  check("the position", text.includes("at 0.00375, 0.00375"));
  check("the value", text.includes(`value ${rounded(value)} `));
  const slope = [0, 4].map((at) => rounded(slopes.readFloatLE(at))).join(", ");
  check("the slope", text.includes(`slope ${slope} `));
  check("the channels", /color [\d.]+, [\d.]+, [\d.]+ \(#[0-9a-f]{6}\)/.test(text));
  await press(page, "Escape");
  check("no crosshair", await textIn(page, ".probe"), "Point at the picture, or press V in it, to see values.");
  await press(page, "v");
  const isMiddle = () => document.querySelector(".probe").textContent.includes("pixel 200, 200");
  check("V shows the values in the middle", await holds(page, isMiddle));
  check("and says them", await page.$eval(".probe", (probe) => probe.ariaLive), "polite");
  await press(page, "Escape");
}

async function keys(page, check) {
  await open(page, stones);
  await page.focus(".picture");
  const shown = () => page.$eval(".view-map", ({ value }) => value);
  for (const [key, map] of [["h", "height"], ["n", "normal"], ["c", "color"], ["a", "ao"], ["l", "lit"]]) {
    await afterChange(page, map, () => page.keyboard.press(key));
    check(`the key ${key}`, await shown(), map);
  }
  await afterChange(page, "color", () => page.keyboard.press("]"));
  check("the next map", await shown(), "color");
  await afterChange(page, "lit", () => page.keyboard.press("["));
  check("the map before", await shown(), "lit");
  const offered = await page.$$eval(".view-map optgroup", (groups) => groups.map(({ label }) => label).join());
  check("what is offered", offered, "3D,Maps,Nodes");
  await page.click(".view-help button");
  check("the list of keys", await page.$eval(".view-keys", (list) => list.matches(":popover-open")));
  await page.keyboard.press("Escape");
}

async function measured(page, check, program) {
  await open(page, stones, "height");
  const size = await page.$eval(".statistics-of", (each) => /(\d+) × (\d+)/.exec(each.textContent)[1]);
  const [{ minimum, maximum, mean, deviation }] = JSON.parse(
    cobble(program, "stats", stones, "--map", "height", "--size", size, "--json"),
  ).channels;
  const text = (number) => String(Number(number.toPrecision(4)));
  check(
    "statistics",
    await page.$eval(".statistics-text", (each) => each.textContent.split(" · ").slice(0, 4).join(" · ")),
    `min ${text(minimum)} · max ${text(maximum)} · mean ${text(mean)} · deviation ${text(deviation)}`,
  );
  const measuredOf = () => textIn(page, ".statistics-of");
  check("what they are of", await measuredOf(), `Shown at ${size} × ${size} pixels`);
  for (const [map, channel] of [["color", "luminance"], ["normal", "x"], ["orm", "R"]]) {
    await show(page, map);
    check(`the channel of ${map}`, (await measuredOf()).endsWith(` pixels, ${channel}`));
  }
  await page.evaluate(() => {
    const { classList } = document.querySelector(".statistics");
    new MutationObserver(() => (window.wasStale ||= classList.contains("stale"))).observe(
      document.querySelector(".statistics"),
      { attributes: true },
    );
  });
  await show(page, "height");
  check("numbers of an older picture are marked", await page.evaluate(() => window.wasStale));
  const isStale = await page.$eval(".statistics", (each) => each.classList.contains("stale"));
  check("until the new ones are there", isStale, false);
  const histogram = await page.$eval(".histogram", (each) => each.getAttribute("aria-label"));
  check("the histogram in words", /the median is 0\.\d+$/.test(histogram));
  const isKnown = () => /^[0-9a-f]{16}$/.test(document.querySelector(".checksum-value").textContent);
  await page.waitForFunction(isKnown, { timeout: 60000 });
  const checksum = cobble(program, "render", stones, "--checksum", "--dry-run", "--quiet");
  const shown = await textIn(page, ".checksum-value");
  check("the checksum", shown, checksum.toString().slice(0, 16));
}

async function mistakes(page, check) {
  await open(page, stones);
  await setRecipe(page, { ...stones, noise: "rocks" });
  await holds(page, () => !document.querySelector(".stage-overlay").hidden);
  const said = await textIn(page, ".stage-overlay");
  check("the first mistake", said.includes('"rocks"') && said.includes('"rock"'));
  const opacity = await page.$eval(".histogram", (each) => Number(getComputedStyle(each).opacity));
  check("its histogram is dimmed", opacity < 1);
  check("it is dimmed", await page.$eval(".stage", (stage) => stage.classList.contains("stale")));
  const alpha = await page.$eval(
    ".picture",
    (canvas) => canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3],
  );
  check("the last picture stays", alpha, 255);
  await setRecipe(page, stones);
  const isSilent = await holds(page, () => document.querySelector(".stage-overlay").hidden);
  check("nothing is said any more", isSilent);
}

// On a narrow screen, the picture stays in sight while controls scroll below it.
async function narrow(page, check) {
  await page.setViewport({ width: 390, height: 844 });
  await open(page, stones);
  await page.evaluate(() => window.scrollTo(0, 600));
  await quiet(page);
  const { top, bottom } = await page.$eval(".stage", (each) => each.getBoundingClientRect().toJSON());
  check("the picture stays at the top", Math.abs(top) < 2);
  check("and leaves room", bottom < 844 * 0.4);
  check("its values are folded", await page.$eval(".view-facts", (each) => each.open), false);
  await page.setViewport({ width: 1440, height: 900 });
  await quiet(page);
  check("until there is room", await page.$eval(".view-facts", (each) => each.open));
}

async function slowness(page, check) {
  const rivers = ["simplex(2)", "perlin(2)", "value(2)"].map((land) => `drainage(${land})`);
  await setRecipe(page, { cobble: 1, size: 64, noise: rivers.join(" + ") });
  const isShown = () => document.querySelector(".stage[data-final]") !== null;
  check("rivers are simulated before the first picture, however small", await holds(page, isShown));
  const noise = "perlin(300, 32) * simplex(300, 32) * voronoi(300)";
  await setRecipe(page, { cobble: 1, samples: 8, size: 4096, noise: `(${noise}) * (${noise.replaceAll("300", "310")})` });
  const isSlow = () => document.querySelector(".stage-overlay").textContent.startsWith("Too slow to preview");
  check("too slow to preview", await page.waitForFunction(isSlow, { timeout: 60000 }).then(() => true, () => false));
  const measured = await textIn(page, ".statistics-text");
  check("no numbers of another picture", /\d/.test(measured), false);
  const button = await page.$(".stage-overlay button");
  check("a button", await button.evaluate((each) => each.textContent), "Render anyway");
  await button.click();
  check("nothing is said once it is rendered anyway", await page.$eval(".stage-overlay", ({ hidden }) => hidden));
  const run = ".checksum button:nth-of-type(2)";
  const says = (text) =>
    holds(page, (selector, wanted) => {
      const { hidden, textContent } = document.querySelector(selector);
      return !hidden && textContent === wanted;
    }, run, text);
  check("a checksum that takes long is not computed", await says("Compute"));
  const takes = await textIn(page, ".checksum-remark");
  check("it says how long", /^takes about \d+ (seconds|minutes|hours)$/.test(takes));
  await page.click(run);
  check("until someone asks for it", await says("Stop"));
  await page.click(run);
  check("and it can be stopped", await says("Compute"));
  await open(page, stones); // does not wait for what is given up, which takes hours
}

// A click on a slider changes the text once, and pictures of nodes come last, all at once.
async function economy(page, check) {
  await open(page, stones);
  await page.click('.card[data-id="/nodes/rock"] .card-main');
  await quiet(page);
  const calls = await page.evaluate(async () => {
    const made = [];
    const { prototype } = Object.getPrototypeOf(Worker);
    const { postMessage } = prototype;
    prototype.postMessage = function (call, ...values) {
      made.push([call.method, call.method === "render" ? call.values[0].maps.join() : ""]);
      postMessage.call(this, call, ...values);
    };
    const slider = document.querySelector('.controls-panel:not([hidden]) [type="range"]:enabled');
    slider.value = String(Number(slider.value) + 1);
    for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type));
    await window.untilQuiet();
    prototype.postMessage = postMessage;
    return made;
  });
  check("changes of the text", calls.filter(([method]) => method === "edit").length, 1);
  const rendered = calls.filter(([method]) => method === "render").map(([, maps]) => maps);
  const cards = rendered.filter((maps) => maps !== "lit");
  check("pictures of nodes come together", cards.length === 1 && cards[0].includes("@rock,"));
  check("after the final picture", rendered.at(-1), cards[0]);
}

// What older browsers lack.
async function browsers(_page, check, _program, open) {
  const withoutDispose = () => {
    const { Symbol: symbol } = window;
    window.Symbol = new Proxy(() => {}, {
      apply: (_target, _this, values) => symbol(...values),
      get: (_target, name) => (name === "dispose" ? undefined : symbol[name]),
    });
  };
  const younger = await open("", (tab) => tab.evaluateOnNewDocument(withoutDispose));
  await younger.waitForSelector(".stage[data-final]");
  await younger.close();
  const old = await open("", (tab) => tab.evaluateOnNewDocument(() => delete Promise.withResolvers));
  await old.waitForSelector('#start[role="alert"]');
  const said = await textIn(old, "#start");
  check("what is missing", said.startsWith("This page needs JavaScript of 2024, which this browser lacks"));
  await old.close();
}

/** In: check(what, is, expected); the program to compare pictures with. */
export async function view(page, check, { cobble: program, open: openTab }) {
  const parts = [pixels, zooming, repeats, oblong, spheres, values, keys, measured, mistakes, narrow, economy];
  for (const part of [...parts, browsers, slowness]) await part(page, check, program, openTab);
}
