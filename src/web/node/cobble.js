#!/usr/bin/env node
// The command. What emscripten writes takes the name of its own file for that of the program.
require('./program.js');
