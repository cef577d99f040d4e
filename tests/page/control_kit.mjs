// Steps for tests of controls: choose a node, find a control, type into it, drag it.

import { read } from "./quiet.mjs";
import { setRecipe } from "./recipe.mjs";

export const region = ".region-controls";

export const named = (name) => `${region} [aria-label="${name}"]`;

export async function select(page, pointer) {
  const card = `.card[data-id="${pointer}"] .card-main`;
  await page.waitForSelector(card, { timeout: 60000 });
  await page.$eval(card, (button) => button.click());
  await read(page);
}

export async function show(page, noise, more = {}) {
  await setRecipe(page, { cobble: 1, ...more, noise });
  await select(page, "/noise");
}

// Replaces an input's text by typing.
export async function type(page, name, text) {
  await page.$eval(named(name), (input) => {
    input.scrollIntoView({ block: "center" });
    input.focus();
    input.select();
  });
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

export const boxesOf = (page, selector) =>
  page.$$eval(selector, (all) =>
    all.map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2, left, top, width, height };
    }),
  );

// Scrolls to an element. Returns its place.
export async function centreOf(page, selector, index = 0) {
  await page.$$eval(selector, (all, i) => all[i].scrollIntoView({ block: "center" }), index);
  return (await boxesOf(page, selector))[index];
}

export async function drag(page, from, to, steps = 6) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= steps; ++i) {
    const part = i / steps;
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    await read(page);
  }
  await page.mouse.up();
  await read(page);
}

export const valueOf = (page, name) => page.$eval(named(name), (input) => input.value);
export const clickOn = (page, name) => page.$eval(named(name), (button) => button.click());
