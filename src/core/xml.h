// Escapes text for XML.
#ifndef COBBLE_CORE_XML_H_
#define COBBLE_CORE_XML_H_

#include <string>
#include <string_view>

namespace cobble {

// Returns the text as the content of an element or of an attribute in double quotes. The text must
// be UTF-8 without control characters, which XML cannot hold.
std::string EscapedXml(std::string_view text);

}  // namespace cobble

#endif  // COBBLE_CORE_XML_H_
