// The material on a slab and a sphere, and terrain: drawn, turned and lit by WebGL2, and shown flat
// where that is missing.

import { quiet } from "./quiet.mjs";
import { holds, setRecipe } from "./recipe.mjs";

const menu = 'select[aria-label="Map to show"]';
const canvas = ".solid .solid-canvas";
const stones = {
  cobble: 1,
  size: 256,
  tiling: true,
  noise: "voronoi(6, edge)",
  maps: { color: "ramp(voronoi(6, cell-id), [[0, #803020], [1, #d0b080]])", roughness: 0.6 },
  normal: { strength: 0.05 },
};

function withoutWebGl2() {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (type, ...options) {
    return type === "webgl2" ? null : getContext.call(this, type, ...options);
  };
}

// On a busy machine, frames drawn by software can take so long that the page would give up.
function stoppedClock() {
  performance.now = () => 0;
}

function fastClock() {
  const { now } = performance;
  performance.now = () => 10_000 * now.call(performance);
}

// Opens the page again in another tab, with a changed browser.
async function openIn(open, change) {
  const tab = await open("", (opened) => opened.evaluateOnNewDocument(change));
  await tab.setViewport({ width: 1100, height: 700 });
  await tab.waitForSelector(`${menu} option[value=slab]`);
  await setRecipe(tab, stones);
  return tab;
}

async function show(tab, kind) {
  await tab.select(menu, kind);
  await quiet(tab);
  await tab.waitForSelector(`.stage[data-final="${kind}"]`);
  await drawn(tab);
}

const drawn = (tab) => tab.waitForSelector(".solid.drawn");

const label = (tab) => tab.$eval(canvas, (element) => element.getAttribute("aria-label"));

