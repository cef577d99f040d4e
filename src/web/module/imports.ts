// What a module imports. It needs nothing from the system: no files, clocks or arguments. But the C
// libraries that read pictures use longjmp after an error, which needs the host: the module makes
// such calls through invoke_..., and setThrew tells it that one ended by longjmp.

type Call = (...values: (number | bigint)[]) => number;

/** What longjmp throws, up to the nearest invoke_... */
const jump = Symbol("longjmp");

/** In: exports, returns the module's exports; it is called once they exist. */
export function importsOf(
  module: WebAssembly.Module,
  exports: () => WebAssembly.Exports,
): WebAssembly.Imports {
  const call = (name: string): Call => exports()[name] as Call;
  const invoke: Call = (index, ...values) => {
    const stack = call("stackSave")();
    try {
      const table = exports()["__indirect_function_table"] as WebAssembly.Table;
      return (table.get(Number(index)) as Call)(...values);
    } catch (thrown) {
      if (thrown !== jump) throw thrown;
      call("stackRestore")(stack);
      call("setThrew")(1, 0);
      return 0;
    }
  };
  let high = 0; // the second result of setjmp
  const known: Record<string, Call> = {
    getTempRet0: () => high,
    setTempRet0: (value) => (high = Number(value)),
    _emscripten_throw_longjmp: () => {
      throw jump; // eslint-disable-line @typescript-eslint/only-throw-error -- caught by invoke_
    },
  };
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = known[name] ?? (name.startsWith("invoke_") ? invoke : () => 0);
  return imports;
}
