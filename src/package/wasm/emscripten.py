# The configuration of emscripten: Debian's, with clang 16 instead of 14, and with the JavaScript
# packages of Debian, which link modules with threads. Clang 14 catches no exceptions in such modules.
# Clang 15 cannot be used: where it loads a number into all lanes of a vector (v128.load64_splat), stores
# that come later may come first. Clang 19 expects other functions for setjmp than emscripten 3.1.6 has.
EMSCRIPTEN_ROOT = "/usr/share/emscripten"
LLVM_ROOT = "/usr/bin"
LLVM_ADD_VERSION = CLANG_ADD_VERSION = "16"
BINARYEN_ROOT = "/usr"
NODE_JS = ["/usr/bin/env", "NODE_PATH=/usr/share/nodejs", "node"]
FROZEN_CACHE = True  # the libraries are those that come with it
