// Tests which tiled pictures nodes refuse, and where positions are too far for them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"

namespace cobble {
namespace {

void CheckCompiled() {
  test::CheckIssues([](const std::string& text) -> std::vector<Issue> {
    try {
      Program::Compile(ReadRecipe(text, "f"));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::kRecipe);
      return error.issues();
    }
    return {};
  });
}

TEST_CASE("nodes tile whole cells, as many as their pattern needs, in every octave and input") {
  CheckCompiled();
}

TEST_CASE("nodes with cells have limits of positions, also in stamps") { CheckCompiled(); }

}  // namespace
}  // namespace cobble
