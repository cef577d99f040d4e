// Tests of labels: their width, and how they are cut.
#include "jobs/pictures/label.h"

#include <doctest/doctest.h>

#include <string>

namespace cobble {
namespace {

TEST_CASE("a character outside ASCII is as wide as one question mark") {
  CHECK(LabelWidth("a\xC3\xA4", 1) == LabelWidth("a?", 1));
  CHECK(LabelWidth("\xF0\x9F\x8E\xA8=1", 2) == LabelWidth("?=1", 2));
  CHECK(LabelWidth("\xE6\xA8\x99\xE6\x9C\xAC", 1) == LabelWidth("??", 1));
  // Bytes that are no UTF-8, and a character that is cut off.
  CHECK(LabelWidth("\xFF\xFE", 1) == LabelWidth("??", 1));
  CHECK(LabelWidth("a\xE6\xA8", 1) == LabelWidth("a??", 1));
  CHECK(LabelWidth("", 1) == 0);
}

TEST_CASE("a label is cut between characters") {
  const std::string text = "\xC3\xA4\xC3\xB6\xC3\xBC long enough";
  CHECK(FitLabel(text, 1, LabelWidth(text, 1)) == text);
  CHECK(FitLabel(text, 1, LabelWidth("??...", 1)) == "\xC3\xA4\xC3\xB6...");
  CHECK(FitLabel("\xFF\xFF\xFF\xFF\xFF\xFF", 1, LabelWidth("?...", 1)) == "\xFF...");
}

}  // namespace
}  // namespace cobble
