// Spheres in three.js: it shows the pixels of cobble's files, from both surfaces the same world, and
// lights a globe equally by normals in both spaces.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const faces = ["px", "nx", "py", "ny", "pz", "nz"];
const side = 128; // of a face; as many pixels around the equator as the equirectangular picture has

// Returns cobble's pictures of a planet as data URLs, by name.
function pictures(cobble) {
  const folder = mkdtempSync(join(tmpdir(), "cobble-three-"));
  const render = (...words) =>
    execFileSync(cobble, ["render", "--preset=planet", "--bits=8", "--quiet", ...words], { cwd: folder });
  try {
    render(`--size=${side}`, "--surface=cube", "-o", "color={face}.png");
    render(`--size=${2 * side}`, "-o", "color=whole.png", "-o", "normal=tangent.png");
    render(`--size=${2 * side}`, "--set=normal.space=object", "-o", "normal=object.png");
    render(`--size=${2 * side}`, "--normal-strength=0", "-o", "normal=flat.png");
    const names = [...faces, "whole", "tangent", "object", "flat"];
    const urlOf = (name) => `data:image/png;base64,${readFileSync(join(folder, `${name}.png`), "base64")}`;
    return Object.fromEntries(names.map((name) => [name, urlOf(name)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function libraryIn(modules) {
  const { build } = createRequire(`${modules}/`)("esbuild");
  const stdin = { contents: 'export * from "three"', resolveDir: modules };
  const options = { bundle: true, format: "iife", globalName: "THREE", legalComments: "none", write: false };
  return (await build({ stdin, ...options })).outputFiles[0].text;
}

// Runs in the browser before the others.
function prepare() {
  const { THREE } = window;
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  window.scene = new THREE.Scene();
  window.pixelsOf = (drawn, side) => {
    const context = new OffscreenCanvas(side, side).getContext("2d");
    context.drawImage(drawn, 0, 0);
    return context.getImageData(0, 0, side, side).data.filter((_, i) => i % 4 !== 3);
  };
  window.shown = (camera, side) => {
    renderer.setSize(side, side);
    renderer.render(window.scene, camera);
    return window.pixelsOf(renderer.domElement, side);
  };
  // In: lists of pictures.
  window.difference = (all, others) => {
    const steps = all.flatMap((bytes, k) => Array.from(bytes, (byte, i) => Math.abs(byte - others[k][i])));
    const [sum, maximum] = steps.reduce(([a, b], step) => [a + step, Math.max(b, step)], [0, 0]);
    return { mean: sum / steps.length, maximum };
  };
}

// Runs in the browser. What a viewer in the middle sees is each face in turn, with its pixels.
async function skies(urls, names, side) {
  const { THREE, scene, shown, pixelsOf, difference } = window;
  const camera = new THREE.PerspectiveCamera(90, 1);
  const views = () =>
    names.map(([sign, axis]) => {
      const way = sign === "p" ? 1 : -1;
      camera.up.set(0, axis === "y" ? 0 : 1, axis === "y" ? -way : 0);
      camera.lookAt(axis === "x" ? -way : 0, axis === "y" ? way : 0, axis === "z" ? way : 0);
      return shown(camera, side);
    });
  const blobOf = async (name) => (await fetch(urls[name])).blob();
  const fileOf = async (name) => pixelsOf(await createImageBitmap(await blobOf(name)), side);
  const files = await Promise.all(names.map(fileOf));
  const cube = await new THREE.CubeTextureLoader().loadAsync(names.map((name) => urls[name]));
  const whole = await new THREE.TextureLoader().loadAsync(urls.whole);
  cube.colorSpace = whole.colorSpace = THREE.SRGBColorSpace;
  cube.magFilter = cube.minFilter = THREE.NearestFilter;
  whole.mapping = THREE.EquirectangularReflectionMapping;
  scene.background = cube;
  const results = { cube: difference(views(), files) };
  scene.background = whole;
  results.unturned = difference(views(), files);
  scene.backgroundRotation.y = -Math.PI / 2;
  return { ...results, turned: difference(views(), files) };
}

// Runs in the browser. A globe from all sides and above both poles.
async function globes(urls) {
  const { THREE, scene, shown, difference } = window;
  scene.background = null;
  const geometry = new THREE.SphereGeometry(1, 256, 128).rotateY(-Math.PI / 2);
  geometry.computeTangents();
  const camera = new THREE.PerspectiveCamera(40, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 3);
  const viewsOf = async (name, normalMapType) => {
    const normalMap = await new THREE.TextureLoader().loadAsync(urls[name]);
    const globe = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ normalMap, normalMapType }));
    scene.clear().add(globe, sun, new THREE.AmbientLight(0xffffff, 0.1));
    return [0, 90, 180, 270, 45, 45].map((degrees, k) => {
      const longitude = (degrees * Math.PI) / 180;
      camera.position.setFromSphericalCoords(3, [1.3, 1.3, 1.3, 1.3, 0.2, 2.9][k], longitude);
      camera.lookAt(0, 0, 0);
      sun.position.setFromSphericalCoords(1, 1.2, longitude + 0.8);
      return shown(camera, 256);
    });
  };
  const tangent = await viewsOf("tangent", THREE.TangentSpaceNormalMap);
  const object = await viewsOf("object", THREE.ObjectSpaceNormalMap);
  const flat = await viewsOf("flat", THREE.TangentSpaceNormalMap);
  return { normals: difference(tangent, object), relief: difference(tangent, flat) };
}

export async function three(page, check, { cobble, modules }) {
  await page.goto("about:blank");
  await page.addScriptTag({ content: await libraryIn(modules) });
  await page.evaluate(prepare);
  const urls = pictures(cobble);
  const { cube, turned, unturned } = await page.evaluate(skies, urls, faces, side);
  const { normals, relief } = await page.evaluate(globes, urls);
  const text = ({ mean, maximum }) => `${mean.toFixed(2)}, at most ${maximum}`;
  check(`a cube texture has the faces' bytes: ${text(cube)}`, cube.maximum <= 1);
  // Filters at coasts; three.js makes a cube of it.
  check(`an equirectangular one shows the same world: ${text(turned)}`, turned.mean < 3.5);
  check(`once it is turned: ${text(unturned)}`, unturned.mean > 30);
  // Filters at a pole.
  check(`normals in both spaces: ${text(normals)}`, normals.mean < 0.5 && normals.maximum < 90);
  check(`which show a relief: ${text(relief)}`, relief.mean > 3);
}
