// Finds the members of a JSON object and the ends of their values, without decoding either.
#pragma once

#include <optional>
#include <string_view>

#include "core/json/tokens.h"

namespace cobble {

struct JsonMember {
  std::string_view key;  // without its quotes, but with escapes not decoded
  std::string_view value;
};

// Iterates over the members of a JSON object. They are substrings of the text, which must outlive
// them.
class JsonMembers {
 public:
  explicit JsonMembers(std::string_view text) : tokens_(text), token_(tokens_.Next()) {}

  // Returns the next member; nullopt at the end of the object, or where a key is not a string, a
  // value is missing or its brackets are not closed.
  std::optional<JsonMember> Next();
  // Returns whether the last call of Next came to the end of an object.
  bool is_at_end() const { return is_at_end_; }
  bool IsClosed() const { return is_at_end_ && token_.Is('}'); }

 private:
  void Advance() { token_ = tokens_.Next(); }
  bool Take(char punctuator);
  std::optional<std::string_view> TakeValue();

  JsonTokenizer tokens_;
  JsonToken token_;   // lookahead
  char start_ = '{';  // of the next member
  bool is_at_end_ = false;
};

}  // namespace cobble
