// Decodes JSON strings.
#ifndef COBBLE_RECIPE_JSON_STRING_H_
#define COBBLE_RECIPE_JSON_STRING_H_

#include <string>
#include <string_view>

namespace cobble {

// Decodes a JsonToken::kString of valid UTF-8 into `text`: removes the quotes and resolves escapes.
// Returns an error message, or an empty view on success; after an error `text` is incomplete.
std::string_view ReadJsonString(std::string_view token, std::string* text);

}  // namespace cobble

#endif  // COBBLE_RECIPE_JSON_STRING_H_
