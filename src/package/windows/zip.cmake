# The zip for Windows, made by `cpack` in the build folder. Beside it, cpack writes the manifests
# with which winget and Scoop install it (manifests.cmake). The zip needs no installer. It holds the
# program and its files, with no folder around them, since Windows makes one when it unpacks.
set(COBBLE_DOWNLOADS "https://example.org/cobble" CACHE STRING
  "Where the zip for Windows is published: a URL without a / at its end")

macro(cobble_zip_files folder)
  install(FILES ${ARGN} DESTINATION ${folder} COMPONENT zip EXCLUDE_FROM_ALL)
endmacro()

install(TARGETS cobble RUNTIME DESTINATION . COMPONENT zip EXCLUDE_FROM_ALL)
configure_file(${CMAKE_CURRENT_LIST_DIR}/README.txt.in ${PROJECT_BINARY_DIR}/package/README.txt @ONLY)
cobble_zip_files(. ${PROJECT_BINARY_DIR}/package/README.txt ${PROJECT_SOURCE_DIR}/LICENSE
  ${PROJECT_BINARY_DIR}/package/cobble-blender.zip ${printed})
cobble_zip_files(presets ${COBBLE_PRESETS})

# The licences of what is linked: the libraries, libstdc++ and libgcc (the GPL with an exception for
# programs), and mingw-w64's additions.
file(GLOB licenses ${COBBLE_LIBRARIES}/../licenses/*.txt)
list(FILTER licenses EXCLUDE REGEX "/doctest[.]txt$")
if(NOT licenses)
  message(FATAL_ERROR "there are no licences beside ${COBBLE_LIBRARIES}: run scripts/build-windows")
endif()
cobble_zip_files(licenses ${licenses})
set(debian /usr/share)
cobble_zip_files(licenses ${debian}/doc/gcc-mingw-w64-base/copyright RENAME gcc.txt)
cobble_zip_files(licenses ${debian}/doc/mingw-w64-x86-64-dev/copyright RENAME mingw-w64.txt)
foreach(common Apache-2.0 GPL-3)
  cobble_zip_files(licenses ${debian}/common-licenses/${common} RENAME ${common}.txt)
endforeach()

set(CPACK_GENERATOR ZIP)
set(CPACK_PACKAGE_NAME cobble)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_FILE_NAME cobble-${PROJECT_VERSION}-windows-x86_64)
set(CPACK_COMPONENTS_ALL zip)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY OFF)
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/repeatable.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/manifests.cmake)
set(CPACK_COBBLE_DOWNLOADS ${COBBLE_DOWNLOADS})
set(CPACK_COBBLE_TEMPLATES ${CMAKE_CURRENT_LIST_DIR})
include(CPack)
