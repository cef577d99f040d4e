// Shared by the page's tests: the recipe's text, and waiting for its effects.

import { read } from "./quiet.mjs";

/** Waits until a function of the page returns true. Returns whether it did. */
export function holds(page, condition, ...values) {
  return page.waitForFunction(condition, { timeout: 60000 }, ...values).then(
    () => true,
    () => false,
  );
}

/** Presses keys together. */
export async function press(page, ...keys) {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1));
  for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
}

export async function paste(page, pasted) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".editor .cm-content").dispatchEvent(event);
  }, pasted);
}

/** Replaces the text by a recipe or its text, and waits until it has been read. */
export async function setRecipe(page, recipe) {
  await page.focus(".editor .cm-content");
  await press(page, "Control", "a");
  await paste(page, typeof recipe === "string" ? recipe : JSON.stringify(recipe, null, 2));
  await read(page);
}

/** Returns the text, which must be short, since only drawn lines are seen. */
export async function textOf(page) {
  const lines = await page.$$eval(".editor .cm-line", (all) => all.map((line) => line.textContent));
  return lines.join("\n");
}

/** Returns the text's recipe. */
export const recipeOf = async (page) => JSON.parse(await textOf(page));

/** Waits until the recipe's text contains a part. Returns the recipe. */
export async function recipeWith(page, part, isWanted = true) {
  const isThere = (wanted, expected) => {
    const lines = [...document.querySelectorAll(".editor .cm-line")];
    return (
      lines
        .map((line) => line.textContent)
        .join(" ")
        .includes(wanted) === expected
    );
  };
  await holds(page, isThere, part, isWanted);
  await read(page);
  return recipeOf(page);
}

/** Waits until it no longer contains a part. Returns the recipe. */
export const recipeWithout = (page, part) => recipeWith(page, part, false);

/** Returns the text of the first element of a selector. */
export const textIn = (page, selector) => page.$eval(selector, (element) => element.textContent);
