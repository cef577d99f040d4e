// Controls of curves, ramps, lists of colours and distributions: a part of controls.mjs.

import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import {
  boxesOf,
  centreOf,
  clickOn,
  drag,
  named,
  region,
  select,
  show,
  type,
} from "./control_kit.mjs";
import { read } from "./quiet.mjs";
import { holds, recipeOf, recipeWith, recipeWithout } from "./recipe.mjs";

export async function curves(page, check) {
  await show(page, "curve(perlin(4), [[0, 0], [0.5, 0.2], [1, 1]])");
  const handles = `${region} .curve-handle`;
  const middle = await centreOf(page, handles, 1);
  const [frame] = await boxesOf(page, `${region} .curve`);
  await drag(page, middle, { x: middle.x, y: frame.top + frame.height / 2 });
  await recipeWithout(page, "0.2]");
  const points = () => recipeOf(page).then(({ noise }) => JSON.parse(/\[\[.*\]\]/.exec(noise)[0]));
  const [, moved] = await points();
  const isThere = Math.abs(moved[0] - 0.5) < 0.01 && Math.abs(moved[1] - 0.5) < 0.01;
  check("a point is dragged", isThere);

  await page.mouse.click(frame.left + frame.width * 0.25, frame.top + 20, { count: 2 });
  const count = (wanted) =>
    holds(page, (n) => document.querySelectorAll(".curve-handle").length === n, wanted);
  check("a double click adds one", await count(4));
  await read(page);
  check(
    "which is chosen",
    await page.$eval(`${handles}:nth-of-type(2)`, (handle) => document.activeElement === handle),
  );
  const [, before] = await points();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await read(page);
  const [, after] = await points();
  check("arrow keys move it", after[0] > before[0] && after[1] < before[1]);
  await page.keyboard.press("Delete");
  check("Delete removes it", await count(3));
  await read(page);
  const isFocused = await page.$eval(
    `${handles}.chosen`,
    (handle) => document.activeElement === handle,
  );
  check("another has the focus", isFocused);

  // A point cannot pass its neighbours.
  const again = (await boxesOf(page, handles))[1];
  await drag(page, again, { x: frame.left + frame.width + 50, y: again.y });
  await read(page);
  const xs = (await points()).map(([x]) => x);
  check("x increases", xs.length === 3 && xs[0] < xs[1] && xs[1] < xs[2]);
  const beyond = (await boxesOf(page, handles))[1];
  await drag(page, beyond, { x: frame.left + frame.width / 2, y: frame.top - 200 });
  await read(page);
  const [, [, y]] = await points();
  check("and it stays in sight", y > 1 && y < 1.1);
}

export async function ramps(page, check) {
  await show(page, "perlin(4)", {
    maps: { color: "ramp(perlin(4), [[0, #000000], [0.4, #808080], [1, #ffffff]])" },
  });
  await select(page, "/maps/color");
  const handles = `${region} .ramp-handle`;
  const stop = await centreOf(page, handles, 1);
  const [strip] = await boxesOf(page, `${region} .ramp`);
  await drag(page, stop, { x: strip.x, y: stop.y });
  check(
    "a stop is dragged",
    /\[0\.5, #808080\]/.test((await recipeWith(page, "[0.5,")).maps.color),
  );
  await type(page, "color stops, colour of the selected stop, as text", "teal");
  check(
    "it gets a colour",
    (await recipeWith(page, "#008080")).maps.color.includes("[0.5, #008080]"),
  );
  await page.$eval(named("color stops, colour of the selected stop"), (picker) => {
    picker.value = "#123456";
    picker.dispatchEvent(new Event("input", { bubbles: true }));
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  });
  check(
    "a picker sets it",
    (await recipeWith(page, "#123456")).maps.color.includes("[0.5, #123456]"),
  );
  await clickOn(page, "Add a stop after the selected one: color stops");
  const added = await recipeWith(page, "[0.75,");
  check("a button adds a stop", added.maps.color.match(/#/g).length, 4);
  await page.focus(`${handles}.chosen`);
  await page.keyboard.press("Delete");
  await holds(page, () => document.querySelectorAll(".ramp-handle").length === 3);
  check(
    "Delete removes one",
    (await recipeWith(page, "#123456")).maps.color.includes("0.75"),
    false,
  );
}

// As many colours as `cobble palette` prints, with their positions in the range of the ramp.
export async function pictureColors(page, check, { cobble, folder }) {
  const picture = `${folder}/rust.png`;
  execFileSync(cobble, ["render", "--preset=rust", "--size=64", "--quiet", "-o", `color=${picture}`]);
  const { colors } = JSON.parse(execFileSync(cobble, ["palette", picture, "--json"]));
  const choose = async (name) => (await page.$(`${region} input[type=file]`)).uploadFile(name);
  await show(page, "perlin(4)", { maps: { color: "ramp(perlin(4), [[-1, #000000], [1, #ffffff]])" } });
  await select(page, "/maps/color");
  await choose(picture);
  const stops = colors.map(({ color, position }) => `[${Number((2 * position - 1).toFixed(3))}, ${color}]`);
  const { maps } = await recipeWith(page, colors[0].color);
  check("the stops are a picture's colours", maps.color.includes(`, [${stops.join(", ")}])`));
  await show(page, "perlin(4)", { maps: { color: "palette(perlin(4), [#ff0000, #00ff00])" } });
  await select(page, "/maps/color");
  await choose(picture);
  const listed = (await recipeWith(page, colors[0].color)).maps.color;
  const hexes = colors.map(({ color }) => color).join(", ");
  check("so are those of a palette", listed.includes(`, [${hexes}])`));
  writeFileSync(picture, "GIF89a");
  await choose(picture);
  const says = () => document.querySelector(".announcement").textContent.startsWith("rust.png: ");
  check("a file that is not a picture is named", await holds(page, says));
  rmSync(picture);
}

export async function lists(page, check) {
  await show(page, "perlin(4)", { maps: { color: "palette(perlin(4), [#ff0000, #00ff00])" } });
  await select(page, "/maps/color");
  await clickOn(page, "Add a colour: color colors");
  await recipeWith(page, "#00ff00, #00ff00");
  await type(page, "color colors, 3, as text", "#00f");
  check(
    "a colour more",
    (await recipeWith(page, "#0000ff")).maps.color,
    "palette(perlin(), [#ff0000, #00ff00, #0000ff])",
  );
  await clickOn(page, "Remove color colors, 1");
  check(
    "one less",
    (await recipeWith(page, "[#00ff00")).maps.color,
    "palette(perlin(), [#00ff00, #0000ff])",
  );
  await show(page, "hill(3)");
  await page.select(named("noise distribution"), "weibull");
  const { noise } = await recipeWith(page, "weibull");
  check("a distribution with its keys", Object.keys(noise.distribution).join(), "type,alpha,beta");
  await type(page, "noise distribution beta, exact", "2.5");
  check("which are set", (await recipeWith(page, "2.5")).noise.distribution.beta, 2.5);
}
