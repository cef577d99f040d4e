// Comes before the code that emscripten writes for the command, in the scope of that code.

// Emscripten would fetch the module from a URL.
var fetch;

Module['preRun'] = function () {
  Object.assign(ENV, process.env);
};

Module['onRuntimeInitialized'] = function () {
  // Emscripten takes the standard streams for terminals.
  for (var fd = 0; fd < 3; fd++) FS.streams[fd].tty = require('tty').isatty(fd);
  // The command runs on another thread, so that this one can receive signals.
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.once(signal, function () {
      Module['asm']['_ZN6cobble17RemoveHiddenNamesEv']();
      process.kill(process.pid, signal);
    });
  });
};
