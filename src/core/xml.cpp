// Implements EscapedXml.
#include "core/xml.h"

namespace cobble {

std::string EscapedXml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>' && escaped.ends_with("]]")) {  // the end of a CDATA section
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace cobble
