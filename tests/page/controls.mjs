// Controls of nodes and of the recipe: what mouse and keyboard change in the text.

import {
  centreOf,
  clickOn,
  drag,
  named,
  region,
  select,
  show,
  type,
  valueOf,
} from "./control_kit.mjs";
import { curves, lists, pictureColors, ramps } from "./controls_points.mjs";
import { letPass, read } from "./quiet.mjs";
import { holds, press, recipeWith, recipeWithout, setRecipe, textIn, textOf } from "./recipe.mjs";

async function numbers(page, check) {
  await show(page, "perlin(4, 5, persistence=0.5)");
  const slider = await page.$(named("noise persistence"));
  const at = await centreOf(page, named("noise persistence"));
  await drag(page, at, { x: at.left + at.width * 0.8, y: at.y });
  const { noise } = await recipeWith(page, "persistence=0.8");
  check("a slider sets its key", /persistence=0\.8\d*\)/.test(noise));
  const isKept = await slider.evaluate(
    (each) => each.isConnected && document.activeElement === each,
  );
  check("it stays, with the focus", isKept);

  await page.keyboard.press("ArrowLeft");
  const before = Number(await valueOf(page, "noise persistence, exact"));
  await page.keyboard.press("ArrowLeft");
  await read(page);
  const after = Number(await valueOf(page, "noise persistence, exact"));
  check("an arrow key moves it a little", before - after > 0 && before - after < 0.02);

  await type(page, "noise frequency, exact", "1234.5");
  check(
    "any number can be typed",
    (await recipeWith(page, "1234.5")).noise.startsWith("perlin(1234.5"),
  );
  await type(page, "noise octaves, exact", "99");
  const refused = () =>
    document.querySelector(".announcement").textContent.includes("from 1 to 32");
  check("what is refused is said", await holds(page, refused));
  check("and the value comes back", await valueOf(page, "noise octaves, exact"), "5");
  await page.focus(named("noise octaves, exact"));
  await page.keyboard.press("ArrowUp");
  check(
    "arrow keys step whole numbers",
    (await recipeWith(page, ", 6,")).noise.startsWith("perlin(1234.5, 6,"),
  );
  await type(page, "noise frequency, exact", "4");
  await recipeWith(page, "perlin(4,");
  await page.focus(named("noise frequency"));
  await page.keyboard.press("End");
  await read(page);
  check("a typed value has its own slider", Number(await valueOf(page, "noise frequency, exact")) < 100);
}

// Linear numbers of a colour are shown as the nearest "#rrggbb"; either can be typed.
async function linearColors(page, check) {
  await setRecipe(page, {
    cobble: 1,
    knobs: { tint: { value: [0.3, 0.08, 0.02] } },
    nodes: { blot: "perlin(4)" },
    noise: "blot",
    maps: { color: "blend(white, tint, blot)" },
  });
  await page.$eval("#tab-knobs", (tab) => tab.click());
  const name = "knob tint, as text";
  const shown = () => Promise.all([valueOf(page, "knob tint"), valueOf(page, name)]);
  check("a list is shown as a colour", await shown(), ["#955027", "#955027"]);
  const title = () => page.$eval(named(name), (input) => input.title);
  check("with its numbers", await title(), "[0.3, 0.08, 0.02]");
  await type(page, name, "[0.5, 0.2, 0]");
  check("a list can be typed", (await recipeWith(page, "0.5")).knobs.tint.value, [0.5, 0.2, 0]);
  await type(page, name, "#804020");
  check("and a colour", (await recipeWith(page, "#804020")).knobs.tint.value, "#804020");
  check("which has no other numbers", await title(), "");
}

async function words(page, check) {
  await show(page, "perlin(4, turbulence=none)");
  await page.focus(`${region} [value="none"]`);
  await page.keyboard.press("ArrowRight");
  check(
    "keys choose among few words",
    (await recipeWith(page, "absolute")).noise,
    "perlin(turbulence=absolute)",
  );
  await page.click(named("noise aligned"));
  check("a box is checked", (await recipeWith(page, "aligned")).noise.includes("aligned=true"));
  await show(page, "voronoi(3)");
  await page.select(named("noise function"), "F2-F1");
  check("a list chooses among many", (await recipeWith(page, "F2-F1")).noise, "voronoi(3, F2-F1)");
  await clickOn(page, "Reset noise function");
  check("a key is reset", (await recipeWithout(page, "F2-F1")).noise, "voronoi(3)");
}

