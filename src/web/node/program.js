// Comes before the code that emscripten writes for the command, in the scope of that code.

// Emscripten would fetch the module from a URL.
var fetch;

Module['preRun'] = function () {
  // Emscripten writes a byte for each character.
  for (const name of Object.keys(process.env))
    ENV[name] = Buffer.from(process.env[name]).toString('latin1');
};

// The command runs on another thread, so that this one can receive signals.
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
  // Emscripten would exit with a number.
  process.on('exit', function () {
    if (received !== '') die();
  });
};
