// The page that is compiled into the program.
#ifndef COBBLE_CLI_PAGE_TEMPLATE_H_
#define COBBLE_CLI_PAGE_TEMPLATE_H_

#include <string_view>

namespace cobble {

// Returns the HTML of the page, whose list of recipes is empty. Empty if the program was built
// without it (CMake's COBBLE_PAGE).
std::string_view BuiltInPage();

}  // namespace cobble

#endif  // COBBLE_CLI_PAGE_TEMPLATE_H_