async function axes(page, check) {
  await show(page, "perlin(5)");
  await clickOn(page, "Use a value for each axis: noise frequency");
  check("a number for each axis", (await recipeWith(page, "[5, 5]")).noise, "perlin([5, 5])");
  await type(page, "noise frequency, y", "9");
  check("one of them is set", (await recipeWith(page, "[5, 9]")).noise, "perlin([5, 9])");
  await clickOn(page, "Use one value for all axes: noise frequency");
  check("one number for all", (await recipeWith(page, "perlin(5)")).noise, "perlin(5)");
}

async function seeds(page, check) {
  await show(page, "perlin(5)");
  const seed = await page.$(named("noise seed"));
  await type(page, "noise seed", "17");
  check("a seed of its own", (await recipeWith(page, "17")).noise, "perlin(5, seed=17)");
  check("its input stays", await seed.evaluate((each) => each.isConnected));
  await clickOn(page, "Random seed: noise seed");
  check("the die gives another", /seed=\d+\)/.test((await recipeWithout(page, "=17")).noise));
  await type(page, "noise pattern", "bark");
  check(
    "a pattern stands for the seed",
    (await recipeWith(page, "bark")).noise,
    "perlin(5, pattern='bark')",
  );
  await clickOn(page, "Reset noise pattern");
  const { noise } = await recipeWithout(page, "bark");
  check("keys without a default are taken out", noise, "perlin(5)");
}

async function conditions(page, check) {
  const more = { nodes: { a: "perlin(4)" }, maps: { color: "blend(teal, white, a)" } };
  await show(page, "a*2", more);
  await select(page, "/maps/color");
  const row = `${region} [data-key="/maps/color/width"]`;
  check(
    "a key without effect is disabled",
    await page.$eval(`${row} input`, (input) => input.matches(":disabled")),
  );
  check("and says why", await textIn(page, `${row} .row-reason`), "only if mode is height");
  await page.select(named("color mode"), "height");
  const { maps } = await recipeWith(page, "height");
  check(
    "a choice brings what it needs",
    /mode=height, base-height=.*, over-height=.*, width=/.test(maps.color),
  );
  await page.select(named("color mode"), "screen");
  const screened = await recipeWith(page, "screen");
  check("and takes it away", screened.maps.color.includes("width"), false);

  await page.click(`${region} [data-key="/maps/color/mode"] .row-name`);
  const help = await page.$eval(
    `${region} [data-key="/maps/color/mode"] .row-help`,
    (text) => text.hidden,
  );
  check("a name unfolds its help", help, false);
}

async function inputs(page, check) {
  await show(page, "rock*0.9 - warp(perlin(4), [rock, 0], 0.3)*0.2 + 0.5", {
    nodes: { rock: "voronoi(3)" },
  });
  await type(page, "factor of noise 1, exact", "0.7");
  check("a factor of a sum", (await recipeWith(page, "0.7")).noise.startsWith("rock*0.7 - "));
  await type(page, "noise + number, exact", "0.25");
  check("a number of a sum", (await recipeWith(page, "0.25")).noise.endsWith("+ 0.25"));
  await type(page, "noise − amount, exact", "0.4");
  check(
    "a key of an inner node",
    (await recipeWith(page, "0.4)")).noise.includes("[rock, 0], 0.4)"),
  );
  await clickOn(page, "Select noise −");
  await read(page);
  const title = () => textIn(page, `${region} .controls-title`);
  check("an inner node is selected", (await title()).startsWith("noise › a › b"));
  await page.$$eval(`${region} .crumb`, ([first]) => first.click());
  check("and what it is inside of", await title(), "noise");
  await clickOn(page, "Select rock");
  check("a link selects a named node", await title(), "rock");
}

