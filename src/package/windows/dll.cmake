# cobble.dll, the shared library on Windows: only the C interface. A DLL has its own C++ runtime, so
# C++ exceptions and containers cannot pass its border. C++ programs link the static library.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/cobble/cobble_c.h functions REGEX "^COBBLE_EXPORT ")
list(TRANSFORM functions REPLACE "^.*[ *](cobble_[a-z_]+)[(].*$" "  \\1")
list(JOIN functions "\n" functions)
set(cobble_def ${PROJECT_BINARY_DIR}/generated/cobble.def)
file(CONFIGURE OUTPUT ${cobble_def} CONTENT "EXPORTS\n@functions@\n" @ONLY)
target_sources(cobble_lib PRIVATE ${cobble_def})
set_target_properties(cobble_lib PROPERTIES PREFIX "")  # C# looks for "cobble"
