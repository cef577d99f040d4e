// Inserted before emscripten's code for the command, in its scope.

// Otherwise emscripten would fetch the module from a URL.
var fetch;

Module['preRun'] = function () {
  // Emscripten writes one byte per character.
  for (const name of Object.keys(process.env))
    ENV[name] = Buffer.from(process.env[name]).toString('latin1');
};

// The command runs on another thread, so that this thread can receive signals.
Module['onRuntimeInitialized'] = function () {
  const numbers = require('os').constants.signals;
  let received = '';
  const die = function () {
    process.removeAllListeners(received);
    process.kill(process.pid, received);
  };
  const kEnding = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'];
  for (const signal of kEnding)
    process.on(signal, function () {
      received = signal;
      try {
        if (Module['_ReceiveSignal'](numbers[signal])) return;
      } catch (status) {
        if (!(status instanceof ExitStatus)) throw status;
      }
      die();
    });
  // Emscripten would exit with a number instead.
  process.on('exit', function () {
    if (received !== '') die();
  });
};
