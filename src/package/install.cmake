# The files that `cmake --install` installs, by component:
#   program      the program, its CMake target, the presets, the schema of recipes, the man page and
#                completions, the add-on for Blender, and the CMake package
#   runtime      the library, if it is shared
#   development  headers, the static library, the CMake package and the pkg-config file
#   python       the Python module, if it is built (src/python/python.cmake)
# Two components have the files of the CMake package, since each works without the other. The
# library's Debian package leaves them to the program's, on which it depends.
include(CMakePackageConfigHelpers)

set(data ${CMAKE_INSTALL_DATADIR}/cobble)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/cobble)

if(COBBLE_PROGRAM)
  install(TARGETS cobble EXPORT cobble-program DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(EXPORT cobble-program NAMESPACE cobble:: DESTINATION ${package} COMPONENT program)
  # Files that the program prints; skipped if this machine cannot run it.
  set(printed "")
  macro(cobble_install_printed file folder) # and the arguments of cobble
    set(path ${PROJECT_BINARY_DIR}/package/${file})
    add_custom_command(OUTPUT ${path} COMMAND cobble ${ARGN} > ${path} DEPENDS cobble VERBATIM)
    list(APPEND printed ${path})
    install(FILES ${path} DESTINATION ${folder} COMPONENT program)
  endmacro()
  if(WIN32)
    cobble_install_printed(recipe.schema.json ${data} schema)
    cobble_install_printed(cobble.ps1 ${data} completion powershell)
  elseif(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(share ${CMAKE_INSTALL_DATADIR})
    cobble_install_printed(recipe.schema.json ${data} schema)
    cobble_install_printed(cobble.1 ${CMAKE_INSTALL_MANDIR}/man1 man)
    cobble_install_printed(cobble ${share}/bash-completion/completions completion bash)
    cobble_install_printed(_cobble ${share}/zsh/site-functions completion zsh)
    cobble_install_printed(cobble.fish ${share}/fish/vendor_completions.d completion fish)
  endif()
  add_custom_target(cobble_printed ALL DEPENDS ${printed})
endif()
install(FILES ${COBBLE_PRESETS} DESTINATION ${data}/presets COMPONENT program)

# The add-on for Blender, in the form that Blender installs.
if(COBBLE_PROGRAM)
  set(addon ${PROJECT_BINARY_DIR}/package/cobble-blender.zip)
  set(addons ${PROJECT_SOURCE_DIR}/src/blender)
  file(GLOB addon_files CONFIGURE_DEPENDS RELATIVE ${addons}
    ${addons}/cobble_textures/*.py ${addons}/cobble_textures/*.toml)
  list(TRANSFORM addon_files PREPEND ${addons}/ OUTPUT_VARIABLE addon_paths)
  add_custom_command(OUTPUT ${addon}
    COMMAND ${CMAKE_COMMAND} -E tar cf ${addon} --format=zip --mtime=2000-01-01 -- ${addon_files}
    WORKING_DIRECTORY ${addons} DEPENDS ${addon_paths} VERBATIM)
  add_custom_target(cobble_addon ALL DEPENDS ${addon})
  install(FILES ${addon} DESTINATION ${data}/blender COMPONENT program)
endif()

install(TARGETS cobble_lib EXPORT cobble-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/cobble
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.h")

# The CMake package.
set(COBBLE_IS_SHARED ${BUILD_SHARED_LIBS})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/cobble-config.cmake.in
  ${PROJECT_BINARY_DIR}/package/cobble-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/cobble-config-version.cmake
  COMPATIBILITY SameMinorVersion)
set(components development)
if(COBBLE_PROGRAM)
  list(APPEND components program)
endif()
foreach(component IN LISTS components)
  install(FILES
    ${PROJECT_BINARY_DIR}/package/cobble-config.cmake
    ${PROJECT_BINARY_DIR}/package/cobble-config-version.cmake
    ${CMAKE_CURRENT_LIST_DIR}/cobble-texture.cmake
    DESTINATION ${package} COMPONENT ${component})
endforeach()
install(EXPORT cobble-targets NAMESPACE cobble:: DESTINATION ${package} COMPONENT development)

# The pkg-config file. Its prefix is relative to its own location.
file(RELATIVE_PATH COBBLE_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" COBBLE_PC_PREFIX ${COBBLE_PC_PREFIX})
set(COBBLE_PC_REQUIRES "")  # a shared library records its dependencies itself
if(NOT BUILD_SHARED_LIBS)
  set(COBBLE_PC_REQUIRES "libpng, zlib, fmt")
  macro(cobble_pc_require has module)
    if(${has})
      string(PREPEND COBBLE_PC_REQUIRES "${module}, ")
    endif()
  endmacro()
  cobble_pc_require(COBBLE_TIFF "libtiff-4 >= 4.5")
  cobble_pc_require(COBBLE_JPEG libjpeg)
  cobble_pc_require(COBBLE_EXR "OpenEXR >= 3.1")
  cobble_pc_require(COBBLE_ISAL libisal)
  cobble_pc_require(COBBLE_TBB tbb)
  cobble_pc_require(COBBLE_LINKS_HIGHWAY libhwy)
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/cobble.pc.in ${PROJECT_BINARY_DIR}/package/cobble.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/cobble.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(PROJECT_IS_TOP_LEVEL AND COBBLE_PROGRAM)
  if(WIN32)
    include(${CMAKE_CURRENT_LIST_DIR}/windows/zip.cmake)
  else()
    include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
  endif()
endif()
