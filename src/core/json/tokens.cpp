// Implements JsonTokenizer.
#include "core/json/tokens.h"

#include <algorithm>

namespace cobble {
namespace {

constexpr std::string_view kWhitespace = " \t\r\n";
constexpr std::string_view kPunctuators = "{}[],:";
constexpr std::string_view kWordDelimiters = " \t\r\n{}[],:\"/";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Returns the end of the string whose opening quote is text[at].
std::size_t StringEnd(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

// Sets the kind and text of the token that starts at text[at], which must not be whitespace.
void Scan(std::string_view text, std::size_t at, JsonToken* token) {
  std::size_t end = at + 1;
  if (text[at] == '"') {
    token->kind = JsonToken::kString;
    end = StringEnd(text, at);
  } else if (text[at] == '/') {  // terminated comments have already been skipped
    token->kind = JsonToken::kSlash;
    if (text.substr(at).starts_with("/*")) end = text.size();
  } else if (kPunctuators.find(text[at]) != std::string_view::npos) {
    token->kind = JsonToken::kPunctuator;
  } else {
    token->kind = JsonToken::kWord;
    end = std::min(text.find_first_of(kWordDelimiters, at), text.size());
  }
  token->text = text.substr(at, end - at);
}

}  // namespace

JsonTokenizer::JsonTokenizer(std::string_view text) : text_(text) {
  if (text.starts_with(kByteOrderMark)) at_ = line_start_ = kByteOrderMark.size();
}

// Advances to text_[end], or to the end of the text if `end` is past it, and counts lines.
void JsonTokenizer::AdvanceTo(std::size_t end) {
  for (end = std::min(end, text_.size()); at_ < end; ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    line_start_ = at_ + 1;
  }
}

void JsonTokenizer::SkipWhitespaceAndComments() {
  for (;;) {
    AdvanceTo(text_.find_first_not_of(kWhitespace, at_));
    if (StartsWith("//")) {
      AdvanceTo(text_.find_first_of("\r\n", at_));
      continue;
    }
    const std::size_t end = StartsWith("/*") ? text_.find("*/", at_ + 2) : std::string_view::npos;
    if (end == std::string_view::npos) return;
    AdvanceTo(end + 2);
  }
}

JsonToken JsonTokenizer::Next() {
  const std::size_t begin = at_;
  SkipWhitespaceAndComments();
  JsonToken token{JsonToken::kEnd,
                  {},
                  line_,
                  static_cast<int>(at_ - line_start_) + 1,
                  text_.substr(begin, at_ - begin)};
  if (at_ == text_.size()) return token;
  Scan(text_, at_, &token);
  AdvanceTo(at_ + token.text.size());
  return token;
}

}  // namespace cobble
