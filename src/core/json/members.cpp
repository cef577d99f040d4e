// Implements JsonMembers.
#include "core/json/members.h"

namespace cobble {

// An unterminated string ends the text, so it is never mistaken for a key.
std::optional<JsonMember> JsonMembers::Next() {
  if (!Take(start_)) {
    is_at_end_ = start_ == ',';
    return std::nullopt;
  }
  is_at_end_ = start_ == '{' && token_.Is('}');
  start_ = ',';
  const std::string_view key = token_.text;
  if (token_.kind != JsonToken::kString) return std::nullopt;
  Advance();
  const auto value = Take(':') ? TakeValue() : std::nullopt;
  if (!value) return std::nullopt;
  return JsonMember{key.substr(1, key.size() - 2), *value};
}

bool JsonMembers::Take(char punctuator) {
  if (!token_.Is(punctuator)) return false;
  Advance();
  return true;
}

// Takes any value, up to the comma or bracket that ends it.
std::optional<std::string_view> JsonMembers::TakeValue() {
  const char* const begin = token_.text.data();
  const char* end = begin;
  for (std::size_t depth = 0; token_.kind != JsonToken::kEnd; Advance()) {
    const bool closes = token_.Is('}') || token_.Is(']');
    if (depth == 0 && (closes || token_.Is(','))) break;
    if (token_.Is('{') || token_.Is('[')) ++depth;
    if (closes) --depth;
    end = token_.text.data() + token_.text.size();
  }
  if (token_.kind == JsonToken::kEnd || end == begin) return std::nullopt;
  return std::string_view(begin, static_cast<std::size_t>(end - begin));
}

}  // namespace cobble
