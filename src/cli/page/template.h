// The page that is compiled into the program.
#pragma once

#include <string_view>

namespace cobble {

// Returns the HTML of the page, with an empty list of recipes. Empty if the program was built
// without it (CMake's COBBLE_PAGE).
std::string_view BuiltInPage();

}  // namespace cobble
