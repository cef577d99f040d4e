// Splits a formula into tokens.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cobble {

struct FormulaToken {
  enum Kind {
    kEnd,         // end of the formula; empty text
    kNumber,      // starts like a number, but may be none ("5.", "2x"): see ParseFormulaNumber
    kName,        // letters, digits and _, and single hyphens between them
    kColor,       // # and the letters and digits behind it
    kText,        // with its quotes, single or double; the rest if the closing quote is missing
    kPunctuator,  // an operator or a bracket: the longest that fits
    kOther,       // any other character
  };
  Kind kind = kEnd;
  std::string_view text = {};
  std::size_t offset = 0;  // of the first byte

  // In: punctuator, one or two characters.
  bool Is(std::string_view punctuator) const {
    return kind == kPunctuator && text.size() == punctuator.size() &&
           text.front() == punctuator.front() && text.back() == punctuator.back();
  }
  std::size_t end() const { return offset + text.size(); }
};

class FormulaScanner {
 public:
  explicit FormulaScanner(std::string_view text) : text_(text) {}

  // Returns the next token. After the last one, every call returns kEnd.
  FormulaToken Next();
  // Returns the word at `offset`, such as a value of a key with choices ("F2/F1"): a text in
  // quotes, or everything up to a blank, a comma, a bracket or a quote. Next continues behind it.
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

// Returns the number that a token of kind kNumber is; nullopt if it is none. Infinity if it is too
// large for a double.
std::optional<double> ParseFormulaNumber(std::string_view text);

// Returns the text without the blanks at its ends.
std::string_view WithoutBlanks(std::string_view text);

// Returns whether the text is a name of the grammar as a whole.
bool IsFormulaName(std::string_view text);

}  // namespace cobble
