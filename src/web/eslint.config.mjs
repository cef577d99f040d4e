// The rules for TypeScript and JavaScript here and in tests, which scripts/lint checks by the tools
// of scripts/web-tools.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tools = createRequire(`${root}build/npm/`);
const globals = tools("globals");
const js = tools("@eslint/js");
const ts = tools("typescript-eslint");

const unused = ["error", { argsIgnorePattern: "^_" }];

export default ts.config(
  // Not JavaScript until emscripten has filled in parts.
  { ignores: ["build/**", "src/web/node/files.js", "src/web/node/program.js"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: { "no-unused-vars": unused, "no-loss-of-precision": "off" }, // constants of standards
  },
  { files: ["**/*.js"], languageOptions: { sourceType: "commonjs" } },
  {
    files: ["**/*.ts"],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      "@typescript-eslint/no-unused-vars": unused,
      // Event listeners may be asynchronous: nobody waits for them.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      // Values of JSON become text where a table says what type they have.
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
      // Functions that are taken out of objects do not use "this".
      "@typescript-eslint/unbound-method": "off",
      // Node's types are not found here; tsc has them.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
    },
  },
);
