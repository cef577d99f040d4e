// All presets: the checksum on the page is that of tests/golden/checksums.tsv, which all programs have.
import { readFile } from "node:fs/promises";

export async function presets(page, check) {
  const golden = await readFile(new URL("../golden/checksums.tsv", import.meta.url), "utf8");
  let compared = 0;
  for (const line of golden.trim().split("\n")) {
    const [name, checksum] = line.split("\t");
    await page.evaluate((preset) => {
      document.querySelector(".checksum-value").textContent = "";
      location.hash = `#preset=${preset}`;
    }, name);
    const shown = await page.waitForFunction(
      (preset) => {
        const text = document.querySelector(".checksum-value").textContent;
        const isOpen = document.querySelector(".open-gallery").textContent.endsWith(`: ${preset}`);
        return isOpen && /^[0-9a-f]{16}$/.test(text) && text;
      },
      {},
      name,
    );
    check(`checksum of ${name}`, await shown.jsonValue(), checksum);
    ++compared;
  }
  check("presets were compared", compared >= 60);
}
