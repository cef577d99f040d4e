# Runs after a test program is linked: creates a ctest test for each test case, named after the file
# that contains it, as in "unit/recipe/read: a number with a unit is rejected".
#   cmake -D PROGRAM=... -D EMULATOR=<what runs the program, a list; may be empty> -D LABEL=...
#         -D TESTS=<folder of the tests> -D TIMEOUT=<seconds> -D OUTPUT=<file for ctest>
#         -P discover_tests.cmake
execute_process(COMMAND ${EMULATOR} ${PROGRAM} --list-test-cases --reporters=xml
  OUTPUT_VARIABLE xml RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} --list-test-cases failed: ${failed}")
endif()

set(command "")
foreach(word IN LISTS EMULATOR ITEMS ${PROGRAM})
  string(APPEND command " [==[${word}]==]")
endforeach()

# Parse text instead of building a list, since names may contain semicolons and brackets.
set(script "")
set(count 0)
while(xml MATCHES "<TestCase name=\"([^\"]*)\"[^>]* filename=\"([^\"]*)\"[^>]*>")
  set(match "${CMAKE_MATCH_0}")
  set(name "${CMAKE_MATCH_1}")
  set(file "${CMAKE_MATCH_2}")
  string(FIND "${xml}" "${match}" at)
  string(LENGTH "${match}" length)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${xml}" ${at} -1 xml)

  foreach(pair "&quot|\"" "&lt|<" "&gt|>" "&amp|&")
    string(REGEX MATCH "^(.*)[|](.*)$" pair "${pair}")
    string(REPLACE "${CMAKE_MATCH_1};" "${CMAKE_MATCH_2}" name "${name}")
  endforeach()
  string(REPLACE "${TESTS}/" "" suite "${file}")
  string(REGEX REPLACE "^(\\.\\./)+tests/" "" suite "${suite}")  # relative paths from a compiler cache
  string(REGEX REPLACE "(_test)?\\.cpp$" "" suite "${suite}")
  string(REPLACE "," "\\," filter "${name}")
  string(APPEND script "add_test([==[${suite}: ${name}]==]${command} "
    "[==[--test-case=${filter}]==] [==[--source-file=*${file}]==])\n"
    "set_tests_properties([==[${suite}: ${name}]==] PROPERTIES LABELS [==[${LABEL}]==] "
    "TIMEOUT ${TIMEOUT} SKIP_REGULAR_EXPRESSION [==[SKIPPED:]==])\n")
  math(EXPR count "${count} + 1")
endwhile()
if(count EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} lists no test cases")
endif()
file(WRITE "${OUTPUT}" "${script}")
