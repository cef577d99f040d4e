// Screenshots for people to look at, and measurements of them.
import { execFileSync } from "node:child_process";
import { quiet } from "./quiet.mjs";

async function themes(page, check, { folder }) {
  for (const theme of ["light", "dark"])
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      await page.setViewport({ width, height });
      await quiet(page);
      await page.screenshot({ path: `${folder}/${theme}-${width}.png`, fullPage: width < 1000 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(`nothing is cut off at ${width} pixels, ${theme}`, overflow <= 0);
      const parts = await page.$$eval(".stage, .controls .tabs", (all) =>
        all.map((each) => each.getBoundingClientRect().bottom <= innerHeight),
      );
      check(`picture and controls are in sight at ${width} pixels`, parts, [true, true]);
    }
  await targets(page, check);
  await page.emulateMediaFeatures([]);
  await page.setViewport({ width: 1440, height: 900 });
}

// On a phone, all that can be pressed is as large as a finger needs.
async function targets(page, check) {
  for (const tab of ["knobs", "node", "recipe"]) {
    await page.$eval(`#tab-${tab}`, (each) => each.click());
    await page.$$eval(".region > details", (all) => all.forEach((each) => (each.open = true)));
    await quiet(page);
    const small = await page.$$eval("button, select, summary, input:not(.swatch), label.segment", (all) =>
      all
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
        .filter(([, { width, height }]) => Math.min(width, height) < 23.9)
        .map(([each]) => each.outerHTML.slice(0, 80)),
    );
    check(`targets of ${tab} are large enough`, small, []);
  }
}

// With 2 x 2 repeats, steps across the seams are like all others.
async function seams(page, check) {
  await page.select('.view-toolbar [aria-label="Repeats"]', "2");
  await page.evaluate(() => document.querySelector(".stage").removeAttribute("data-final"));
  await page.select(".view-map", "height");
  await page.waitForSelector(".stage[data-final]");
  await quiet(page);
  const [across, usual] = await page.evaluate(() => {
    const canvas = document.querySelector(".picture");
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const y0 = Math.round(height / 2 - Math.min(width, height) / 2) + 2;
    const y1 = height - y0;
    const step = (x) => {
      let sum = 0;
      for (let y = y0; y < y1; ++y)
        sum += Math.abs(data[4 * (y * width + x)] - data[4 * (y * width + x - 1)]);
      return sum / (y1 - y0);
    };
    const middle = Math.round(width / 2);
    const others = [];
    for (let k = 8; k < 72; ++k) others.push(step(middle + k), step(middle - k));
    const seam = Math.max(step(middle - 1), step(middle), step(middle + 1));
    return [seam, Math.max(...others)];
  });
  check(`no seam: a step of ${across.toFixed(2)}, others up to ${usual.toFixed(2)}`, across <= usual * 1.2);
}

// The gallery has small pictures, as the command renders them.
async function gallery(page, check, { cobble }) {
  const flags = ["--preset", "brick-wall", "--size", "144", "--bits", "8", "--quiet", "-o", "lit=-"];
  const png = execFileSync(cobble, ["render", ...flags, "--format", "png"]).toString("base64");
  await page.click(".open-gallery");
  const isSame = async (base64) => {
    const canvas = document.querySelector('dialog[open] [data-name="brick-wall"] canvas');
    if (canvas?.width !== 144) return false;
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const wanted = new OffscreenCanvas(144, 144).getContext("2d");
    wanted.drawImage(await createImageBitmap(blob), 0, 0);
    const pixelsOf = (context) => context.getImageData(0, 0, 144, 144).data;
    const pixels = pixelsOf(canvas.getContext("2d"));
    return pixelsOf(wanted).every((value, i) => Math.abs(value - pixels[i]) <= 1); // rounded by the page
  };
  const appears = page.waitForFunction(isSame, {}, png);
  check("the gallery has the command's small pictures", await appears.then(() => true, () => false));
  const isGlobe = () => {
    const planet = document.querySelector('dialog[open] [data-name="planet"]');
    planet.scrollIntoView();
    const canvas = planet.querySelector("canvas");
    const at = (x, y) => canvas.getContext("2d").getImageData(x, y, 1, 1).data;
    return at(2, 2).join() === "0,0,0,255" && Math.max(...at(50, 50).slice(0, 3)) > 60;
  };
  check("a planet is a globe", await page.waitForFunction(isGlobe).then(() => true, () => false));
  await page.keyboard.type("marb");
  check("what is typed is searched", await page.$eval(".gallery input", (each) => each.value), "marb");
  await page.keyboard.press("Enter");
  const isMarble = () => document.title.startsWith("marble");
  check("Enter opens the first", await page.waitForFunction(isMarble).then(() => true));
  await page.evaluate(() => (location.hash = "#preset=brick-wall"));
  await page.waitForFunction(() => document.title.startsWith("brick-wall"));
}

// One sentence says what the browser lacks.
async function oldBrowsers(page, check, { open }) {
  const without = {
    WebAssembly: () => void Reflect.deleteProperty(window, "WebAssembly"),
    SIMD: () => void (WebAssembly.validate = () => false),
    CompressionStream: () => void Reflect.deleteProperty(window, "CompressionStream"),
  };
  for (const [name, remove] of Object.entries(without)) {
    const other = await open("", (opened) => opened.evaluateOnNewDocument(remove));
    const text = await other.$eval("#start", (element) => element.textContent);
    check(`without ${name}`, text.includes(name) && text.split(/[.:]\s/).length <= 2);
    await other.close();
  }
}

// Tab reaches every region and comes back.
async function keyboard(page, check) {
  const regions = new Set();
  await page.evaluate(() => document.activeElement.blur());
  for (let k = 0; k < 160; ++k) {
    await page.keyboard.press("Tab");
    regions.add(
      await page.evaluate(() => {
        const element = document.activeElement;
        return element.closest("header") !== null ? "header" : (element.closest(".region")?.ariaLabel ?? "");
      }),
    );
  }
  for (const region of ["header", "Recipe", "Nodes", "Controls", "Picture"])
    check(`Tab reaches ${region}`, regions.has(region));
  const unnamed = await page.$$eval("button, input, select", (elements) =>
    elements
      .filter((each) => each.offsetParent !== null)
      .filter((each) => !each.ariaLabel && !each.textContent.trim() && !each.closest("label") && !each.title)
      .map((each) => each.outerHTML.slice(0, 120)),
  );
  check("all controls have names", unnamed, []);
}

export async function looks(page, check, tools) {
  for (const part of [themes, seams, gallery, oldBrowsers, keyboard]) await part(page, check, tools);
}
