# The Python module (COBBLE_PYTHON). Its package is made in build/python, where tests import it.
set(COBBLE_PYTHON_DIR "" CACHE STRING
  "Where the Python module is installed, below the prefix; empty: where Python looks for it")

# A Debian package is for Debian's Python, and the system's packages belong to the system's Python.
if(NOT DEFINED Python_EXECUTABLE AND NOT DEFINED Python_ROOT_DIR AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python 3.9 COMPONENTS Interpreter Development.Module QUIET)
find_package(pybind11 2.10 QUIET)
set(missing "")
if(NOT Python_Development.Module_FOUND)
  list(APPEND missing python3-dev)
endif()
if(NOT pybind11_FOUND)
  list(APPEND missing pybind11-dev)
endif()
if(Python_Interpreter_FOUND)
  execute_process(COMMAND ${Python_EXECUTABLE} -c "import numpy" RESULT_VARIABLE no_numpy ERROR_QUIET)
endif()
if(NOT Python_Interpreter_FOUND OR no_numpy)
  list(APPEND missing python3-numpy)
endif()
if(missing)
  list(JOIN missing " " missing)
  if(COBBLE_PYTHON STREQUAL "AUTO")
    message(STATUS "The Python module is left out: it needs ${missing} (scripts/setup installs them)")
    return()
  endif()
  message(FATAL_ERROR "COBBLE_PYTHON needs the Debian packages ${missing} (scripts/setup installs them)")
endif()

file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/*.cpp)
pybind11_add_module(cobble_python MODULE NO_EXTRAS ${python_sources})
set(package ${PROJECT_BINARY_DIR}/python/cobble)
set_target_properties(cobble_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${package})
set_target_properties(cobble_cli PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(cobble_python PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(cobble_python PRIVATE cobble_flags cobble_cli cobble_internal fmt::fmt)
target_compile_options(cobble_python PRIVATE ${COBBLE_PRECOMPILED_OPTIONS} ${COBBLE_COMMAND_OPTIONS})
# Shows Python its one function, and hides names that another library in the process may have.
target_link_options(cobble_python PRIVATE LINKER:--exclude-libs,ALL)

# The rest of the package.
file(CONFIGURE OUTPUT ${package}/_version.py CONTENT
"\"\"\"Made by CMake: the version of these files.\"\"\"

__version__ = \"@PROJECT_VERSION@\"
")
file(GLOB python_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src/python/cobble
  ${PROJECT_SOURCE_DIR}/src/python/cobble/*.py ${PROJECT_SOURCE_DIR}/src/python/cobble/*.pyi
  ${PROJECT_SOURCE_DIR}/src/python/cobble/py.typed)
set(copies "")
foreach(file IN LISTS python_files)
  set(from ${PROJECT_SOURCE_DIR}/src/python/cobble/${file})
  add_custom_command(OUTPUT ${package}/${file} DEPENDS ${from}
    COMMAND ${CMAKE_COMMAND} -E copy ${from} ${package}/${file} VERBATIM)
  list(APPEND copies ${package}/${file})
endforeach()
add_custom_target(cobble_python_files ALL DEPENDS ${copies})
add_dependencies(cobble_python cobble_python_files)

if(COBBLE_INSTALL)
  if(NOT COBBLE_PYTHON_DIR)
    set(COBBLE_PYTHON_DIR lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages)
    if(EXISTS /etc/debian_version AND Python_EXECUTABLE STREQUAL "/usr/bin/python3")
      set(COBBLE_PYTHON_DIR lib/python3/dist-packages)
    endif()
  endif()
  install(TARGETS cobble_python LIBRARY DESTINATION ${COBBLE_PYTHON_DIR}/cobble COMPONENT python)
  install(FILES ${copies} ${package}/_version.py DESTINATION ${COBBLE_PYTHON_DIR}/cobble
    COMPONENT python)
endif()
