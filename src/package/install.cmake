# The files that `cmake --install` installs, by component:
#   program      the program, the presets and the schema of recipes
#   runtime      the library, if it is shared
#   development  headers, the static library, the CMake package and the pkg-config file
include(CMakePackageConfigHelpers)

set(data ${CMAKE_INSTALL_DATADIR}/cobble)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/cobble)

if(COBBLE_PROGRAM)
  install(TARGETS cobble DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  set(schema ${PROJECT_BINARY_DIR}/recipe.schema.json)
  add_custom_command(OUTPUT ${schema} COMMAND cobble schema > ${schema} DEPENDS cobble VERBATIM)
  add_custom_target(cobble_schema ALL DEPENDS ${schema})
  install(FILES ${schema} DESTINATION ${data} COMPONENT program)
endif()
install(FILES ${COBBLE_PRESETS} DESTINATION ${data}/presets COMPONENT program)

install(TARGETS cobble_lib EXPORT cobble-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/cobble
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

# The CMake package.
set(COBBLE_IS_SHARED ${BUILD_SHARED_LIBS})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/cobble-config.cmake.in
  ${PROJECT_BINARY_DIR}/package/cobble-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/cobble-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/cobble-config.cmake
  ${PROJECT_BINARY_DIR}/package/cobble-config-version.cmake
  DESTINATION ${package} COMPONENT development)
install(EXPORT cobble-targets NAMESPACE cobble:: DESTINATION ${package} COMPONENT development)

# The pkg-config file. Its prefix is relative to its own location.
file(RELATIVE_PATH COBBLE_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" COBBLE_PC_PREFIX ${COBBLE_PC_PREFIX})
set(COBBLE_PC_REQUIRES "")  # a shared library records its dependencies itself
if(NOT BUILD_SHARED_LIBS)
  set(COBBLE_PC_REQUIRES "libisal, OpenEXR >= 3.1, zlib, fmt")
  if(COBBLE_HAS_TBB)
    string(PREPEND COBBLE_PC_REQUIRES "tbb, ")
  endif()
  if(COBBLE_LINKS_HIGHWAY)
    string(PREPEND COBBLE_PC_REQUIRES "libhwy, ")
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/cobble.pc.in ${PROJECT_BINARY_DIR}/package/cobble.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/cobble.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