// Returns the pixels between hint and controls, without the focus outline: RGB, 0 to 255.
async function pixels(tab) {
  const { x, y, width } = await (await tab.$(canvas)).boundingBox();
  const end = (await (await tab.$(".solid-controls")).boundingBox()).y;
  const clip = {
    x: Math.ceil(x) + 8,
    y: Math.ceil(y) + 60,
    width: Math.floor(width) - 16,
    height: Math.floor(end - y) - 66,
  };
  // Otherwise the page is laid out again, and the picture drawn again, coarsely at first.
  const captureBeyondViewport = false;
  const encoded = await tab.screenshot({ clip, encoding: "base64", captureBeyondViewport });
  const bytes = await tab.evaluate(async (png) => {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const image = await createImageBitmap(blob);
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let text = ""; // passed on much faster than an array
    for (let at = 0; at < data.length; at += 4096)
      text += String.fromCharCode(...data.subarray(at, at + 4096));
    return btoa(text);
  }, encoded);
  return Buffer.from(bytes, "base64").filter((_, i) => i % 4 !== 3);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const difference = (a, b) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;

async function drag(tab, x, y, shift) {
  const box = await (await tab.$(canvas)).boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  if (shift) await tab.keyboard.down("Shift");
  await tab.mouse.move(...from);
  await tab.mouse.down();
  await tab.mouse.move(from[0] + x, from[1] + y, { steps: 3 });
  await tab.mouse.up();
  if (shift) await tab.keyboard.up("Shift");
  await tab.mouse.move(0, 0);
  await drawn(tab);
}

async function press(tab, key, times = 1) {
  await tab.focus(canvas);
  // All but the last at once, so that nothing is drawn between them.
  await tab.$eval(
    canvas,
    (element, ...values) => {
      const event = () => new KeyboardEvent("keydown", { key: values[0], bubbles: true });
      for (let i = 1; i < values[1]; ++i) element.dispatchEvent(event());
    },
    key,
    times,
  );
  await tab.keyboard.press(key);
  await drawn(tab);
}

async function pictures(tab, check) {
  const seen = {};
  for (const kind of ["slab", "sphere", "terrain"]) {
    await show(tab, kind);
    const picture = await pixels(tab);
    const colors = new Set();
    for (let i = 0; i < picture.length; i += 3) colors.add(picture.slice(i, i + 3).join());
    check(`${kind} has many colours`, colors.size > 2000);
    check(`${kind} is named`, (await label(tab)).includes(`: ${kind}, turned by`));
    for (const other of Object.values(seen))
      check(`${kind} is another picture`, difference(picture, other) > 2);
    seen[kind] = picture;
  }
}

async function turning(tab, check) {
  await show(tab, "slab");
  await press(tab, "Home");
  const [first, firstLabel] = [await pixels(tab), await label(tab)];
  await drag(tab, 100, 0, false);
  check(`a drag turns by 40 degrees`, await label(tab), firstLabel.replace("-24°", "-64°"));
  check(`the drag is seen`, difference(first, await pixels(tab)) > 3);
  await press(tab, "Home");
  check(`Home names the first view`, await label(tab), firstLabel);
  check(`Home shows the first view`, difference(first, await pixels(tab)) < 1);
  await drag(tab, -100, 0, true);
  check(
    `with Shift, the light moves`,
    await label(tab),
    firstLabel.replace("315°", "275°"),
  );
  check(`the light is seen`, difference(first, await pixels(tab)) > 1);
  await press(tab, "ArrowDown");
  check(`an arrow key turns`, (await label(tab)).includes("from 46° above"));
  await press(tab, "Home");
  await press(tab, "+");
  check(`plus zooms`, difference(first, await pixels(tab)) > 3);
  await press(tab, "Home");
}

async function controls(tab, check) {
  await show(tab, "slab");
  const first = await pixels(tab);
  await tab.select('.solid select[aria-label="Repeats"]', "3");
  await drawn(tab);
  check(`repeats are named`, (await label(tab)).includes("3 × 3 tiles"));
  check(`repeats are seen`, difference(first, await pixels(tab)) > 2);
  await tab.select('.solid select[aria-label="Repeats"]', "1");
  await show(tab, "terrain");
  const flat = await pixels(tab);
  await setSlider(tab, "Vertical", 2);
  check(`terrain is made higher`, difference(flat, await pixels(tab)) > 3);
  await tab.click(".solid-controls button");
  await drawn(tab);
  check(`Reset shows it as it was`, difference(flat, await pixels(tab)) < 1);
}

// The side of a roof that faces the light is bright, whichever way the normals' y points.
async function bumps(tab, check) {
  const halves = async (light) => {
    await setSlider(tab, "Direction", light);
    const [picture, width] = [await pixels(tab), Math.floor(await widthOf(tab)) - 16];
    const height = picture.length / (3 * width);
    const brightness = (isInside) =>
      mean(
        picture.filter((_, i) => isInside(Math.floor(i / 3) % width, Math.floor(i / (3 * width)))),
      );
    const [x, y] = [width / 2, height / 2];
    // Near the middle: the slab without its surroundings.
    const isNear = (column, row) => Math.abs(column - x) < 80 && Math.abs(row - y) < 80;
    return {
      left: brightness((column, row) => isNear(column, row) && column < x - 20),
      right: brightness((column, row) => isNear(column, row) && column > x + 20),
      upper: brightness((column, row) => isNear(column, row) && row < y - 30),
      lower: brightness((column, row) => isNear(column, row) && row > y + 30),
    };
  };
  await show(tab, "slab");
  await press(tab, "ArrowLeft", 4);
  await press(tab, "ArrowDown", 9);
  check(`from above`, (await label(tab)).includes("turned by 0°, seen from 90°"));
  for (const [noise, light, bright, dark] of [
    ["0.5 - abs(x)", 270, "left", "right"],
    ["0.5 - abs(y)", 0, "upper", "lower"],
  ])
    for (const y of ["up", "down"]) {
      const range = [0, 0.5];
      await setRecipe(tab, {
        cobble: 1,
        size: 256,
        noise,
        range,
        normal: { strength: 0.2, y },
        maps: { color: 0.3 },
      });
      await show(tab, "slab");
      const lit = await halves(light);
      check(`${noise}, y ${y}: the ${bright} half is lit`, lit[bright] - lit[dark] > 20);
    }
  await setRecipe(tab, stones);
  await show(tab, "slab");
  await press(tab, "Home");
}

const widthOf = (tab) => tab.$eval(canvas, (element) => element.getBoundingClientRect().width);

async function setSlider(tab, name, value) {
  await tab.$eval(
    `.solid input[aria-label^="${name}"]`,
    (slider, number) => {
      slider.value = String(number);
      slider.dispatchEvent(new Event("input"));
    },
    value,
  );
  await drawn(tab);
}

async function contextLoss(tab, check) {
  await show(tab, "slab");
  const first = await pixels(tab);
  await tab.evaluate(async (selector) => {
    const element = document.querySelector(selector);
    const isLost = new Promise((resolve) => {
      element.addEventListener("webglcontextlost", () => resolve(), { once: true });
    });
    window.lost = element.getContext("webgl2").getExtension("WEBGL_lose_context");
    window.lost.loseContext();
    await isLost;
  }, canvas);
  await tab.evaluate((selector) => {
    document.querySelector(selector).closest(".solid").classList.remove("drawn");
    window.lost.restoreContext();
  }, canvas);
  await drawn(tab);
  check("a context that was lost and restored", difference(first, await pixels(tab)) < 1);
  await tab.focus(canvas);
  await tab.evaluate(() => window.lost.loseContext());
  await flat(tab, check, "The graphics processor does not respond");
  const hasFocus = await tab.$eval(".picture", (element) => element === document.activeElement);
  check("the flat picture has the focus", hasFocus);
}

// In: reason, why there is no slab.
async function flat(tab, check, reason) {
  const sentence = `${reason}: the slab is shown flat.`;
  const says = (text) => document.querySelector(".stage-overlay").textContent === text;
  check(sentence, await holds(tab, says, sentence));
  await tab.waitForSelector('.stage[data-final="slab"]');
  check("no solid is shown", (await tab.$(canvas)) === null);
  const shown = await tab.$eval(".picture", ({ ariaLabel, hidden }) => [ariaLabel.split(": ")[1], hidden]);
  check("but the flat picture", shown, ["lit", false]);
  await tab.select(menu, "height");
  await tab.waitForSelector('.stage[data-final="height"]');
  check("other maps need no sentence", await tab.$eval(".stage-overlay", ({ hidden }) => hidden));
}

// A lake lies in the middle of a valley: level, dark and blue, whatever the colour of its floor.
async function water(tab, check) {
  const valley = {
    cobble: 1,
    size: 256,
    noise: "2*abs(x)",
    range: [0, 1],
    normal: { strength: 0.2 },
    maps: { color: "#c08040" },
  };
  const lake = { ...valley, maps: { ...valley.maps, water: "max(0.5 - 2*abs(x), 0)" } };
  const middle = async (picture) => {
    const width = Math.floor(await widthOf(tab)) - 16;
    const start = Math.floor(picture.length / (6 * width)) * width + Math.floor(width / 2) - 15;
    const row = picture.slice(3 * start, 3 * start + 90);
    const channel = (c) => row.filter((_, i) => i % 3 === c);
    return [0, 1, 2].map((c) => ({
      mean: mean(channel(c)),
      spread: Math.max(...channel(c)) - Math.min(...channel(c)),
    }));
  };
  for (const kind of ["slab", "sphere", "terrain"]) {
    await setRecipe(tab, valley);
    await show(tab, kind);
    const dry = await pixels(tab);
    await setRecipe(tab, lake);
    await show(tab, kind);
    const wet = await pixels(tab);
    check(`${kind} has water`, difference(dry, wet) > 2);
    if (kind === "sphere") continue; // in its middle is land
    const [[red, , blue], below] = [await middle(wet), await middle(dry)];
    check(`the floor on a ${kind}`, below[0].mean > below[2].mean + 40);
    check(`deep water on a ${kind} is blue`, blue.mean > red.mean + 10);
    check(`and dark`, blue.mean < 130);
    check(`and level`, Math.max(red.spread, blue.spread) < 12);
  }
  const [steep] = await middle(await pixels(tab));
  await press(tab, "ArrowUp", 4);
  const [low] = await middle(await pixels(tab));
  check("at a low angle, water mirrors the land", low.mean > steep.mean + 10);
  await press(tab, "Home");
  await setSlider(tab, "Vertical", 1);
  const [red, , higher] = await middle(await pixels(tab));
  check("made higher, it stays level and blue", higher.spread < 12 && higher.mean > red.mean + 10);
  await setRecipe(tab, { ...lake, maps: { ...lake.maps, water: "channels(0, 1, 1)" } });
  await show(tab, "terrain");
  const [colored] = await middle(await pixels(tab));
  check("a map with colours does not count as depth", colored.mean > 60);
  await setRecipe(tab, stones);
}

// A globe hangs in the dark, by longitude and latitude, with a dark side.
async function globe(tab, check) {
  const map = (source) => ({ color: `ramp(${source}, [[-0.001, red], [0.001, blue]])` });
  const sphere = { cobble: 1, size: 128, domain: { surface: "cube" }, noise: "0", maps: map("x") };
  await setRecipe(tab, sphere);
  await show(tab, "sphere");
  // Returns the mean colour around a place, from the middle to the edge of the globe.
  const at = async (right, down) => {
    const picture = await pixels(tab);
    const width = Math.floor(await widthOf(tab)) - 16;
    const height = picture.length / (3 * width);
    const [x, y] = [width / 2 + (right * height) / 2, ((1 + down) * height) / 2].map(Math.round);
    const start = 3 * (y * width + x);
    return [0, 1, 2].map((c) => picture[start + c]);
  };
  const isRed = ([red, , blue]) => red > blue + 20;
  check("the west is on the left", isRed(await at(-0.3, 0)) && !isRed(await at(0.3, 0)));
  check("around it is space", Math.max(...(await at(-1, -0.95))) < 3);
  await press(tab, "ArrowRight", 30);
  check("behind is the other side", isRed(await at(0.3, 0)) && !isRed(await at(-0.3, 0)));
  await setRecipe(tab, { ...sphere, maps: map("y") });
  await show(tab, "sphere");
  check("the north is above", isRed(await at(0, -0.3)) && !isRed(await at(0, 0.3)));
  await press(tab, "ArrowUp", 20);
  check("it is seen from below", (await label(tab)).includes("seen from -90° above"));
  check("which is the south", !isRed(await at(0, 0)));
  await setSlider(tab, "Direction", 270);
  await setSlider(tab, "Height", 8);
  const [day, night] = [await at(-0.4, 0), await at(0.4, 0)];
  check("the night is dark", Math.max(...night) < Math.max(...day) / 3);
  await setRecipe(tab, stones);
  await press(tab, "Home");
}

async function hiding(tab, check) {
  await show(tab, "sphere");
  await tab.select(menu, "height");
  await tab.waitForSelector('.stage[data-final="height"]');
  check(`hidden, it keeps no canvas`, (await tab.$(canvas)) === null);
  await show(tab, "sphere");
  check(`shown again`, (await label(tab)).includes(": sphere"));
}

/** In: check(what, is, expected), and a function that opens a tab. */
export async function solid(_page, check, { open }) {
  const tab = await openIn(open, stoppedClock);
  for (const part of [pictures, turning, controls, bumps, water, globe, hiding, contextLoss])
    await part(tab, check);
  await tab.close();
  for (const [change, reason] of [
    [withoutWebGl2, "This browser has no WebGL2"],
    [fastClock, "WebGL2 is too slow here"],
  ]) {
    const changed = await openIn(open, change);
    await changed.select(menu, "slab");
    await flat(changed, check, reason);
    await changed.close();
  }
}
