// Tests of formulas against the nodes that they expand to.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/errors.h"
#include "support/messages.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

using Tree = nlohmann::ordered_json;

const Tree& Golden() {
  static const Tree golden =
      Tree::parse(std::ifstream(COBBLE_SOURCE_DIR "/tests/golden/recipe/formulas.json"));
  return golden;
}

Tree NewRecipe() {
  Tree recipe = {{"cobble", 1}, {"noise", {{"type", "perlin"}}}};
  for (const auto& [name, number] : Golden()["names"].items())
    recipe["nodes"][name] = number.is_null() ? Tree{{"type", "perlin"}} : number;
  for (const auto& name : Golden()["color-names"])
    recipe["nodes"][name.get<std::string>()] = {{"type", "color"}, {"value", "#123456"}};
  return recipe;
}

Recipe Read(const Tree& tree) { return ReadRecipe(tree.dump(), "f"); }

TEST_CASE("formulas are the nodes that they expand to") {
  int count = 0;
  for (const Tree& row : Golden()["good"]) {
    CAPTURE(row.dump());
    Tree formula = NewRecipe(), nodes = NewRecipe();
    formula["nodes"]["here"] = row["formula"];
    const Tree& node = row["node"];
    nodes["nodes"]["here"] = node.is_number() ? Tree{{"type", "constant"}, {"value", node}} : node;
    CHECK(Read(formula) == Read(nodes));
    ++count;
  }
  CHECK(count == 116);
}

TEST_CASE("formulas of colours are the nodes that they expand to") {
  int count = 0;
  for (const Tree& row : Golden()["colors"]) {
    CAPTURE(row.dump());
    Tree formula = NewRecipe(), nodes = NewRecipe();
    formula["maps"]["color"] = row["formula"];
    nodes["maps"]["color"] = row["node"];
    CHECK(Read(formula) == Read(nodes));
    ++count;
  }
  CHECK(count == 13);
}

TEST_CASE("bad formulas are refused, at their place") {
  CHECK(Golden()["bad"].size() == 40);
  CheckMessages([](const std::string& formula) -> std::string {
    Tree recipe = NewRecipe();
    recipe["nodes"]["here"] = formula;
    return TextIn([&] { Read(recipe); }, ErrorKind::kRecipe);
  });
}

}  // namespace
}  // namespace cobble::test
