// The graph of nodes: its cards, their pictures, and what mouse and keyboard do with them.

import { quiet, read } from "./quiet.mjs";
import { holds, press, recipeWith, recipeWithout, setRecipe, textIn, textOf } from "./recipe.mjs";

const region = ".region-graph";
const cardOf = (id) => `${region} .card[data-id="${id}"]`;

const stones = {
  cobble: 1,
  size: 256,
  nodes: {
    rock: "voronoi(3)",
    bend: "perlin(5)",
    worn: "warp(rock, [bend, 0], 0.1)*0.8 - 0.1",
    spare: "white(9)",
  },
  noise: "worn + bend*0.05",
  maps: { color: "ramp(worn, [[0, #203040], [1, #e0d0c0]])", metallic: 0 },
};

const idsOf = (page) =>
  page.$$eval(`${region} .card`, (cards) => cards.map((card) => card.dataset.id));
const waitForCard = (page, id) => page.waitForSelector(cardOf(id), { timeout: 60000 });

const placesOf = (page) =>
  page.$$eval(`${region} .card`, (cards) =>
    Object.fromEntries(
      cards.map((card) => {
        const { left, top } = card.getBoundingClientRect();
        return [card.dataset.id, [Math.round(left), Math.round(top)]];
      }),
    ),
  );

// Waits for a card's picture. Returns its size, the number of different bytes, and its mean.
async function pictureOf(page, id) {
  await holds(
    page,
    (selector) => {
      const canvas = document.querySelector(selector);
      const data = window.pixelsOf(canvas);
      return data[3] === 255;
    },
    `${cardOf(id)} canvas`,
  );
  return page.$eval(`${cardOf(id)} canvas`, (canvas) => {
    const data = window.pixelsOf(canvas);
    const sum = data.reduce((total, byte) => total + byte, 0);
    return { width: canvas.width, height: canvas.height, values: new Set(data).size, sum };
  });
}

async function cards(page, check) {
  await setRecipe(page, stones);
  await waitForCard(page, "/nodes/spare");
  await quiet(page); // cards move to their places
  const ids = await idsOf(page);
  const all =
    "/maps/color,/maps/metallic,/nodes/bend,/nodes/rock,/nodes/spare,/nodes/worn,/nodes/worn/a/a,/noise";
  check("a card for each node worth seeing", ids.toSorted().join(), all);
  const places = await placesOf(page);
  const [bend, warp, worn, noise] = ["/nodes/bend", "/nodes/worn/a/a", "/nodes/worn", "/noise"].map(
    (id) => places[id][0],
  );
  check("what is used stands left of its users", bend < warp && warp < worn && worn < noise);
  const inOrder = ids
    .map((id) => places[id])
    .every(
      ([x, y], i, list) =>
        i === 0 || x > list[i - 1][0] || (x === list[i - 1][0] && y > list[i - 1][1]),
    );
  check("they are read from left to right", inOrder);
  const about = await page.$eval(
    `${cardOf("/nodes/worn")} .card-main`,
    (button) => button.ariaDescription,
  );
  check("a card says what uses it", about, "subtract, used by noise, color");
  const lines = await page.$$eval(`${region} .graph-edges path`, (paths) => paths.length);
  check("a line for each use", lines, 6);
}

async function pictures(page, check) {
  const { width, height, values } = await pictureOf(page, "/nodes/worn");
  check("a card has a picture", width === height && width >= 96 && values > 20);
  await pictureOf(page, "/maps/color");
  await setRecipe(page, { ...stones, size: [256, 128] });
  const isWide = (selector) => {
    const canvas = document.querySelector(selector);
    return canvas.width === 2 * canvas.height;
  };
  check("as wide as the recipe's", await holds(page, isWide, `${cardOf("/noise")} canvas`));
  await setRecipe(page, stones);
  await holds(
    page,
    (selector) =>
      document.querySelector(selector).width === document.querySelector(selector).height,
    `${cardOf("/noise")} canvas`,
  );
}

