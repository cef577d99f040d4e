// Splits a formula into tokens.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cobble {

struct FormulaToken {
  enum Kind {
    kEnd,         // empty text
    kNumber,      // or only starts like one ("5.", "2x"): see ParseFormulaNumber
    kName,        // letters, digits and _, and single hyphens between them
    kColor,       // # and the letters and digits after it
    kText,        // in quotes, single or double; the rest if unclosed
    kPunctuator,  // the longest operator or bracket that fits
    kOther,       // any other character
  };
  Kind kind = kEnd;
  std::string_view text = {};
  std::size_t offset = 0;  // of the first byte

  // In: one or two characters.
  bool Is(std::string_view punctuator) const {
    return kind == kPunctuator && text.size() == punctuator.size() &&
           text.front() == punctuator.front() && text.back() == punctuator.back();
  }
  std::size_t end() const { return offset + text.size(); }
};

class FormulaScanner {
 public:
  explicit FormulaScanner(std::string_view text) : text_(text) {}

  // After the last token, returns kEnd.
  FormulaToken Next();
  // Returns the word at `offset`, such as a choice ("F2/F1"): a text in quotes, or everything up to
  // a blank, comma, bracket or quote. Next continues after it.
  FormulaToken WordAt(std::size_t offset);

 private:
  FormulaToken Take(FormulaToken::Kind kind, std::size_t length);
  std::size_t NumberLength() const;
  std::size_t NameLength() const;
  std::size_t TextLength() const;
  std::size_t PunctuatorLength() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

// Returns the number of a kNumber token; nullopt if it is invalid, infinity if it exceeds a double.
std::optional<double> ParseFormulaNumber(std::string_view text);

std::string_view WithoutBlanks(std::string_view text);

// Returns whether the whole text is one kName token.
bool IsFormulaName(std::string_view text);

}  // namespace cobble
