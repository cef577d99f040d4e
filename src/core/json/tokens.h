// Tokenizer for JSON with comments. It only finds tokens and their positions; the parsers on top of
// it check the grammar and decode strings and numbers.
#pragma once

#include <cstddef>
#include <string_view>

namespace cobble {

struct JsonToken {
  enum Kind {
    kEnd,         // end of input; empty text
    kPunctuator,  // one of { } [ ] : ,
    kString,      // with its quotes; the rest of the input if the closing quote is missing
    kWord,        // anything else up to the next delimiter: a number, a literal or garbage
    kSlash,       // a stray '/', or an unterminated comment up to the end of input
  };
  Kind kind = kEnd;
  std::string_view text = {};
  int line = 1, column = 1;      // of the first byte, from 1; columns count bytes
  std::string_view before = {};  // the whitespace and comments between it and the last token

  bool Is(char punctuator) const { return kind == kPunctuator && text.front() == punctuator; }
};

// Skips whitespace, // and /* */ comments, and a leading UTF-8 byte order mark, which takes up no
// column. Tokens point into `text`, which must outlive them.
class JsonTokenizer {
 public:
  explicit JsonTokenizer(std::string_view text);

  // Returns the next token. After the last one, every call returns kEnd.
  JsonToken Next();

 private:
  bool StartsWith(std::string_view prefix) const { return text_.substr(at_).starts_with(prefix); }
  void SkipWhitespaceAndComments();
  void AdvanceTo(std::size_t end);

  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
};

}  // namespace cobble
