// Reads arrays of Zarr stores with zarrita: writes the samples of each in STORE.MAP-LEVEL, channels
// interleaved, and prints a line of JSON about it. Exits with 3 if zarrita is not installed
// (scripts/setup installs it).
//   node read_zarr.mjs VERSION STORE MAP/LEVEL [STORE MAP/LEVEL...]
import fs from 'fs';
import path from 'path';
import {pathToFileURL} from 'url';

async function loadZarrita() {
  for (const folder of ['/usr/lib/node_modules', '/usr/local/lib/node_modules']) {
    const file = path.join(folder, 'zarrita/dist/src/index.js');
    if (fs.existsSync(file)) return import(pathToFileURL(file));
  }
  return process.exit(3);
}

const zarr = await loadZarrita();
const [version, ...names] = process.argv.slice(2);
const open = version === '2' ? zarr.open.v2 : zarr.open.v3;
for (let at = 0; at < names.length; at += 2) {
  const [store, name] = names.slice(at, at + 2);
  const files = {
    get: async (key) => {
      const file = store + key;
      return fs.existsSync(file) ? new Uint8Array(fs.readFileSync(file)) : undefined;
    },
  };
  const listed = await zarr.withConsolidatedMetadata(files, {format: 'v' + version});
  const root = zarr.root(listed);
  const map = await open(root.resolve(path.dirname(name)), {kind: 'group'});
  const array = await open(root.resolve(name), {kind: 'array'});
  const {data, shape} = await zarr.get(array);
  const pixels = shape.slice(-2).reduce((a, b) => a * b), channels = data.length / pixels;
  const mixed = data.map((_, k) => data[(k % channels) * pixels + Math.floor(k / channels)]);
  fs.writeFileSync(`${store}.${name.replace('/', '-')}`, mixed);
  console.log(JSON.stringify({
    nodes: listed.contents().map(({path: node, kind}) => `${kind} ${node}`).sort(),
    attributes: map.attrs, axes: array.dimensionNames, shape, chunks: array.chunks,
  }));
}
