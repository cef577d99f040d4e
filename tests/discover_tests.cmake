# Runs after a test program is linked and creates ctest tests: one per test case, named after its
# file, as in "golden/noise/cell: the values are those of ...", or one per file, as in
# "unit/recipe/read".
#   cmake -D PROGRAM=... -D EMULATOR=<what runs the program, a list; may be empty> -D LABEL=...
#         -D UNIT=<case or file> -D TESTS=<folder of the tests> -D TIMEOUT=<seconds>
#         -D OUTPUT=<file for ctest> -P discover_tests.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${EMULATOR} ${PROGRAM} --list-test-cases --reporters=xml
  OUTPUT_VARIABLE xml RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} --list-test-cases failed: ${failed}")
endif()

set(command "")
foreach(word IN LISTS EMULATOR ITEMS ${PROGRAM})
  string(APPEND command " [==[${word}]==]")
endforeach()

# 77 is the exit status of a run that skips all its test cases (support/main.cpp).
set(script "")
set(added "")
function(add_test_script name) # arguments of the program
  set(arguments "")
  foreach(argument IN LISTS ARGN)
    string(APPEND arguments " [==[${argument}]==]")
  endforeach()
  set(script "${script}add_test([==[${name}]==]${command}${arguments})
set_tests_properties([==[${name}]==] PROPERTIES
  LABELS [==[${LABEL}]==] TIMEOUT ${TIMEOUT} SKIP_RETURN_CODE 77)
" PARENT_SCOPE)
endfunction()

# Parses text instead of building a list, since names may contain semicolons and brackets.
while(xml MATCHES "<TestCase name=\"([^\"]*)\"[^>]* filename=\"([^\"]*)\"[^>]*>")
  set(match "${CMAKE_MATCH_0}")
  set(name "${CMAKE_MATCH_1}")
  set(file "${CMAKE_MATCH_2}")
  string(FIND "${xml}" "${match}" at)
  string(LENGTH "${match}" length)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${xml}" ${at} -1 xml)

  string(REPLACE "${TESTS}/" "" suite "${file}")
  string(REGEX REPLACE "^(\\.\\./)+tests/" "" suite "${suite}")  # relative with a compiler cache
  string(REGEX REPLACE "(_test)?\\.cpp$" "" suite "${suite}")
  if(UNIT STREQUAL "file")
    if(NOT "${suite}" IN_LIST added)
      add_test_script("${suite}" "--source-file=*${file}")
    endif()
  else()
    foreach(pair "&quot|\"" "&lt|<" "&gt|>" "&amp|&")
      string(REGEX MATCH "^(.*)[|](.*)$" pair "${pair}")
      string(REPLACE "${CMAKE_MATCH_1};" "${CMAKE_MATCH_2}" name "${name}")
    endforeach()
    string(REPLACE "," "\\," filter "${name}")
    set(name_and_filter "${suite}: ${name}")
    string(REPLACE ";" "\\;" filter "${filter}")
    add_test_script("${name_and_filter}" "--test-case=${filter}" "--source-file=*${file}")
  endif()
  list(APPEND added "${suite}")
endwhile()
if(NOT added)
  message(FATAL_ERROR "${PROGRAM} lists no test cases")
endif()
file(WRITE "${OUTPUT}" "${script}")