// Only what depends on a change is rendered again, and no card moves.
async function stability(page, check) {
  await quiet(page);
  const before = await placesOf(page);
  const sums = async () =>
    Object.fromEntries(
      await Promise.all(
        (await idsOf(page)).map(async (id) => [id, (await pictureOf(page, id)).sum]),
      ),
    );
  const old = await sums();
  await setRecipe(page, { ...stones, nodes: { ...stones.nodes, bend: "perlin(7)" } });
  await quiet(page);
  check("cards stay where they are", JSON.stringify(await placesOf(page)), JSON.stringify(before));
  const now = await sums();
  const changed = Object.keys(now)
    .filter((id) => now[id] !== old[id])
    .sort()
    .join();
  check("pictures follow", changed, "/maps/color,/nodes/bend,/nodes/worn,/nodes/worn/a/a,/noise");
}

async function selection(page, check) {
  await page.click(`${cardOf("/nodes/rock")} .card-main`);
  const title = () => textIn(page, ".region-controls .controls-title");
  check("a click selects", await title(), "rock");
  const current = () =>
    page.$$eval(`${region} [aria-current=true]`, (all) =>
      all.map((each) => each.closest(".card").dataset.id).join(),
    );
  check("one card is the current one", await current(), "/nodes/rock");
  const used = await page.$$eval(`${region} path.used`, (paths) => paths.length);
  check("its lines are marked", used, 1);
  await page.keyboard.press("ArrowRight");
  check("a key goes along a line", await current(), "/nodes/worn/a/a");
  await page.keyboard.press("ArrowRight");
  check("and on", await current(), "/nodes/worn");
  await page.keyboard.press("ArrowLeft");
  check("and back", await current(), "/nodes/worn/a/a");
  const focused = await page.evaluate(() => document.activeElement.closest(".card")?.dataset.id);
  check("with the focus", focused, "/nodes/worn/a/a");
  const stops = await page.$$eval(
    `${region} .card-main`,
    (all) => all.filter((each) => each.tabIndex === 0).length,
  );
  check("Tab stops at one card", stops, 1);
  await page.keyboard.press("Enter");
  const isInText = () => document.querySelector(".editor .cm-content") === document.activeElement;
  check("Enter leads to the text", await holds(page, isInText));
  await page.focus(`${cardOf("/nodes/worn/a/a")} .card-main`);
  await page.keyboard.press("v");
  check(
    "v shows it large",
    await holds(page, () => document.querySelector(".stage").dataset.map === "@/nodes/worn/a/a"),
  );
  await page.$eval(`${cardOf("/maps/color")} .card-view`, (button) => button.click());
  check(
    "a button, too",
    await holds(page, () => document.querySelector(".stage").dataset.map === "color"),
  );
}

