// Tests the JSON tokeniser: what a token is, where it starts, and what is skipped.
#include "core/json/tokens.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/utf8.h"

namespace cobble {
namespace {

// Returns each token as "kind line:column text".
std::vector<std::string> TokensOf(std::string_view text) {
  constexpr std::string_view kKinds[] = {"end", "punctuator", "text", "word", "slash"};
  JsonTokenizer tokens(text);
  std::vector<std::string> found;
  for (;;) {
    const JsonToken token = tokens.Next();
    found.push_back(fmt::format("{} {}:{} {}", kKinds[token.kind], token.line, token.column,
                                Printable(token.text, 1000)));
    if (token.kind == JsonToken::kEnd) return found;
  }
}

using Tokens = std::vector<std::string>;

TEST_CASE("JSON splits into punctuators, texts and words") {
  CHECK(TokensOf("{\"a\": [-1.5e3,true]}") ==
        Tokens{"punctuator 1:1 {", "text 1:2 \"a\"", "punctuator 1:5 :", "punctuator 1:7 [",
               "word 1:8 -1.5e3", "punctuator 1:14 ,", "word 1:15 true", "punctuator 1:19 ]",
               "punctuator 1:20 }", "end 1:21 "});
  CHECK(TokensOf("") == Tokens{"end 1:1 "});
  CHECK(TokensOf("a\"b\"'c' 01") ==
        Tokens{"word 1:1 a", "text 1:2 \"b\"", "word 1:5 'c'", "word 1:9 01", "end 1:11 "});
}

TEST_CASE("escaped quotes do not end a text; an unterminated text runs to the end") {
  CHECK(TokensOf(R"("a\"\\" 1)") == Tokens{R"(text 1:1 "a\"\\")", "word 1:9 1", "end 1:10 "});
  CHECK(TokensOf(R"("a\\\" 1)") == Tokens{R"(text 1:1 "a\\\" 1)", "end 1:9 "});
  CHECK(TokensOf(R"("a\)") == Tokens{R"(text 1:1 "a\)", "end 1:4 "});
  CHECK(TokensOf("\"") == Tokens{"text 1:1 \"", "end 1:2 "});
}

TEST_CASE("comments and whitespace are skipped, and their lines are counted") {
  CHECK(TokensOf("// a \" {\n 1 /* b\n\n*/2/**/3/***/\t4") ==
        Tokens{"word 2:2 1", "word 4:3 2", "word 4:8 3", "word 4:15 4", "end 4:16 "});
  CHECK(TokensOf("// a") == Tokens{"end 1:5 "});
  CHECK(TokensOf("\"//\" \"/*\"") == Tokens{"text 1:1 \"//\"", "text 1:6 \"/*\"", "end 1:10 "});
}

TEST_CASE("a line comment ends at LF and CR LF, not at CR") {
  CHECK(TokensOf("// a\r\n1") == Tokens{"word 2:1 1", "end 2:2 "});
  CHECK(TokensOf("// a\r1") == Tokens{"word 1:6 1", "end 1:7 "});
}

TEST_CASE("slashes that start no complete comment are tokens") {
  CHECK(TokensOf("1/2") == Tokens{"word 1:1 1", "slash 1:2 /", "word 1:3 2", "end 1:4 "});
  CHECK(TokensOf("1 /* 2\n*") == Tokens{"word 1:1 1", "slash 1:3 /* 2\\x0A*", "end 2:2 "});
  CHECK(TokensOf("/*/") == Tokens{"slash 1:1 /*/", "end 1:4 "});
}

TEST_CASE("a leading byte order mark is skipped") {
  CHECK(TokensOf("\xEF\xBB\xBF[") == Tokens{"punctuator 1:1 [", "end 1:2 "});
  CHECK(TokensOf("\xEF\xBB\xBF") == Tokens{"end 1:1 "});
  CHECK(TokensOf(" \xEF\xBB\xBF")[0].starts_with("word 1:2 "));
}

TEST_CASE("columns count from the last line break, even one inside a text") {
  CHECK(TokensOf("\"a\nb\" 1") == Tokens{"text 1:1 \"a\\x0Ab\"", "word 2:4 1", "end 2:5 "});
}

}  // namespace
}  // namespace cobble
