// Presets: the page's checksums are in tests/golden/checksums.tsv, like all programs'.
import { readFile } from "node:fs/promises";

/** Together they have every type of node in presets, and come from all groups. */
const telling = [
  ...["agate", "brain-coral", "brick-wall", "brushed-metal", "canvas", "circuit", "cobblestones"],
  ...["cracked-earth", "crystals", "dunes", "frost", "marble", "mossy-cliff", "parquet"],
  ...["ridged-mountains", "soft-terrain", "star-field", "swell", "woven-cells", "woven-cloth"],
];

/** Returns the presets with their checksums, in lists that take about equally long. */
export async function splitPresets(isQuick) {
  const golden = await readFile(new URL("../golden/checksums.tsv", import.meta.url), "utf8");
  const rows = golden.trim().split("\n").map((line) => line.split("\t"));
  const wanted = isQuick ? rows.filter(([name]) => telling.includes(name)) : rows;
  if (wanted.length < (isQuick ? telling.length : 60)) throw new Error("presets are missing");
  return [0, 1].map((half) => wanted.filter((_, i) => i % 2 === half));
}

export async function presets(page, check, { presets: rows }) {
  await page.setViewport({ width: 760, height: 500 }); // so that little else is rendered
  for (const [name, checksum] of rows) {
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
  }
}
