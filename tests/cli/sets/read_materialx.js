// Prints what MaterialX's own library says of a document: whether it is valid, and for each material
// its name, the node of its surface and the pictures that a shader for it reads. Exits with 3 if
// @needle-tools/materialx is not installed (scripts/setup installs it).
//   node read_materialx.js FILE.mtlx
const fs = require('fs');
const path = require('path');

function loadMaterialX() {
  for (const root of ['/usr/lib/node_modules', '/usr/local/lib/node_modules']) {
    const folder = path.join(root, '@needle-tools/materialx/bin');
    const file = path.join(folder, 'JsMaterialXGenShader.js');
    if (!fs.existsSync(file)) continue;
    const source = fs.readFileSync(file, 'utf8').replace(/export default [^;]*;\s*$/, '');
    const script = {exports: {}};
    const names = ['module', 'exports', 'require', '__filename', '__dirname'];
    new Function(...names, source)(script, script.exports, require, file, folder);
    const locateFile = (name) => path.join(folder, name.replace(/\.data$/, '.data.txt'));
    return script.exports({locateFile});
  }
  return process.exit(3);
}

async function main() {
  const mx = await loadMaterialX();
  const generator = mx.EsslShaderGenerator.create();
  const context = new mx.GenContext(generator);
  const library = mx.loadStandardLibraries(context);
  const document = mx.createDocument();
  document.setDataLibrary(library);
  await mx.readFromXmlString(document, fs.readFileSync(process.argv[2], 'utf8'), '');
  console.log(document.validate() ? 'valid' : 'invalid');
  for (const material of document.getMaterialNodes()) {
    const surface = material.getInput('surfaceshader').getConnectedNode();
    const shader = generator.generate(material.getName(), material, context);
    const code = shader.getSourceCode('pixel');
    const pictures = code.match(/uniform sampler2D \w+_file;/g) ?? [];
    console.log(material.getName(), surface.getCategory(), pictures.length, 'pictures');
  }
}

main().catch((error) => {
  console.log(error.message ?? error);
  process.exit(1);
});