async function types(page, check) {
  await show(page, "perlin(7, 4)");
  await page.focus(named("Type of noise"));
  await page.select(named("Type of noise"), "type:simplex");
  check(
    "keys that both types have stay",
    (await recipeWith(page, "simplex")).noise,
    "simplex(7, 4)",
  );
  await read(page);
  const isFocused = await page.$eval(
    named("Type of noise"),
    (each) => document.activeElement === each,
  );
  check("the focus stays", isFocused);
  await page.select(named("Type of noise"), "type:terrace");
  check(
    "what has no inputs becomes one",
    JSON.stringify((await recipeWith(page, "terrace")).noise.source),
    '"simplex(7, 4)"',
  );
  await show(page, "perlin(4)*3", { maps: { color: "terrace(perlin(4)*3, 4)" } });
  await select(page, "/maps/color");
  await page.focus(named("Type of color"));
  await page.select(named("Type of color"), "type:ramp");
  const stops = JSON.stringify((await recipeWith(page, "ramp")).maps.color.stops);
  check("a new ramp's stops follow its source", stops, '[[-3,"#000000"],[3,"#ffffff"]]');
  await show(page, "terrace(simplex(7, 4), 4)");
  await page.focus(named("Kind of noise source"));
  await page.select(named("Kind of noise source"), "number");
  check("a number for a node", (await recipeWith(page, "0.5")).noise, "terrace(0.5, 4)");
  const nodes = { a: "perlin", b: "abs(a)", c: "b*gain", d: 2 };
  await show(page, "c*2", { knobs: { gain: { value: 1, range: [0, 2] } }, nodes });
  await select(page, "/nodes/b");
  await page.focus(named("Kind of b source"));
  const offered = await page.$$eval(`${named("Kind of b source")} [value^="ref:"]`, (all) => all.map((each) => each.value));
  check("no node that would make a cycle", offered, ["ref:a", "ref:d"]);
}

// Every type becomes the next one in the list, and has controls.
async function everyType(page, check) {
  await show(page, "perlin(4)", { maps: { color: "perlin(4)" } });
  await select(page, "/maps/color");
  const chooser = named("Type of color");
  await page.focus(chooser);
  const types = await page.$$eval(`${chooser} option`, (options) =>
    options.map(({ value }) => value).filter((value) => value.startsWith("type:")),
  );
  check("all types are offered", types.length > 55);
  const failed = [];
  for (const type of types) {
    await page.select(chooser, type);
    const isShown = (selector, wanted) => {
      const { hidden, textContent } = document.querySelector(".issues");
      if (!hidden) return textContent.includes("must be above 0"); // the logarithm's source
      const controls = document.querySelectorAll(".selected-panel :is(input, select)");
      return document.querySelector(selector)?.value === wanted && controls.length > 1;
    };
    if (!(await holds(page, isShown, chooser, type))) failed.push(type);
  }
  check("each can be chosen", failed.join(), "");
}

async function recipe(page, check) {
  await show(page, "perlin(4)");
  await page.click("#tab-recipe");
  await page.click(named("recipe tiling"));
  check("the picture tiles", (await recipeWith(page, "tiling")).tiling);
  await type(page, "recipe size, w", "640");
  check("a square stays one", JSON.stringify((await recipeWith(page, "640")).size), "[640,640]");
  await page.select(named("recipe range"), "two numbers");
  check(
    "a range begins as the noise's",
    JSON.stringify((await recipeWith(page, "range")).range),
    "[-1,1]",
  );
  await type(page, "domain translate, x", "0.25");
  const { domain } = await recipeWith(page, "translate");
  check("the domain moves", JSON.stringify(domain.translate), "[0.25,0,0]");
  await clickOn(page, await page.$eval(`${region} .add-world`, (button) => button.ariaLabel));
  check(
    "a world",
    JSON.stringify((await recipeWith(page, "heights")).world),
    '{"width":1000,"heights":[0,100]}',
  );
  await clickOn(page, "Remove world");
  check("and none", "world" in (await recipeWithout(page, "heights")), false);
  await page.focus("#tab-recipe");
  await page.keyboard.press("ArrowLeft");
  check(
    "keys go from tab to tab",
    await page.$eval("#tab-node", (tab) => tab.ariaSelected),
    "true",
  );
}

// A sphere's width follows from its surface and its height.
async function surfaces(page, check) {
  await show(page, "perlin(4)");
  await page.click("#tab-recipe");
  await type(page, "recipe size, w", "300");
  const sizeWith = async (part) => (await recipeWith(page, part)).size;
  await recipeWith(page, "300");
  const choose = (surface) =>
    page.$eval(`${region} [data-key="/domain/surface"] input[value="${surface}"]`, (each) => each.click());
  await choose("equirectangular");
  check("a sphere is twice as wide", await sizeWith("equirectangular"), [600, 300]);
  await type(page, "recipe size, w", "400");
  check("its height follows", await sizeWith("400"), [400, 200]);
  await choose("cube");
  check("and six faces", await sizeWith("cube"), [1200, 200]);
  await page.click("#tab-node");
}

// Typed text stays, whatever else changes.
async function typing(page, check) {
  await show(page, "perlin(4, 3)");
  await page.focus(named("noise frequency, exact"));
  await press(page, "Control", "a");
  await page.keyboard.type("12");
  await clickOn(page, "Random seed: noise seed");
  await recipeWith(page, "seed");
  await read(page);
  check("a text that is not entered stays", await valueOf(page, "noise frequency, exact"), "12");
  await page.focus(named("noise frequency, exact"));
  await page.keyboard.press("Escape");
  check("Escape gives the value back", await valueOf(page, "noise frequency, exact"), "4");
}

