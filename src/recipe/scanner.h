// Walks over JSON text token by token in step with a parser that tells no positions.
#ifndef COBBLE_RECIPE_SCANNER_H_
#define COBBLE_RECIPE_SCANNER_H_

#include <cstddef>
#include <string_view>

namespace cobble {

class Scanner {
 public:
  explicit Scanner(std::string_view text);

  // Steps over blanks, comments, commas and colons, then over the token after them.
  void Next();
  // Where that token starts: line and column from 1, columns in bytes, a UTF-8 mark not counted.
  int line() const { return line_; }
  int column() const { return static_cast<int>(token_ - line_start_) + 1; }

  // The token, be it a comma or a colon, at whose end or within which the first `bytes` bytes of
  // the text end: the one that a parser choked on after reading so many. word: it was the number or
  // word before the last byte that was not complete.
  std::string_view TokenAt(std::size_t bytes, bool word);

 private:
  bool AtEnd() const { return at_ >= text_.size(); }
  bool LooksAt(std::string_view start) const { return text_.substr(at_).starts_with(start); }
  void SkipBlanks();
  void SkipTo(std::string_view end);
  void SkipText();
  void Token();

  std::string_view text_;
  std::size_t at_ = 0, token_ = 0, line_start_ = 0;
  int line_ = 1;
  bool broken_ = false;  // the token is one that no parser steps over
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_SCANNER_H_
