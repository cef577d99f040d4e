// JSON text taken apart into tokens, the only place that does so. What a token means and whether it
// may stand where it does is for its readers to judge.
#ifndef COBBLE_CORE_JSON_TOKENS_H_
#define COBBLE_CORE_JSON_TOKENS_H_

#include <cstddef>
#include <string_view>

namespace cobble {

struct JsonToken {
  enum Kind {
    kEnd,         // of the text; empty
    kPunctuator,  // one of { } [ ] : ,
    kText,        // with its quotes; where the closing one is missing, all the rest
    kWord,        // what else stands between blanks, punctuators, quotes and slashes
    kSlash,       // a slash that starts no comment, or a comment without an end and all the rest
  };
  Kind kind = kEnd;
  std::string_view text = {};
  int line = 1, column = 1;  // of its first byte, from 1; columns in bytes

  bool Is(char punctuator) const { return kind == kPunctuator && text.front() == punctuator; }
};

// Steps over blanks and over // and /* */ comments. A leading UTF-8 mark is skipped, and counts for
// no column.
class JsonTokens {
 public:
  explicit JsonTokens(std::string_view text);

  // The next token; at the end of the text kEnd, again and again.
  JsonToken Next();

 private:
  bool LooksAt(std::string_view start) const { return text_.substr(at_).starts_with(start); }
  void SkipBlanks();
  void MoveTo(std::size_t end);

  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
};

}  // namespace cobble

#endif  // COBBLE_CORE_JSON_TOKENS_H_
