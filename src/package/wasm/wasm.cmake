# The two WebAssembly modules, which have the same code. They are linked with -O1: from -O2 on,
# wasm-opt takes a minute per program and makes it no faster, and 1 % smaller with xz.
#
# cobble.wasm: the C interface, for browsers and all other hosts. It has no threads and no files;
# its imports may be functions that return 0.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/cobble/cobble_c.h functions REGEX "^COBBLE_EXPORT ")
list(TRANSFORM functions REPLACE "^.*[ *](cobble_[a-z_]+)[(].*$" "_\\1")
list(APPEND functions _malloc _free)
list(JOIN functions "," functions)
add_executable(cobble_module ${COBBLE_OBJECTS})
set_target_properties(cobble_module PROPERTIES OUTPUT_NAME cobble SUFFIX .wasm LINKER_LANGUAGE CXX)
target_link_libraries(cobble_module PRIVATE ${COBBLE_LINKED})
target_link_options(cobble_module PRIVATE
  -O1 --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=1MB -sEXPORTED_FUNCTIONS=${functions})
# The compiler's options have -pthread, which makes a module's memory shared.
target_link_options(cobble_module PRIVATE -sUSE_PTHREADS=0)

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
