// Prints the size and the position of the height field that MuJoCo reads from a model, and then its
// heights in metres, a row a line from the largest y down. Exits with 3 if mujoco-js is not installed
// (scripts/setup installs it).
//   node read_mujoco.mjs NAME.xml
import fs from 'fs';
import path from 'path';
import {pathToFileURL} from 'url';

async function loadMujoco() {
  for (const folder of ['/usr/lib/node_modules', '/usr/local/lib/node_modules']) {
    const file = path.join(folder, 'mujoco-js/dist/mujoco_wasm.js');
    if (fs.existsSync(file)) return (await import(pathToFileURL(file))).default();
  }
  return process.exit(3);
}

const mujoco = await loadMujoco();
const file = process.argv[2];
for (const each of [file, file.replace(/\.xml$/, '.hf')])
  mujoco.FS.writeFile('/' + path.basename(each), fs.readFileSync(each));
const model = mujoco.MjModel.loadFromXML('/' + path.basename(file));
const [rows, columns] = [model.hfield_nrow[0], model.hfield_ncol[0]];
const size = [...model.hfield_size], position = [...model.geom_pos];
console.log(rows, columns, ...size.slice(0, 3), ...position);
for (let row = rows - 1; row >= 0; --row) {
  const heights = Array.from({length: columns}, (_, column) =>
    position[2] + size[2] * model.hfield_data[row * columns + column]);
  console.log(heights.join(' '));
}
