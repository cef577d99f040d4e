# The shared library on Windows, cobble.dll: the C interface alone. A DLL has a C++ runtime of its own,
# so exceptions and containers of C++ cannot pass between it and a program: programs in C++ link the
# static library.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/cobble/cobble_c.h functions REGEX "^COBBLE_EXPORT ")
list(TRANSFORM functions REPLACE "^.*[ *](cobble_[a-z_]+)[(].*$" "  \\1")
list(JOIN functions "\n" functions)
set(cobble_def ${PROJECT_BINARY_DIR}/generated/cobble.def)
file(CONFIGURE OUTPUT ${cobble_def} CONTENT "EXPORTS\n@functions@\n" @ONLY)
target_sources(cobble_lib PRIVATE ${cobble_def})
set_target_properties(cobble_lib PROPERTIES PREFIX "")  # C# looks for "cobble"
