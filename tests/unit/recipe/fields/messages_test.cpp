// Tests each sentence of recipe errors once: one for each type of value and each kind of fault. All
// other tests check where errors are and what they suggest.
#include <doctest/doctest.h>

#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::CheckSentences;

TEST_CASE("a wrong value gets the rule of its type") { CheckSentences(); }

TEST_CASE("each kind of fault has a sentence") { CheckSentences(); }

TEST_CASE("each kind of value in the wrong form is answered with what to write") {
  CheckSentences();
}

TEST_CASE("each kind of fault in flags and sets has a sentence") { CheckSentences(); }

}  // namespace
}  // namespace cobble
