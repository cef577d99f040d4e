// The tokeniser: finds where tokens start and end.
#include "core/json_tokens.h"

#include <algorithm>

namespace cobble {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kPunctuators = "{}[],:";
constexpr std::string_view kWordEnds = " \t\r\n{}[],:\"/";
constexpr std::string_view kMark = "\xEF\xBB\xBF";

// The end of the quoted text that starts at `at`.
std::size_t TextEnd(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

// In: text[at], which starts no blank. Sets the token's kind and text.
void Take(std::string_view text, std::size_t at, JsonToken* token) {
  std::size_t end = at + 1;
  if (text[at] == '"') {
    token->kind = JsonToken::kText;
    end = TextEnd(text, at);
  } else if (text[at] == '/') {  // SkipBlanks stepped over every comment that ends
    token->kind = JsonToken::kSlash;
    if (text.substr(at).starts_with("/*")) end = text.size();
  } else if (kPunctuators.find(text[at]) != std::string_view::npos) {
    token->kind = JsonToken::kPunctuator;
  } else {
    token->kind = JsonToken::kWord;
    end = std::min(text.find_first_of(kWordEnds, at), text.size());
  }
  token->text = text.substr(at, end - at);
}

}  // namespace

JsonTokens::JsonTokens(std::string_view text) : text_(text) {
  if (text.starts_with(kMark)) at_ = line_start_ = kMark.size();
}

// Moves to text_[end], at most to the end of the text, and counts the lines on the way.
void JsonTokens::MoveTo(std::size_t end) {
  for (end = std::min(end, text_.size()); at_ < end; ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    line_start_ = at_ + 1;
  }
}

void JsonTokens::SkipBlanks() {
  for (;;) {
    MoveTo(text_.find_first_not_of(kBlanks, at_));
    if (LooksAt("//")) {
      MoveTo(text_.find_first_of("\r\n", at_));
      continue;
    }
    const std::size_t end = LooksAt("/*") ? text_.find("*/", at_ + 2) : std::string_view::npos;
    if (end == std::string_view::npos) return;
    MoveTo(end + 2);
  }
}

JsonToken JsonTokens::Next() {
  SkipBlanks();
  JsonToken token{JsonToken::kEnd, {}, line_, static_cast<int>(at_ - line_start_) + 1};
  if (at_ == text_.size()) return token;
  Take(text_, at_, &token);
  MoveTo(at_ + token.text.size());
  return token;
}

}  // namespace cobble
