# Cross-compiles for WebAssembly with SIMD128, using Debian's emscripten, whose libc++ is version
# 13. COBBLE_LIBRARIES is the prefix that scripts/libraries installs to.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES COBBLE_LIBRARIES)
set(EMSCRIPTEN_SYSTEM_PROCESSOR wasm32)
set(ENV{EM_CONFIG} ${CMAKE_CURRENT_LIST_DIR}/emscripten.py) # the next file asks it for the version
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
# Code for threads also runs in modules without them. Kernels have -O2 (CMakeLists.txt); other code
# is as fast with -Os, and smaller.
set(flags "--em-config ${CMAKE_CURRENT_LIST_DIR}/emscripten.py -msimd128 -fwasm-exceptions -pthread")
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_INIT ${flags})
  set(CMAKE_${language}_FLAGS_RELEASE "-Os -DNDEBUG" CACHE STRING "")
endforeach()
list(APPEND CMAKE_FIND_ROOT_PATH ${COBBLE_LIBRARIES})
set(ENV{PKG_CONFIG_LIBDIR} ${COBBLE_LIBRARIES}/lib/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR node)
# For libjpeg-turbo and libtiff: check_type_size cannot read the size of a type from a module.
foreach(size SIZE_T SIZEOF_SIZE_T)
  set(HAVE_${size} TRUE CACHE INTERNAL "")
  set(${size} 4 CACHE INTERNAL "")
endforeach()
# Answers to the libraries' checks. Each check would link a program; together they would take longer
# than compiling the libraries.
foreach(yes CMAKE_HAVE_LIBC_PTHREAD CMath_HAVE_LIBC_POW C_FLAG_Wall C_FLAG_Wdisabled_optimization
    C_FLAG_Wformat_security C_FLAG_Winline C_FLAG_Wno_unknown_pragmas C_FLAG_Wpointer_arith
    C_FLAG_fstrict_aliasing HAS_NULLPTR_WARNING HAVE_ASSERT_H HAVE_DECL_OPTARG HAVE_FCNTL_H HAVE_GETOPT
    HAVE_GL_GLUT_H HAVE_GL_GLU_H HAVE_GL_GL_H HAVE_LD_VERSION_SCRIPT HAVE_LIB_M HAVE_MMAP HAVE_STDDEF_H
    HAVE_STDINT_H HAVE_STRINGS_H HAVE_SYS_TIME_H HAVE_SYS_TYPES_H HAVE_UNISTD_H HAVE_VERSION_SCRIPT
    IEX_HAVE_UCONTEXT_H ILMTHREAD_HAVE_SEMAPHORE_H INLINE_WORKS OPENEXR_IMF_HAVE_SYSCONF_NPROCESSORS_ONLN
    has_std_0x_flag has_std_11_flag)
  set(${yes} 1 CACHE INTERNAL "")
endforeach()
foreach(no HAVE_GLUT_GLUT_H HAVE_IO_H HAVE_JPEGTURBO_DUAL_MODE_8_12 HAVE_OPENGL_GLU_H HAVE_OPENGL_GL_H
    HAVE_SETMODE IEX_HAVE_CONTROL_REGISTER_SUPPORT IEX_HAVE_SIGCONTEXT_H
    OPENEXR_IMF_HAVE_GCC_INLINE_ASM_AVX)
  set(${no} "" CACHE INTERNAL "")
endforeach()
