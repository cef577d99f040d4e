# Tests of scripts, packages, the Python module and the library in other projects, on the machine
# that builds them. Included by CMakeLists.txt.

# Cross-compiled tests need the emulator, here env, to be listed and run.
set(discovery "discover_tests: tests are listed and run by the emulator")
set(emulated ${CMAKE_CURRENT_BINARY_DIR}/emulated.ctest.cmake)
add_test(NAME ${discovery} COMMAND sh -c "\"$@\" && grep -F '[==[env]==] [==[COBBLE_EMULATED=1]==]' '${emulated}'"
  sh ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:extension_test> "-DEMULATOR=env;COBBLE_EMULATED=1"
  -D LABEL=extension -D TESTS=${CMAKE_CURRENT_SOURCE_DIR} -D TIMEOUT=${COBBLE_TEST_SECONDS}
  -D OUTPUT=${emulated} -P ${CMAKE_CURRENT_SOURCE_DIR}/discover_tests.cmake)
set_tests_properties(${discovery} PROPERTIES LABELS extension)

add_test(NAME "lint-rules: includes, files and words follow the project's rules"
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/lint-rules)
set_tests_properties("lint-rules: includes, files and words follow the project's rules"
  PROPERTIES LABELS unit)
add_test(NAME "lint-links: every link in the documents leads to a file and a heading that exist"
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/lint-links)
set_tests_properties("lint-links: every link in the documents leads to a file and a heading that exist"
  PROPERTIES LABELS unit)
add_test(NAME "noise/kernels: no SIMD level has more than 160"
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/count-kernels $<TARGET_FILE:cobble_internal>)
set_tests_properties("noise/kernels: no SIMD level has more than 160" PROPERTIES LABELS unit)

# Its initialiser would take longer than the rest of the program's start.
if(NOT COBBLE_LINKS_HIGHWAY)
  add_test(NAME "core/simd: the program does not load Highway's library" COMMAND ldd $<TARGET_FILE:cobble>)
  set_tests_properties("core/simd: the program does not load Highway's library" PROPERTIES
    LABELS unit PASS_REGULAR_EXPRESSION "libpng" FAIL_REGULAR_EXPRESSION "libhwy")
endif()

# The library in other projects. The second test alone recompiles it, and the program without its
# optional parts, as for the browser: a minute on two cores. Skipped with sanitizers, since the
# other project would need the same flags.
if(COBBLE_INSTALL AND NOT COBBLE_SANITIZE)
  set(subdirectory_test
    "package/subdirectory: within a project, with its public names, and without optional libraries")
  add_test(NAME "package/installed: it is found by find_package and by pkg-config"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/example/run installed ${PROJECT_BINARY_DIR})
  add_test(NAME ${subdirectory_test}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/example/run subdirectory ${PROJECT_SOURCE_DIR})
  set(csharp_test "package/csharp: a program in C# renders what the command does")
  add_test(NAME ${csharp_test}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/example/run csharp ${PROJECT_BINARY_DIR})
  set_tests_properties(${csharp_test} PROPERTIES LABELS package TIMEOUT 300
    SKIP_REGULAR_EXPRESSION "SKIPPED: " ENVIRONMENT "CXX=${CMAKE_CXX_COMPILER}")
  set_tests_properties(
    "package/installed: it is found by find_package and by pkg-config"
    ${subdirectory_test}
    PROPERTIES LABELS package TIMEOUT 900 PROCESSORS 2
    ENVIRONMENT "CXX=${CMAKE_CXX_COMPILER}")
endif()

if(COBBLE_INSTALL AND NOT COBBLE_SANITIZE)
  set(deb_test "package/deb: its dependencies are right, and the installed program runs")
  add_test(NAME ${deb_test}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/package/deb ${PROJECT_BINARY_DIR})
  set_tests_properties(${deb_test} PROPERTIES LABELS package TIMEOUT 300
    SKIP_REGULAR_EXPRESSION "SKIPPED: ")
endif()

# The Python module. The last test of a file may install it, so they all test one build.
if(TARGET cobble_python)
  file(GLOB python_tests CONFIGURE_DEPENDS python/*_test.py)
  foreach(file IN LISTS python_tests)
    cmake_path(GET file STEM name)
    string(REGEX REPLACE "_test$" "" name ${name})
    file(STRINGS ${file} summary LIMIT_COUNT 1)
    string(REGEX REPLACE "^\"\"\"(.*)\\.\"\"\"$" "\\1" summary "${summary}")
    set(test "python/${name}: ${summary}")
    add_test(NAME ${test}
      COMMAND ${Python_EXECUTABLE} -m pytest -q --no-header -rs -p no:cacheprovider ${file})
    set_tests_properties(${test} PROPERTIES LABELS python TIMEOUT 600
      SKIP_REGULAR_EXPRESSION "No module named pytest"
      ENVIRONMENT "PYTHONPATH=$<TARGET_FILE_DIR:cobble_python>/..;PYTHONDONTWRITEBYTECODE=1;COBBLE_PROGRAM=$<TARGET_FILE:cobble>")
  endforeach()
endif()

# Builds that make pictures: the examples, and the function cobble_texture.
if(COBBLE_INSTALL AND NOT COBBLE_SANITIZE)
  foreach(how make ninja cmake-make cmake-ninja arguments sidecars names subdirectory readme workflow
      runtime)
    set(test "package/builds: ${how}")
    add_test(NAME ${test}
      COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/run ${how} ${PROJECT_BINARY_DIR})
    set_tests_properties(${test} PROPERTIES
      LABELS package TIMEOUT 600 SKIP_REGULAR_EXPRESSION "SKIPPED:")
  endforeach()
endif()
