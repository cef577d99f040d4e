# The SIMD levels of a build, and the kernels: each kernels_*.cpp is compiled once per level, into
# the objects cobble_kernels_LEVEL. Included by CMakeLists.txt.
#
# Sets COBBLE_SIMD_LEVELS, COBBLE_KERNEL_OBJECTS and COBBLE_SIMD_DEFINITIONS. The definitions are
# for sources that Highway compiles for all levels (hwy/foreach_target.h), or that list the levels.

# By level, fastest first: Highway's target, and the macros with which the compiler says that the
# machine has its instructions (see SupportedTargets in core/simd_level.cpp).
set(simd_levels avx3 avx2 sse4 scalar)
set(simd_target_avx3 HWY_AVX3)
set(simd_target_avx2 HWY_AVX2)
set(simd_target_sse4 HWY_SSE4)
set(simd_target_scalar HWY_SCALAR)
set(simd_macros_sse4 __SSE4_1__ __SSE4_2__ __AES__ __PCLMUL__)
set(simd_macros_avx2 ${simd_macros_sse4} __AVX2__ __BMI__ __BMI2__ __FMA__ __F16C__ __LZCNT__)
set(simd_macros_avx3 ${simd_macros_avx2}
  __AVX512F__ __AVX512VL__ __AVX512DQ__ __AVX512BW__ __AVX512CD__)
set(simd_macros_scalar "")

# Other processors have one level. aarch64 has NEON: otherwise Highway also compiles for SVE, whose
# vectors cannot be class members, and g++ cannot inline functions with target attributes.
set(COBBLE_SIMD_DEFINITIONS "")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(COBBLE_SIMD_DEFINITIONS TOOLCHAIN_MISS_SYS_AUXV_H)
endif()
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(COBBLE_SIMD_LEVELS only)
elseif(COBBLE_SIMD STREQUAL "all")
  set(COBBLE_SIMD_LEVELS ${simd_levels})
elseif(COBBLE_SIMD STREQUAL "native")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++ - INPUT_FILE /dev/null
    OUTPUT_VARIABLE native_macros ERROR_QUIET)
  foreach(level IN LISTS simd_levels)
    set(is_native ON)
    foreach(macro IN LISTS simd_macros_${level})
      if(NOT native_macros MATCHES "#define ${macro} ")
        set(is_native OFF)
      endif()
    endforeach()
    if(is_native)
      set(COBBLE_SIMD_LEVELS ${level} scalar)
      break()
    endif()
  endforeach()
else()
  set(COBBLE_SIMD_LEVELS ${COBBLE_SIMD} scalar)
endif()
list(REMOVE_DUPLICATES COBBLE_SIMD_LEVELS)

if(NOT COBBLE_SIMD_LEVELS STREQUAL "only")
  set(disabled HWY_SSSE3)
  set(lacked ${simd_levels})
  list(REMOVE_ITEM lacked ${COBBLE_SIMD_LEVELS})
  foreach(level IN LISTS lacked)
    string(APPEND disabled "|${simd_target_${level}}")
  endforeach()
  list(APPEND COBBLE_SIMD_DEFINITIONS HWY_DISABLED_TARGETS=${disabled})
endif()

file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/noise/kernels_*.cpp)
# False positives of g++ 12 inside intrinsics, which precompiled headers do not hide.
set(kernel_options $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
if(EMSCRIPTEN)
  set(kernel_options -O2)
elseif(COBBLE_SANITIZE STREQUAL "address-undefined")
  # Instrumenting Highway's thousands of small functions makes kernels slow to compile. Calling the
  # checks instead of inlining them cuts the time to a sixth (cell noise, AVX2: from 112 s to 17 s).
  # Pointer and reference checks are off; the address sanitizer detects invalid accesses anyway.
  set(kernel_options
    -O2 -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr,bool,enum,return,unreachable)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    list(APPEND kernel_options "SHELL:-mllvm -asan-instrumentation-with-call-threshold=0")
  endif()
endif()

# Adds the kernels, compiled with the given options.
function(cobble_add_kernels target) # options...
  cobble_add_objects(${target} ${kernels})
  target_compile_options(${target} PRIVATE ${kernel_options} ${ARGN})
  target_compile_definitions(${target} PRIVATE HWY_COMPILE_ONLY_STATIC)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <cstddef> <cstdint> <type_traits> <core/simd-inl.h>)
endfunction()

set(COBBLE_KERNEL_OBJECTS "")
foreach(level IN LISTS COBBLE_SIMD_LEVELS)
  set(target cobble_kernels_${level})
  cobble_add_kernels(${target})
  if(level STREQUAL "scalar" AND NOT COBBLE_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>) # its code need not be fast
  endif()
  if(level STREQUAL "only")
    target_compile_definitions(${target} PRIVATE ${COBBLE_SIMD_DEFINITIONS})
  elseif(simd_target_${level})
    target_compile_definitions(${target} PRIVATE
      HWY_DISABLED_TARGETS=HWY_SSSE3 HWY_BASELINE_TARGETS=${simd_target_${level}})
  else()
    message(FATAL_ERROR "COBBLE_SIMD must be all, native or a list of ${simd_levels}, not ${COBBLE_SIMD}")
  endif()
  list(APPEND COBBLE_KERNEL_OBJECTS $<TARGET_OBJECTS:${target}>)
endforeach()
