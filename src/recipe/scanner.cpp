// The scanner: it only finds where tokens start and end; whether they are right, the parser says.
#include "recipe/scanner.h"

#include <algorithm>

namespace cobble {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kMark = "\xEF\xBB\xBF";

}  // namespace

Scanner::Scanner(std::string_view text) : text_(text) {
  if (!text.starts_with(kMark)) return;
  at_ = token_ = line_start_ = kMark.size();
}

// Moves behind the next `end`, or to the end of the text, counting lines.
void Scanner::SkipTo(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  const std::size_t stop =
      found == std::string_view::npos ? text_.size() : std::min(found + end.size(), text_.size());
  for (; at_ < stop; ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    line_start_ = at_ + 1;
  }
}

void Scanner::SkipBlanks() {
  while (!AtEnd()) {
    if (LooksAt("//")) {
      SkipTo("\n");
    } else if (LooksAt("/*") && text_.find("*/", at_ + 2) != std::string_view::npos) {
      at_ += 2;
      SkipTo("*/");
    } else if (LooksAt("\n")) {
      SkipTo("\n");
    } else if (kBlanks.find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else {
      return;
    }
  }
}

// A text ends at its quote; one that meets the end of its line first is broken.
void Scanner::SkipText() {
  for (++at_; !AtEnd() && text_[at_] != '\n'; ++at_) {
    if (text_[at_] == '"') {
      ++at_;
      return;
    }
    if (text_[at_] == '\\' && !text_.substr(at_).starts_with("\\\n")) ++at_;
  }
  at_ = std::min(at_, text_.size());
  broken_ = true;
}

void Scanner::Token() {
  SkipBlanks();
  token_ = at_;
  if (AtEnd()) return;
  if (text_[at_] == '"') {
    SkipText();
  } else if (std::string_view("{}[],:").find(text_[at_]) != std::string_view::npos) {
    ++at_;
  } else {
    broken_ = text_[at_] == '/';  // no comment, and nothing else starts so
    at_ = std::min(text_.find_first_of(" \t\r\n{}[],:\"/", at_ + 1), text_.size());
  }
}

void Scanner::Next() {
  do {
    Token();
  } while (!AtEnd() && (text_[token_] == ',' || text_[token_] == ':'));
}

std::string_view Scanner::TokenAt(std::size_t bytes, bool word) {
  bytes = std::min(bytes, text_.size());
  while (at_ < bytes && !broken_) {
    const bool in_word =
        at_ > token_ && std::string_view("{}[],:\"").find(text_[token_]) == std::string_view::npos;
    if (word && in_word && at_ + 1 == bytes) break;
    Token();
  }
  return text_.substr(token_, at_ - token_);
}

}  // namespace cobble
