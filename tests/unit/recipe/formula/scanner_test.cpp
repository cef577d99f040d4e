// Tests the tokens of formulas.
#include "recipe/formula/scanner.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace cobble::test {
namespace {

// Returns the tokens with a letter for their kind: "N1 p+ nrock".
std::string TokensOf(std::string_view text) {
  std::string tokens;
  FormulaScanner scanner(text);
  std::size_t end = 0;
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
       token = scanner.Next()) {
    CHECK(token.offset >= end);
    CHECK(token.text == text.substr(token.offset, token.text.size()));
    CHECK_FALSE(token.text.empty());
    end = token.end();
    tokens += (tokens.empty() ? "" : " ") + std::string(1, "eNnctpo"[token.kind]);
    tokens += token.text;
  }
  CHECK(scanner.Next().kind == FormulaToken::kEnd);
  CHECK(scanner.Next().offset == text.size());
  return tokens;
}

TEST_CASE("blanks separate tokens") {
  CHECK(TokensOf("") == "");
  CHECK(TokensOf(" \t\r\n ") == "");
  CHECK(TokensOf("a+ 1\n*\tb") == "na p+ N1 p* nb");
}

TEST_CASE("a hyphen between two characters of a name belongs to it") {
  CHECK(TokensOf("moss-noise") == "nmoss-noise");
  CHECK(TokensOf("moss - noise") == "nmoss p- nnoise");
  CHECK(TokensOf("moss -noise") == "nmoss p- nnoise");
  CHECK(TokensOf("moss- noise") == "nmoss p- nnoise");
  CHECK(TokensOf("x-1") == "nx-1");
  CHECK(TokensOf("a--b") == "na p- p- nb");
  CHECK(TokensOf("a-_b") == "na p- o_ nb");
  CHECK(TokensOf("a_-b") == "na_-b");
  CHECK(TokensOf("a-b-") == "na-b p-");
}

TEST_CASE("numbers take everything that other languages might mean as one") {
  CHECK(TokensOf("1.5e-3+2") == "N1.5e-3 p+ N2");
  CHECK(TokensOf("1.5e-x") == "N1.5e p- nx");
  CHECK(TokensOf("0xff") == "N0xff");
  CHECK(TokensOf("2x") == "N2x");
  CHECK(TokensOf("5.") == "N5.");
  CHECK(TokensOf(".5") == "N.5");
  CHECK(TokensOf(".") == "o.");
  CHECK(TokensOf("1-1") == "N1 p- N1");
  CHECK(TokensOf("2e-1-1") == "N2e-1 p- N1");
}

TEST_CASE("operators of other languages are tokens") {
  CHECK(TokensOf("**<=>===!=&&||//=!&|;") == "p** p<= p>= p== p!= p&& p|| p// p= p! p& p| p;");
  CHECK(TokensOf("()[],?:<>+-*/%^") == "p( p) p[ p] p, p? p: p< p> p+ p- p* p/ p% p^");
}

TEST_CASE("colours and texts are tokens as a whole") {
  CHECK(TokensOf("#a0b0c0*#zz9 #") == "c#a0b0c0 p* c#zz9 c#");
  CHECK(TokensOf("'a b' \"c d\"") == "t'a b' t\"c d\"");
  CHECK(TokensOf(R"("a\"b" 'a\'b)") == R"(t"a\"b" t'a\' nb)");
  CHECK(TokensOf("'a + b") == "t'a + b");
  CHECK(TokensOf("\"a\\") == "t\"a\\");
}

TEST_CASE("other characters are tokens of one character, even if their bytes are invalid") {
  CHECK(TokensOf("\xc3\xa9+\xf0\x9f\x98\x80") == "o\xc3\xa9 p+ o\xf0\x9f\x98\x80");
  CHECK(TokensOf("\xc3") == "o\xc3");
  CHECK(TokensOf("\xf0\x9f\x98") == "o\xf0 o\x9f o\x98");
  CHECK(TokensOf(std::string_view("\0\x01", 2)) == std::string("o\0 o\x01", 5));
  CHECK(TokensOf("@$_~") == "o@ o$ o_ o~");
}

TEST_CASE("a word ends at a blank, a comma or a bracket") {
  const auto word = [](std::string_view text) {
    FormulaScanner scanner(text);
    const std::string read(scanner.WordAt(0).text);
    return read + "|" + std::string(scanner.Next().text);
  };
  CHECK(word("F2-F1, 3") == "F2-F1|,");
  CHECK(word("F2/F1)") == "F2/F1|)");
  CHECK(word("'F2, F1')") == "'F2, F1'|)");
  CHECK(word("true]") == "true|]");
  CHECK(word("") == "|");
}

TEST_CASE("numbers are those of the grammar") {
  for (const char* const text : {".", "5.", "2x", "1e", "1e+", "1.e3", "0x10", "1_000", "1..2",
                                 "NaN", "inf", "+1", "-1", "1f", " 1"})
    CHECK_MESSAGE(!ParseFormulaNumber(text), text);
  CHECK(*ParseFormulaNumber("007") == 7);
  CHECK(*ParseFormulaNumber(".5") == 0.5);
  CHECK(*ParseFormulaNumber("1.25E+2") == 125);
  CHECK(*ParseFormulaNumber("1e-400") == 0);
  CHECK(std::isinf(*ParseFormulaNumber("1e400")));
}

TEST_CASE("names are those of the grammar") {
  for (const char* const text : {"a", "rock", "moss-noise", "x1", "a_b", "a-1"})
    CHECK_MESSAGE(IsFormulaName(text), text);
  for (const char* const text : {"", "1a", "_a", "-a", "a-", "a b", "a--b", "a.b", "\xc3\xa9"})
    CHECK_MESSAGE(!IsFormulaName(text), text);
}

}  // namespace
}  // namespace cobble::test
