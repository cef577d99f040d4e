// Escapes characters that are special where a text is written.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace cobble {

struct Escape {
  char character;
  std::string_view text;  // its replacement
};
std::string Escaped(std::string_view text, std::initializer_list<Escape> escapes);

// Returns the text with a backslash before each of these characters.
std::string Backslashed(std::string_view text, std::string_view characters);

// Returns the text escaped for the content of an XML element or an attribute in double quotes. The
// text must be UTF-8 without control characters, which XML cannot hold.
std::string EscapedXml(std::string_view text);

}  // namespace cobble
