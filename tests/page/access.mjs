// What axe finds: roles, names, contrast, in both themes, on wide and narrow screens.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { quiet } from "./quiet.mjs";

// One line per element with a fault.
function faultsOf(page) {
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 120)}`),
    );
  });
}

// What opens only on request.
async function dialogs(page, check) {
  await page.click(".open-gallery");
  await quiet(page);
  check("the presets have no faults", await faultsOf(page), []);
  await page.keyboard.press("Escape");
  await page.click("header .primary");
  await quiet(page);
  check("the menu has no faults", await faultsOf(page), []);
  await page.keyboard.press("Escape");
}

export async function access(page, check, { modules }) {
  const file = createRequire(`${modules}/`).resolve("axe-core/axe.min.js");
  await page.evaluate(await readFile(file, "utf8"));
  for (const theme of ["light", "dark"])
    for (const width of [1440, 390]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      await page.setViewport({ width, height: 900 });
      await quiet(page);
      check(`no faults at ${width} pixels, ${theme}`, await faultsOf(page), []);
    }
  await page.setViewport({ width: 1440, height: 900 });
  await dialogs(page, check);
}
