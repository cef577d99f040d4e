// Tells apart the ways to fail to be a colour.
#include "recipe/hints/color_hint.h"

#include "core/color.h"
#include "core/suggest.h"

namespace cobble {
namespace {

bool AreHexDigits(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string HexHint(std::string_view digits) {
  if (!AreHexDigits(digits)) return "after #, only 0 to 9 and a to f are digits";
  const std::string count = std::to_string(digits.size());
  const bool has_alpha = digits.size() == 4 || digits.size() == 8;
  return "write 3 or 6 digits after #, not " + count + (has_alpha ? "; colours have no alpha" : "");
}

}  // namespace

Phrase ColorHint(std::string_view text) {
  if (text.starts_with('#')) return HexHint(text.substr(1));
  if (AreHexDigits(text) && (text.size() == 3 || text.size() == 6))
    return "write " + Quoted("#" + std::string(text));
  if (auto hint = DidYouMean(text, ColorNames()); !hint.empty()) return hint;
  return R"(write "#rrggbb", "#rgb", a CSS name or [r, g, b])";
}

}  // namespace cobble
