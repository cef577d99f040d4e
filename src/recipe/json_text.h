// What a quoted text of JSON stands for.
#ifndef COBBLE_RECIPE_JSON_TEXT_H_
#define COBBLE_RECIPE_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace cobble {

// In: a token of kind JsonToken::kText, which is valid UTF-8. Puts the text without its quotes and
// escapes into `text`. Returns the first thing that is wrong with the token, as a message; empty:
// nothing.
std::string_view ReadJsonText(std::string_view token, std::string* text);

}  // namespace cobble

#endif  // COBBLE_RECIPE_JSON_TEXT_H_
