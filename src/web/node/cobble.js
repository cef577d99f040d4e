#!/usr/bin/env node
// The command. Emscripten's code takes the name of its own file for the program's.
require('./program.js');
