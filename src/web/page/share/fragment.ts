// Recipes in the page's address: "#preset=NAME", or "#recipe=TEXT" with the text deflated, in
// base64 for URLs. Anyone can write an address, so its size and that of the text are limited.

type Fragment =
  | { kind: "preset"; name: string }
  | { kind: "recipe"; name: string; text: string }
  | { kind: "none" };

/** In bytes. */
const maxTextSize = 1 << 20;
const maxFragmentLength = 1 << 20;

// Deflates or inflates bytes.
async function passedThrough(
  bytes: BlobPart,
  stream: CompressionStream | DecompressionStream,
  maximum: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let size = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > maximum) throw new RangeError(`it is longer than ${maximum >> 20} MiB`);
      controller.enqueue(chunk);
    },
  });
  const passed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(passed.pipeThrough(limit)).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (c) => c.charCodeAt(0));
}

/** Returns a fragment with a recipe, without "#". */
export async function fragmentOf(name: string, text: string): Promise<string> {
  const bytes = await passedThrough(text, new CompressionStream("deflate-raw"), maxFragmentLength);
  return `name=${encodeURIComponent(name)}&recipe=${toBase64(bytes)}`;
}

/** Reads a fragment. Throws an Error with a message for the user. */
export async function readFragment(fragment: string): Promise<Fragment> {
  const text = fragment.replace(/^#/, "");
  if (text.length > maxFragmentLength) throw new Error("The address is too long to hold a recipe.");
  const keys = new URLSearchParams(text);
  const preset = keys.get("preset");
  if (preset !== null) return { kind: "preset", name: preset };
  const recipe = keys.get("recipe");
  if (recipe === null) return { kind: "none" };
  try {
    const inflate = new DecompressionStream("deflate-raw");
    const bytes = await passedThrough(fromBase64(recipe), inflate, maxTextSize);
    const name = fileStem(keys.get("name") ?? "") || "recipe";
    return { kind: "recipe", name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    const isLong = error instanceof RangeError;
    const reason = isLong ? `: ${error.message}` : ", or only a part of it was copied";
    throw new Error(`The address does not hold a recipe${reason}.`);
  }
}

/** Returns a name without folder and extension, with characters that all systems allow. */
export function fileStem(name: string): string {
  const own = name.normalize().replace(/^.*[\\/]/, "").replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const allowed = own.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "");
  return allowed.slice(0, 64);
}