async function moving(page, check) {
  await page.click(`${region} [aria-label^="Fit"]`);
  const scaleOf = () =>
    page.$eval(`${region} .graph-world`, (world) =>
      Number(world.style.getPropertyValue("--scale")),
    );
  const fitted = await scaleOf();
  const frame = await page.$eval(`${region} .graph-frame`, (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { left, top, right, bottom };
  });
  const isInside = Object.values(await placesOf(page)).every(
    ([x, y]) => x >= frame.left && y >= frame.top && x < frame.right && y < frame.bottom,
  );
  check("all cards fit", isInside);
  await page.mouse.move((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2);
  await page.mouse.wheel({ deltaY: -200 });
  await quiet(page);
  const zoomed = await scaleOf();
  check("the wheel zooms", zoomed > fitted * 1.2);
  await page.focus(`${cardOf("/noise")} .card-main`);
  await page.keyboard.press("-");
  check("keys zoom", (await scaleOf()) < zoomed);
  const [x, y] = (await placesOf(page))["/noise"];
  await page.mouse.move(frame.left + 8, frame.bottom - 8);
  await page.mouse.down();
  await page.mouse.move(frame.left + 48, frame.bottom - 28, { steps: 4 });
  await page.mouse.up();
  const [x2, y2] = (await placesOf(page))["/noise"];
  check("dragging moves", Math.abs(x2 - x - 40) < 2 && Math.abs(y2 - y + 20) < 2);
  await page.click(`${region} [aria-label^="Fit"]`);
  await quiet(page);
  const onCard = await page.$eval(cardOf("/nodes/bend"), (card) =>
    card.getBoundingClientRect().toJSON(),
  );
  const current = () =>
    page.$eval(`${region} [aria-current=true]`, (each) => each.closest(".card").dataset.id);
  const selected = await current();
  await page.mouse.move(onCard.x + 20, onCard.y + 20);
  await page.mouse.down();
  await page.mouse.move(onCard.x + 60, onCard.y + 20, { steps: 4 });
  await page.mouse.up();
  const moved = (await placesOf(page))["/nodes/bend"][0] - onCard.x;
  check("also from a card", Math.abs(moved - 40) < 6);
  check("which is not selected then", await current(), selected);
  await page.click(`${region} [aria-label^="Expand"]`);
  const width = await page.$eval(region, (each) => each.getBoundingClientRect().width);
  check("it fills the window", width > 0.95 * (await page.evaluate(() => innerWidth)));
  await page.keyboard.press("Escape");
  check(
    "until Escape",
    (await page.$eval(region, (each) => each.getBoundingClientRect().width)) < width,
  );
}

async function changing(page, check) {
  await setRecipe(page, stones);
  await page.click(`${cardOf("/nodes/rock")} .card-main`);
  await page.click(`${region} .graph-tools button`);
  await page.keyboard.type("terr");
  const chosen = await page.$eval("dialog[open] select", (list) => list.value);
  check("a type is searched", chosen, "terrace");
  await page.keyboard.press("Enter");
  const { nodes } = await recipeWith(page, "terrace");
  check("a node is added, of the selected one", nodes["terrace-1"], "terrace(rock, 4)");
  await waitForCard(page, "/nodes/terrace-1");
  await read(page);
  const current = await page.$eval(
    `${region} [aria-current=true]`,
    (each) => each.closest(".card").dataset.id,
  );
  check("it is selected", current, "/nodes/terrace-1");
  await page.click(`${region} [aria-label^="Delete"]`);
  check("and deleted", "terrace-1" in (await recipeWithout(page, "terrace")).nodes, false);
  await quiet(page); // cards move to their new places
  await page.click(`${cardOf("/nodes/rock")} .card-main`);
  const isDisabled = await page.$eval(
    `${region} [aria-label^="Delete"]`,
    (button) => button.disabled,
  );
  check("what is used is not", isDisabled);
  const reason = await page.$eval(`${region} [aria-label^="Delete"]`, (button) => button.title);
  check("with a reason", reason, "rock is used by warp");

  await page.click(`${region} .graph-tools button`);
  await page.focus(".form-dialog [aria-label=Name]");
  await page.$eval(".form-dialog [aria-label=Name]", (input) => input.select());
  await page.keyboard.type("rock");
  await page.keyboard.press("Enter");
  check("a name is used once", await page.$eval(".form-dialog", (dialog) => dialog.open));
  await page.$eval(".form-dialog [aria-label=Name]", (input) => input.select());
  await page.keyboard.type("noise");
  await page.keyboard.press("Enter");
  const message = await page.$eval(
    ".form-dialog [aria-label=Name]",
    (input) => input.validationMessage,
  );
  check("noise is the result", message, "noise is the name of the recipe's result.");
  check("and no other name", await page.$eval(".form-dialog", (dialog) => dialog.open));
  await page.keyboard.press("Escape");

  await page.click(`${region} .graph-tools button`);
  await page.keyboard.type("perlin");
  await page.select(".form-dialog [aria-label=Kind]", "maps");
  const map = await page.$eval(".form-dialog [aria-label=Name]", (input) => input.value);
  check("a map of the material that is not there yet", map, "roughness");
  await page.$eval(".form-dialog form", (form) => form.requestSubmit());
  const { maps } = await recipeWith(page, "roughness");
  check("a map is added", maps.roughness, "perlin");
}

// Wires, by the pointer and by keys.
async function wires(page, check, folder) {
  const comment = "// two layers";
  await setRecipe(
    page,
    `{\n  "cobble": 1,\n  ${comment}\n  "knobs": {"gain": {"value": 1, "range": [0, 2]}},\n` +
      '  "nodes": {"a": "perlin(4)", "b": "warp(a, [a, 0], 0.1)", "c": "a*gain"},\n' +
      '  "noise": "max(b, white(5))", "maps": {"roughness": "c"}\n}\n',
  );
  await waitForCard(page, "/nodes/c");
  await page.click(`${region} [aria-label^="Fit"]`);
  await quiet(page);
  const middleOf = (selector) =>
    page.$eval(selector, (each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
  // Drags from a card to another one. Returns what that offers.
  const drag = async (from, to) => {
    await quiet(page); // cards move to their places
    await page.mouse.move(...(await middleOf(`${cardOf(from)} .card-port`)));
    await page.mouse.down();
    await page.mouse.move(...(await middleOf(`${cardOf(to)} canvas`)), { steps: 4 });
    return page.$$eval(`${cardOf(to)} .card-inputs div`, (rows) =>
      rows.map((row) => row.textContent),
    );
  };
  const announced = () => textIn(page, ".announcement");
  const before = await textOf(page);
  const rows = await drag("/nodes/c", "/nodes/b");
  await page.screenshot({ path: `${folder}/wire.png` });
  check("a card shows its inputs", rows, ["source: a", "by x: a", "by y: 0"]);
  await page.mouse.move(...(await middleOf(`${cardOf("/nodes/b")} .card-inputs :last-child`)));
  await page.mouse.up();
  const text = () => textOf(page);
  const has = (part) =>
    holds(page, (all) => document.querySelector(".cm-content").textContent.includes(all), part);
  check("a drop connects", await has("warp(a, [a, c], 0.1)"));
  check("and keeps comments", (await text()).includes(comment));
  await press(page, "Control", "z");
  await read(page);
  check("undo takes it back", await text(), before);
  const [cycle] = await drag("/noise", "/nodes/a");
  check("no cycles", cycle, "a cannot use noise, which uses a.");
  await page.mouse.up();
  check("with a sentence", await announced(), cycle);
  const choose = async (row) => {
    await page.mouse.move(...(await middleOf(`${cardOf("/nodes/c")} .card-inputs ${row}`)));
    await page.mouse.up();
  };
  const roles = await drag("/nodes/b", "/nodes/c");
  check("a card shows its roles", roles, ["a", "as roughness, instead of c"]);
  await choose(":last-child");
  check("a role is another node's", await has('"roughness": "b"'));
  check("which is said", await announced(), "Connected b as roughness");
  await press(page, "Control", "z");
  await read(page);
  await drag("/nodes/b", "/nodes/c");
  await choose(":first-child");
  check("a formula keeps its knobs", await has("b*gain"));
  await read(page);

  const own = await drag("/nodes/b", "/noise");
  check("also a role without a name", own.at(-1), "as noise, instead of max");
  await page.mouse.move(...(await middleOf(`${cardOf("/noise")} .card-inputs :last-child`)));
  await page.mouse.up();
  check("which another node takes", await has('"noise": "b"'));
  await press(page, "Control", "z");
  await read(page);
  await quiet(page);

  await page.focus(`${cardOf("/noise/b")} .card-main`);
  await page.keyboard.press("c");
  const groups = await page.$$eval("dialog[open] optgroup:not(:disabled)", (all) =>
    all.map((group) => group.label),
  );
  check("keys list all places", groups.toSorted(), ["b", "c", "noise"]);
  await page.screenshot({ path: `${folder}/connect.png` });
  await page.keyboard.type("source");
  await page.keyboard.press("Enter");
  check("a node gets a name", await has("max(b, white-1)"));
  check("and is connected", await has("warp(white-1, [a, 0], 0.1)"));
  const isOn = await page.evaluate(() => document.activeElement.closest(".card") !== null);
  check("the focus stays on a card", isOn);
}

async function warnings(page, check) {
  await setRecipe(page, {
    cobble: 1,
    nodes: { spare: "white(9)" },
    noise: "perlin(4)",
    maps: { color: { type: "ramp", source: "perlin(3)", stops: [[0, [200, 30, 20]], [1, 1]] } },
  });
  await waitForCard(page, "/maps/color");
  const titles = await page.$$eval(`${region} .warned .card-main`, (all) =>
    all.map((each) => each.title.replace(/^.*⚠ /s, "")),
  );
  check("warnings are on their cards", titles.length, 2);
  check("with their text", titles.includes("has no effect: no node in use refers to it"));
  await page.click(`${cardOf("/maps/color")} .card-main`);
  await read(page);
  const inRow = await textIn(page, '.region-controls [data-key="/maps/color/stops"] .warning');
  check("and at their keys", inRow.startsWith("is up to 200 times as bright as white"));
}

// What a function's call expands to is a part of the card that calls it.
async function calls(page, check) {
  for (const knobs of [{}, { worn: { value: 0.5, range: [0, 1] } }]) {
    const functions = {
      plank: {
        parameters: "id, knots=1",
        nodes: { grain: "perlin(9)" },
        value: "grain*id + rings(4)*knots*grain",
      },
    };
    const factor = "worn" in knobs ? "worn" : "0.5";
    const nodes = { floor: `max(plank(x), ${factor})` };
    const noise = `floor - plank(floor)*${factor}`;
    await setRecipe(page, { cobble: 1, knobs, functions, nodes, noise });
    await waitForCard(page, "/nodes/floor");
    await quiet(page);
    check(`cards with ${factor}`, (await idsOf(page)).toSorted(), ["/nodes/floor", "/noise"]);
    const about = await page.$eval(`${cardOf("/nodes/floor")} .card-main`, (card) => [
      card.title.split("\n")[1],
      card.getAttribute("aria-description"),
    ]);
    const hint = "Calls plank, whose nodes are not shown";
    check("say what they call", about, [hint, "max, used by noise"]);
    await page.click(`${cardOf("/nodes/floor")} .card-main`);
    await read(page);
    const reason = await textIn(page, ".region-controls .formula-panel .row-reason");
    check("and so do controls", reason.endsWith("Calls plank."));
    const offered = await page.$$eval(".view-map option", (all) => all.map(({ value }) => value));
    check("the view offers no nodes of functions", offered.join().includes("plank"), false);
  }
}

async function single(page, check) {
  await setRecipe(page, { cobble: 1, noise: "perlin(4)" });
  await holds(page, () => document.querySelectorAll(".region-graph .card").length === 1);
  await quiet(page);
  const { width } = await page.$eval(cardOf("/noise"), (card) =>
    card.getBoundingClientRect().toJSON(),
  );
  check("one node is one large card", width > 200);
}

// Gives the page a function that returns a canvas's bytes without slowing the canvas down.
async function addPixelsOf(page) {
  await page.evaluate(() => {
    window.pixelsOf = (canvas) => {
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext("2d", {
        willReadFrequently: true,
      });
      copy.drawImage(canvas, 0, 0);
      return copy.getImageData(0, 0, width, height).data;
    };
  });
}

/** In: check(what, is, expected). */
export async function graph(page, check, { folder }) {
  await addPixelsOf(page);
  const first = [cards, pictures, stability, selection, moving, changing, wires];
  for (const part of [...first, warnings, calls, single])
    await part(page, check, folder);
}
