// Decodes JSON strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cobble {

// Decodes a JsonToken::kString of valid UTF-8 into `text`: removes the quotes and resolves escapes.
// Returns an error message, or an empty view on success; after an error `text` is incomplete.
std::string_view ReadJsonString(std::string_view token, std::string* text);

// Returns the offset in the token, which is a valid JSON string, of the character that becomes the
// byte `offset` of the decoded text; of the closing quote if the text is not longer than that.
std::size_t OffsetInJsonString(std::string_view token, std::size_t offset);

}  // namespace cobble
