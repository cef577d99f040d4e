// Finds the members of a JSON object and the ends of their values, without decoding either.
#pragma once

#include <optional>
#include <string_view>

#include "core/json/tokens.h"

namespace cobble {

// Iterates over the members of a JSON object; values are substrings of the text, which must outlive
// them.
class JsonMembers {
 public:
  explicit JsonMembers(std::string_view text) : tokens_(text), token_(tokens_.Next()) {}

  bool Take(char punctuator);
  // Takes a string. Returns it without its quotes, but with escapes not decoded. An unterminated
  // string ends the text, so it is never mistaken for a key.
  std::optional<std::string_view> TakeText();
  // Takes any value, up to the comma or bracket that ends it. Returns nullopt if there is no value
  // or its brackets are not closed.
  std::optional<std::string_view> TakeValue();

 private:
  bool AtEnd() const { return token_.kind == JsonToken::kEnd; }
  void Advance() { token_ = tokens_.Next(); }

  JsonTokenizer tokens_;
  JsonToken token_;  // lookahead
};

}  // namespace cobble
