// Prints the issues that Khronos's glTF validator finds in a file, one per line, and then the
// file's contents. Exits with 3 if the validator is not installed (scripts/setup installs it).
//   node validate_gltf.js FILE
const fs = require('fs');

function loadValidator() {
  const folders = ['', '/usr/lib/node_modules/', '/usr/local/lib/node_modules/'];
  for (const folder of folders) {
    try {
      return require(`${folder}gltf-validator`);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  process.exit(3);
}

const validator = loadValidator();
validator.validateBytes(new Uint8Array(fs.readFileSync(process.argv[2]))).then((report) => {
  for (const issue of report.issues.messages)
    console.log(`${issue.code} ${issue.pointer || ''} ${issue.message}`);
  const {totalTriangleCount, totalVertexCount, resources} = report.info;
  const images = resources.filter((resource) => resource.image).length;
  console.log(`${totalTriangleCount} triangles, ${totalVertexCount} vertices, ${images} images`);
});
