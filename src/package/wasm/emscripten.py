# The configuration of emscripten: Debian's, with clang 15 instead of 14, which catches no exceptions in
# modules with threads, and with the JavaScript packages of Debian, which link such modules.
EMSCRIPTEN_ROOT = "/usr/share/emscripten"
LLVM_ROOT = "/usr/bin"
LLVM_ADD_VERSION = CLANG_ADD_VERSION = "15"
BINARYEN_ROOT = "/usr"
NODE_JS = ["/usr/bin/env", "NODE_PATH=/usr/share/nodejs", "node"]
FROZEN_CACHE = True  # the libraries are those that come with it
