// Implements the escapes.
#include "core/escape.h"

#include <algorithm>

namespace cobble {

std::string Escaped(std::string_view text, std::initializer_list<Escape> escapes) {
  std::string escaped;
  for (const char c : text) {
    const auto found = std::ranges::find(escapes, c, &Escape::character);
    escaped += found == escapes.end() ? std::string_view(&c, 1) : found->text;
  }
  return escaped;
}

std::string Backslashed(std::string_view text, std::string_view characters) {
  std::string escaped;
  for (const char c : text) {
    if (characters.find(c) != characters.npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string EscapedXml(std::string_view text) {
  std::string escaped = Escaped(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'"', "&quot;"}});
  for (std::size_t at = 0; (at = escaped.find("]]>", at)) != escaped.npos;)
    escaped.replace(at + 2, 1, "&gt;");  // would end a CDATA section
  return escaped;
}

}  // namespace cobble
