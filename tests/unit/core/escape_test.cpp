// Tests of EscapedXml.
#include "core/escape.h"

#include <doctest/doctest.h>

namespace cobble {
namespace {

TEST_CASE("characters with a meaning in XML are escaped, others are kept") {
  CHECK(EscapedXml("") == "");
  CHECK(EscapedXml("a<b>&\"c'") == "a&lt;b>&amp;&quot;c'");
  CHECK(EscapedXml("]>]]>") == "]>]]&gt;");
  CHECK(EscapedXml("&amp; \xC3\xA9/_.png") == "&amp;amp; \xC3\xA9/_.png");
}

}  // namespace
}  // namespace cobble
