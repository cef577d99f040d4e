// Makes the elements of the page.

type Attributes = Record<string, string>;
type Child = Node | string;

function fill<Made extends Element>(element: Made, attributes: Attributes, children: Child[]) {
  for (const [name, value] of Object.entries(attributes))
    if (name === "text") element.textContent = value;
    else element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Makes an element. In: its attributes, of which "text" is its content, and its children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an element of SVG. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** In: clicked, called when the button is pressed. */
export function button(attributes: Attributes, clicked: () => unknown, ...children: Child[]) {
  const made = make("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", () => clicked());
  return made;
}

/** Makes a drop-down list. In: chosen, called with the value that the user chooses. */
export function select(
  attributes: Attributes,
  options: readonly Node[],
  chosen: (value: string) => unknown,
): HTMLSelectElement {
  const made = make("select", attributes, ...options);
  made.addEventListener("change", () => chosen(made.value));
  return made;
}

export function option(value: string, text = value, title = ""): HTMLOptionElement {
  return make("option", { value, text, ...(title !== "" && { title }) });
}

let ids = 0;
/** Returns "help-7": no other element has this id. */
export function newId(what: string): string {
  return `${what}-${++ids}`;
}

/** Makes a group of options; nothing without any. */
export function optionGroup(label: string, options: readonly HTMLElement[]): HTMLElement[] {
  return options.length > 0 ? [make("optgroup", { label }, ...options)] : [];
}

/** Makes the terms and descriptions of a "dl". */
export function terms(pairs: Iterable<readonly [term: string, text: string]>): HTMLElement[] {
  return [...pairs].flatMap(([term, text]) => [make("dt", { text: term }), make("dd", { text })]);
}

/** Hides elements without all words of a search, and groups of which nothing is left. */
export function showMatches(search: string, texts: Map<HTMLElement, string>, groups: Element) {
  const words = search.toLowerCase().split(/\s+/);
  for (const [element, text] of texts)
    element.hidden = !words.every((word) => text.toLowerCase().includes(word));
  for (const group of groups.children as HTMLCollectionOf<HTMLElement>)
    group.hidden = [...texts].every(([each]) => each.hidden || !group.contains(each));
}

/** Draws an image on a canvas, which takes its size. */
export function putImage(canvas: HTMLCanvasElement, image: ImageData): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}

/** Makes a list to choose how often a picture is repeated. */
export function repeatsSelect(attributes: Attributes, chosen: (repeats: number) => void) {
  const options = [1, 2, 3].map((count) => option(String(count), `${count} × ${count}`));
  const choose = (value: string) => chosen(Number(value));
  return select({ "aria-label": "Repeats", ...attributes }, options, choose);
}
