# Debian packages, made by `cpack` in the build folder: cobble (the program), libcobble-dev unless
# the library is shared, and python3-cobble if the Python module is built.
set(COBBLE_MAINTAINER "The cobble authors <cobble@example.org>" CACHE STRING
  "Maintainer of the Debian packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cobble)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${COBBLE_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "textures and heightmaps from noise")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME cobble)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "cobble renders procedural noise, shapes and materials as height, normal,
slope, curvature and ambient-occlusion maps and as maps in colour. The
same recipe gives the same pixels on every machine.")

if(NOT BUILD_SHARED_LIBS)
  list(APPEND CPACK_COMPONENTS_ALL development)
  # What the static library links.
  set(linked ${COBBLE_DEBIAN_LIBRARIES})
  list(REMOVE_ITEM linked libc6-dev libcli11-dev libstb-dev nlohmann-json3-dev)
  if(NOT COBBLE_LINKS_HIGHWAY)
    list(REMOVE_ITEM linked libhwy-dev)
  endif()
  list(JOIN linked ", " linked)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libcobble-dev)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
  # The program's package has the CMake package.
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "cobble (= ${PROJECT_VERSION}), ${linked}")
  set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "The static library of cobble, its headers, and files with which CMake and
pkg-config find it.")
endif()

# The Python module, for the version of Python that it was built for.
if(TARGET cobble_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-cobble)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), \
python3 (<< ${Python_VERSION_MAJOR}.${next_minor}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-dask")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
    "The Python module of cobble: textures and heightmaps as arrays of numpy,
nodes as objects with operators, and the command as python3 -m cobble.")
endif()

# Debian's wishes that `cmake --install` does not fulfil.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
set(CPACK_COBBLE_SOURCE_DIR ${PROJECT_SOURCE_DIR})
include(CPack)