const remarked = `// What it is for.
{
  "cobble": 1,
  "noise": {"type": "max", "a": "rock", "b": "snow"}, // the higher one
  "nodes": {
    "rock": "perlin(4, 5)", // coarse
    /* Where snow stays. */
    "snow": {"x-note": ["from", "the valley"], "type": "perlin", "frequency": 6}
  },
  "maps": {"snow": "snow"},
  "x-author": {"name": "A. Mason"}
}
`;

// What only the text has stays when a control changes the recipe.
async function remarks(page, check) {
  await setRecipe(page, remarked);
  for (const [pointer, name] of [
    ["/nodes/rock", "rock octaves, exact"],
    ["/nodes/snow", "snow octaves, exact"],
  ]) {
    await select(page, pointer);
    await type(page, name, "7");
    await read(page);
    await letPass(page, 1000); // faster changes are undone together
  }
  const text = await textOf(page);
  check("values have changed", text.match(/\b7\b/g)?.length, 2);
  check(
    "the rest stays",
    text.trim(),
    remarked
      .replace("(4, 5", "(4, 7")
      .replace('"frequency": 6', '"frequency": 6, "octaves": 7')
      .trim(),
  );
  await page.focus(named("snow octaves"));
  await press(page, "Control", "z");
  await press(page, "Control", "z");
  check("Ctrl+Z undoes changes of controls", (await textOf(page)).trim(), remarked.trim());
}

const handles = `{
  "cobble": 1,
  "size": 64,
  "knobs": {
    // how many
    "rows": {"value": 12, "range": [6, 30], "step": 6, "description": "courses"},
    "tint": {"value": "#91503a", "description": "main colour"},
    "wear": {"value": 0.4, "range": [0, 1]}
  },
  "noise": "bricks(rows/3, rows)*wear",
  "normal": {"strength": "0.1*wear"}
}`;

// Knobs change their values only, and comments stay.
async function knobs(page, check) {
  await page.evaluate(() => (location.hash = "#preset=rust"));
  await holds(page, () => document.title.startsWith("rust"));
  await read(page);
  const first = await page.$eval("#tab-knobs", (tab) => tab.ariaSelected);
  check("knobs are shown first", first, "true");
  await setRecipe(page, handles);
  await page.click("#tab-knobs");
  const texts = await page.$$eval(".knob-name", (all) => all.map((each) => each.textContent));
  check("each has its description", texts, ["rowscourses", "tintmain colour", "wear"]);
  const range = await page.$eval(named("knob rows"), ({ max, value }) => [max, value]);
  check("a slider has the knob's steps", range, ["4", "1"]);
  await page.focus(named("knob rows"));
  await page.keyboard.press("ArrowRight");
  await read(page);
  await type(page, "knob tint, as text", "teal");
  await read(page);
  const text = await textOf(page);
  const changed = handles.replace('"value": 12', '"value": 18').replace("#91503a", "#008080");
  check("the text keeps all else", text, changed);
  const at = await centreOf(page, named("knob wear"));
  await page.mouse.click(at.left + at.width * 0.9, at.y);
  await read(page);
  check("a click sets one", (await valueOf(page, "knob wear, exact")) > 0.8);
  await page.mouse.click(at.left + at.width * 0.9, at.y, { count: 2 });
  await read(page);
  check("a double click restores it", await valueOf(page, "knob wear, exact"), "0.4");
  await select(page, "/noise");
  const formula = named("noise, formula");
  check("a formula that names knobs stays one", await page.$eval(formula, (each) => each.value), "bricks(rows/3, rows)*wear");
  check("and says what it follows", await textIn(page, `${region} .formula-panel .row-reason`), "Follows rows and wear.");
  await page.click("#tab-recipe");
  const strength = await page.$eval(named("normal strength, formula"), (each) => each.value);
  check("so does a number", strength, "0.1*wear");
}

/** In: check(what, is, expected). */
export async function controls(page, check, tools) {
  const parts = [
    numbers,
    words,
    axes,
    seeds,
    conditions,
    curves,
    ramps,
    lists,
    pictureColors,
    inputs,
    types,
    everyType,
    recipe,
    surfaces,
    typing,
    remarks,
    knobs,
    linearColors,
  ];
  for (const part of parts) await part(page, check, tools);
}
