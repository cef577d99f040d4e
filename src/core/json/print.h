// Prints JSON: the form of every JSON text that cobble writes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cobble {

// Both return the text without a final newline. Numbers are the shortest texts that read back as
// the same double; invalid UTF-8 becomes U+FFFD, and numbers that are not finite become null.
// PrintJson indents by two spaces and keeps a list of scalars on one line if it fits; PrintJsonLine
// writes everything on one line.
std::string PrintJson(const nlohmann::ordered_json& tree);
std::string PrintJsonLine(const nlohmann::ordered_json& tree);

}  // namespace cobble
