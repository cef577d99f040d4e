// Tests UTF-8: which bytes are valid, and how messages print invalid ones.
#include "core/utf8.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/escape.h"

namespace cobble {
namespace {

TEST_CASE("Utf8Length is the length of the first character") {
  CHECK(Utf8Length("a") == 1);
  CHECK(Utf8Length("\xC3\xA9") == 2);
  CHECK(Utf8Length("\xE2\x82\xAC and more") == 3);
  CHECK(Utf8Length("\xED\x9F\xBF") == 3);
  CHECK(Utf8Length("\xF4\x8F\xBF\xBF") == 4);
  CHECK(IsUtf8("h\xC3\xA9, \xF0\x9F\x98\x80"));
  CHECK(IsUtf8(""));
}

TEST_CASE("Utf8Length is 0 for invalid UTF-8") {
  for (const char* text : {"\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF",
                           "\xED\xA0\x80", "\xE2\x82", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                           "\xF5\x80\x80\x80", "\xFF", "\xE2\x82(", "\xF1\x80\x80"}) {
    CAPTURE(text);
    CHECK(Utf8Length(text) == 0);
    CHECK_FALSE(IsUtf8(text));
  }
  CHECK(Utf8Length("") == 0);
}

TEST_CASE("AppendUtf8 writes characters of every length") {
  std::string text;
  for (const uint32_t code_point :
       {0x00, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0x10000, 0x10FFFF})
    AppendUtf8(code_point, &text);
  CHECK(text == std::string_view("\0A\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBD"
                                 "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
                                 21));
  CHECK(IsUtf8(text));
}

// Returns UTF-16 bytes in both orders, with their marks.
std::array<std::string, 2> Utf16(std::u16string_view text) {
  std::array<std::string, 2> bytes{"\xFF\xFE", "\xFE\xFF"};
  for (const char16_t unit : text) {
    const auto low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
    bytes[0] += {low, high};
    bytes[1] += {high, low};
  }
  return bytes;
}

TEST_CASE("UTF-16 with its mark is decoded") {
  for (const auto& [text, utf8] : std::vector<std::pair<std::u16string, std::string>>{
           {u"", ""},
           {u"a\r\nb", "a\r\nb"},
           {std::u16string(u"a\0b", 3), std::string("a\0b", 3)},
           {u"h\u00E9 \u20AC\uD7FF\uE000\uFEFF\uFFFF",
            "h\xC3\xA9 \xE2\x82\xAC\xED\x9F\xBF"
            "\xEE\x80\x80\xEF\xBB\xBF\xEF\xBF\xBF"},
           {u"\U00010000\U0001F600\U0010FFFF", "\xF0\x90\x80\x80\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF"}})
    for (const std::string& bytes : Utf16(text)) {
      CHECK(HasUtf16Mark(bytes));
      CHECK(DecodedText(bytes) == utf8);
    }
}

TEST_CASE("UTF-16 with half a character is refused") {
  for (const std::u16string& text :
       {std::u16string{0xD800}, std::u16string{0xDFFF}, std::u16string{0xDC00, 0xD800},
        std::u16string{0xD800, 'a'}, std::u16string{0xD800, 0xD800}, std::u16string{'a', 0xDBFF}})
    for (const std::string& bytes : Utf16(text)) CHECK_FALSE(DecodedText(bytes));
  for (std::string bytes : Utf16(u"ab")) {
    bytes.pop_back();
    CHECK_FALSE(DecodedText(bytes));
  }
}

TEST_CASE("bytes without a mark of UTF-16 stay as they are") {
  for (const std::string bytes : {"", "\xFF", "\xFE", "\xEF\xBB\xBF{}", "abc", "\xFF\xFF"}) {
    CHECK_FALSE(HasUtf16Mark(bytes));
    CHECK(DecodedText(bytes) == bytes);
  }
}

TEST_CASE("Printable escapes control characters and invalid bytes") {
  CHECK(Printable("plain \xC3\xA9", 80) == "plain \xC3\xA9");
  CHECK(Printable("a\nb\x1B[0m\x7F", 80) == "a\\x0Ab\\x1B[0m\\x7F");
  CHECK(Printable("\xC2\x9B", 80) == "\\xC2\\x9B");
  CHECK(Printable("\xFFx", 80) == "\\xFFx");
  CHECK(Printable(std::string_view("a\0b", 3), 80) == "a\\x00b");
}

TEST_CASE("Printable truncates between characters") {
  CHECK(Printable("abcd", 4) == "abcd");
  CHECK(Printable("abcde", 4) == "abcd...");
  CHECK(Printable("abc\xC3\xA9", 4) == "abc...");
}

TEST_CASE("characters with a meaning in XML are escaped, others are kept") {
  CHECK(EscapedXml("") == "");
  CHECK(EscapedXml("a<b>&\"c'") == "a&lt;b>&amp;&quot;c'");
  CHECK(EscapedXml("]>]]>") == "]>]]&gt;");
  CHECK(EscapedXml("&amp; \xC3\xA9/_.png") == "&amp;amp; \xC3\xA9/_.png");
}

}  // namespace
}  // namespace cobble
