// Prints the faults that the schema finds in a Kubernetes Job, one per line. Exits with 3 if the
// npm package kubernetes-models is not installed (scripts/setup installs it).
//   node validate_job.js FILE.json
const fs = require('fs');

function loadValidate() {
  const folders = ['', '/usr/lib/node_modules/', '/usr/local/lib/node_modules/'];
  for (const folder of folders) {
    try {
      return require(`${folder}kubernetes-models/_schemas/IoK8sApiBatchV1Job.js`).validate;
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  process.exit(3);
}

// The schema allows unknown fields, but the validator reads only fields that it knows. Returns
// `value` in proxies that remove from `unread` the paths that are read.
function watched(value, path, unread) {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of Object.keys(value)) {
    unread.add(`${path}/${key}`);
    value[key] = watched(value[key], `${path}/${key}`, unread);
  }
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`);
      return target[key];
    },
  });
}

const validate = loadValidate();
const unread = new Set();
const job = watched(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')), '', unread);
if (!validate(job))
  for (const {instancePath, keyword, params} of validate.errors)
    console.log(`${instancePath}: ${keyword} ${JSON.stringify(params)}`);
else
  for (const path of unread) console.log(`${path}: unknown field`);
