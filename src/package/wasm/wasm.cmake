# What is compiled to WebAssembly. All is linked with -O1: from -O2 on, wasm-opt takes a minute per
# program and makes it no faster, and 1 % smaller with xz.
#
# The C interface, for browsers and all other hosts. It has no threads and no files; its imports may
# be functions that return 0. There are two modules, which compute the same bits:
# - cobble.wasm, for all hosts;
# - cobble-fused.wasm, two to four times as fast, whose vector code has relaxed SIMD. It is only for
#   hosts where this rounds a fused multiply-add once, as src/web/module/fused.ts finds out.
#
# Vector code comes last, after all libraries. So the indices of all other functions are the same in
# both modules, which together take little more room than one, compressed.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/cobble/cobble_c.h functions REGEX "^COBBLE_EXPORT ")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/cobble/cobble_c.h)
list(TRANSFORM functions REPLACE "^.*[ *](cobble_[a-z_]+)[(].*$" "_\\1")
list(APPEND functions _malloc _free)
list(JOIN functions "," functions)

set(vector_sources ${COBBLE_SOURCES})
list(FILTER vector_sources INCLUDE REGEX "/src/(output|render)/")
cobble_filter_vector_code(vector_sources)
list(JOIN vector_sources "|" of_vectors)
string(REPLACE ${PROJECT_SOURCE_DIR} "" of_vectors "${of_vectors}")
# Emscripten's own, in its order (em++ -v shows it): it would link them after all others.
set(system_libraries -lstandalonewasm-memgrow -lstubs -lnoexit -lc -ldlmalloc -lcompiler_rt
  -lc++-except -lc++abi-except -lunwind-except -lsockets)

function(cobble_add_module target name) # vector objects...
  add_library(${target}_vectors STATIC ${ARGN})
  set_target_properties(${target}_vectors PROPERTIES LINKER_LANGUAGE CXX)
  add_executable(${target} $<FILTER:$<TARGET_OBJECTS:cobble_hot_objects>,EXCLUDE,${of_vectors}>
    $<TARGET_OBJECTS:cobble_recipe_objects> $<TARGET_OBJECTS:cobble_command_objects>)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PRIVATE ${COBBLE_LINKED} ${system_libraries} ${target}_vectors)
  # The compiler's options have -pthread, which makes a module's memory shared. Without WASM_BIGINT
  # and --strip-all, Emscripten rewrites the module with Debian's binaryen, which does not know
  # relaxed SIMD.
  target_link_options(${target} PRIVATE -O1 --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH
    -sTOTAL_STACK=1MB -sEXPORTED_FUNCTIONS=${functions} -sUSE_PTHREADS=0 -sWASM_BIGINT
    -Wl,--strip-all)
endfunction()
cobble_add_module(cobble_module cobble ${COBBLE_KERNEL_OBJECTS}
  $<FILTER:$<TARGET_OBJECTS:cobble_hot_objects>,INCLUDE,${of_vectors}>)

cobble_add_kernels(cobble_kernels_fused -mrelaxed-simd)
cobble_add_objects(cobble_vectors_fused ${vector_sources})
target_compile_options(cobble_vectors_fused PRIVATE -mrelaxed-simd)
target_precompile_headers(cobble_vectors_fused PRIVATE ${COBBLE_COMMON_HEADERS})
cobble_add_module(cobble_module_fused cobble-fused
  $<TARGET_OBJECTS:cobble_kernels_fused> $<TARGET_OBJECTS:cobble_vectors_fused>)

# For Node: a program with threads and the system's files.
function(cobble_node_program target)
  set(pre_js ${PROJECT_SOURCE_DIR}/src/web/node/program.js)
  set(js_library ${PROJECT_SOURCE_DIR}/src/web/node/files.js)
  set_target_properties(${target} PROPERTIES SUFFIX .js LINK_DEPENDS "${pre_js};${js_library}")
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/platform/wasm/entry.cpp)
  target_include_directories(${target} SYSTEM PRIVATE ${COBBLE_LIBRARIES}/include) # for libcxx13.h
  target_link_options(${target} PRIVATE -O1 -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
    -sPROXY_TO_PTHREAD -sEXIT_RUNTIME -sTOTAL_STACK=1MB -sDEFAULT_PTHREAD_STACK_SIZE=1MB
    -sENVIRONMENT=node,worker -Wno-pthreads-mem-growth --pre-js ${pre_js} --js-library ${js_library}
    -sEXPORTED_FUNCTIONS=_main,_ReceiveSignal)
endfunction()

# The parts of Emscripten that are linked: musl, libc++ and compiler-rt.
if(EXISTS /usr/share/doc/emscripten/copyright)
  file(COPY_FILE /usr/share/doc/emscripten/copyright ${COBBLE_LIBRARIES}/../licenses/emscripten.txt
    ONLY_IF_DIFFERENT)
endif()
