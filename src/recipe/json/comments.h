// Comments in JSON, and the blank lines between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cobble {

// Appends the comments and blank lines between two tokens. In: before, JsonToken::before of the
// second one. Out: beside, comments on the line of the first one; if null, they go above the
// second.
void AddComments(std::string_view before, std::vector<std::string>* above, std::string* beside);

}  // namespace cobble
