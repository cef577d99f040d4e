// Implements JsonMembers.
#include "core/json/members.h"

namespace cobble {

bool JsonMembers::Take(char punctuator) {
  if (!token_.Is(punctuator)) return false;
  Advance();
  return true;
}

std::optional<std::string_view> JsonMembers::TakeText() {
  if (token_.kind != JsonToken::kString) return std::nullopt;
  const std::string_view text = token_.text;
  Advance();
  return text.substr(1, text.size() - 2);
}

std::optional<std::string_view> JsonMembers::TakeValue() {
  const char* const begin = token_.text.data();
  const char* end = begin;
  for (std::size_t depth = 0; !AtEnd(); Advance()) {
    const bool closes = token_.Is('}') || token_.Is(']');
    if (depth == 0 && (closes || token_.Is(','))) break;
    if (token_.Is('{') || token_.Is('[')) ++depth;
    if (closes) --depth;
    end = token_.text.data() + token_.text.size();
  }
  if (AtEnd() || end == begin) return std::nullopt;
  return std::string_view(begin, static_cast<std::size_t>(end - begin));
}

}  // namespace cobble
