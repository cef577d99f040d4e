# Cross-compiles for WebAssembly with SIMD128: Debian's emscripten, whose libc++ is version 13.
# COBBLE_LIBRARIES is the prefix that scripts/libraries installs to.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES COBBLE_LIBRARIES)
set(EMSCRIPTEN_SYSTEM_PROCESSOR wasm32)
set(ENV{EM_CONFIG} ${CMAKE_CURRENT_LIST_DIR}/emscripten.py) # of which the next file asks the version
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
# Code for threads also runs in modules without them. Kernels have -O2 (CMakeLists.txt); the rest is as
# fast with -Os, and smaller.
set(flags "--em-config ${CMAKE_CURRENT_LIST_DIR}/emscripten.py -msimd128 -fwasm-exceptions -pthread")
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_INIT ${flags})
  set(CMAKE_${language}_FLAGS_RELEASE "-Os -DNDEBUG" CACHE STRING "")
endforeach()
list(APPEND CMAKE_FIND_ROOT_PATH ${COBBLE_LIBRARIES})
set(ENV{PKG_CONFIG_LIBDIR} ${COBBLE_LIBRARIES}/lib/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR node)
# Of libjpeg-turbo and libtiff: check_type_size cannot read the size of a type from a module.
foreach(size SIZE_T SIZEOF_SIZE_T)
  set(HAVE_${size} TRUE CACHE INTERNAL "")
  set(${size} 4 CACHE INTERNAL "")
endforeach()
