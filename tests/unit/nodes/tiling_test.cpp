// Tests which tiled pictures nodes refuse, and where positions are too far for them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/errors.h"
#include "support/messages.h"

namespace cobble {
namespace {

void CheckCompiled() {
  test::CheckIssues([](const std::string& text) -> std::vector<Issue> {
    return test::IssuesIn([&] { Program::Compile(ReadRecipe(text, "f")); }, ErrorKind::kRecipe);
  });
}

TEST_CASE("nodes tile whole cells, as many as their pattern needs, in every octave and input") {
  CheckCompiled();
}

TEST_CASE("nodes with cells have limits of positions, also in stamps") { CheckCompiled(); }

}  // namespace
}  // namespace cobble
