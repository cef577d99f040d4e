# The program's version and manifest, which Windows reads.
enable_language(RC)
file(STRINGS ${PROJECT_SOURCE_DIR}/LICENSE copyright LIMIT_COUNT 1 REGEX "^Copyright ")
set(resources_rc ${PROJECT_BINARY_DIR}/generated/cobble.rc)
configure_file(${CMAKE_CURRENT_LIST_DIR}/cobble.rc.in ${resources_rc} @ONLY)
set_source_files_properties(${resources_rc} PROPERTIES
  OBJECT_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/cobble.manifest)
# A separate target, since windres does not know compiler options.
add_library(cobble_resources OBJECT ${resources_rc})
target_link_libraries(cobble PRIVATE cobble_resources)
# The same sources give the same bytes.
target_link_options(cobble PRIVATE LINKER:--no-insert-timestamp)
