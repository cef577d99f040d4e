# Cross-compiles for Windows x86-64 with Debian's clang 19 and mingw-w64's headers and libstdc++.
# (g++ for mingw-w64 does not align AVX vectors on the stack: its bug 54412.) COBBLE_LIBRARIES is
# the prefix that scripts/libraries installs to.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES COBBLE_LIBRARIES)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(triple x86_64-w64-mingw32)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET ${triple})
  set(CMAKE_${language}_FLAGS_INIT "-pthread -D_WIN32_WINNT=0x0A00 -isystem ${COBBLE_LIBRARIES}/clang")
endforeach()
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_RC_COMPILER ${triple}-windres)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# GNU ld, since lld drops the unwind tables of the functions in Debian's stripped libstdc++ archive:
# exceptions that pass through its streams would end the program. GNU ld warns of sections that
# clang and g++ give different sizes.
set(linker_flags "-fuse-ld=bfd -Wl,--no-warnings -static -pthread")
set(CMAKE_EXE_LINKER_FLAGS_INIT ${linker_flags})
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${linker_flags})
set(CMAKE_MODULE_LINKER_FLAGS_INIT ${linker_flags})
set(CMAKE_CROSSCOMPILING_EMULATOR wine64)

set(CMAKE_FIND_ROOT_PATH /usr/${triple} ${COBBLE_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${COBBLE_LIBRARIES}/lib/pkgconfig)
