// Prints each place where a PowerShell script breaks tree-sitter-powershell's grammar, one per
// line. Exits with 3 if the grammar is not installed (scripts/setup installs it).
//   node --liftoff-only parse_powershell.js FILE
// Without the option, node takes ten seconds to compile the grammar.
const fs = require('fs');

function find(module) {
  try {
    return require.resolve(module, {paths: [__dirname, '/usr/lib', '/usr/local/lib']});
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    process.exit(3);
  }
}

function report(node) {
  if (node.isError || node.isMissing)
    console.log(`line ${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`);
  for (const child of node.children) if (child.hasError) report(child);
}

async function main() {
  const {Parser, Language} = require(find('web-tree-sitter'));
  const grammar = find('tree-sitter-powershell/tree-sitter-powershell.wasm');
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  report(parser.parse(fs.readFileSync(process.argv[2], 'utf8')).rootNode);
}

main();
