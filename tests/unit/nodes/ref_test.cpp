// Tests what names in maps mean, and which refs are refused.
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

// Returns the names of the refs in a tree, in order.
std::string RefsIn(const Node& node) {
  std::string names = node.type == "ref" ? node.Text("ref") : std::string();
  for (const auto& [key, inputs] : node.inputs)
    for (const Node& input : inputs) {
      const std::string more = RefsIn(input);
      names += (names.empty() || more.empty() ? "" : " ") + more;
    }
  return names;
}

TEST_CASE("names in maps are nodes, knobs and other maps, in this order") {
  test::CheckAnswers(
      [](const std::string& text) { return RefsIn(ReadRecipe(text, "f").maps.at("m")); });
}

TEST_CASE("refs that cannot be compiled") {
  test::CheckIssues([](const std::string& text) -> std::vector<Issue> {
    return test::IssuesIn([&] { Program::Compile(ReadRecipe(text, "f")); }, ErrorKind::kRecipe);
  });
}

}  // namespace
}  // namespace cobble
