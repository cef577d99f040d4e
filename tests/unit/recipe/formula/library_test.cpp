// Tests the built-in library.
#include "recipe/formula/library.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "recipe/fields/node_spec.h"
#include "recipe/preset_texts.h"

namespace cobble {
namespace {

TEST_CASE("every function of the library has a description, can be called, tiles and has slopes") {
  using namespace std::string_literals;
  CHECK_FALSE(LibraryFunctions().members().empty());
  for (const std::string_view text : LibraryTexts()) {
    RecipeLayers layers;
    layers.AddLibrary(text, "library");
    layers.AddKey("noise", "x");
    CHECK_NOTHROW(layers.Resolve());
    CHECK(FormatRecipe(text, "library") == text);
  }
  for (const Json::Member& member : LibraryFunctions().members()) {
    const auto& [name, place, json] = member;
    CAPTURE(member.key);
    const Function& function = *FindLibraryFunction(name);
    CHECK(function.is_valid);
    CHECK_FALSE(json.TextAt("description").value_or("").empty());
    std::string arguments;
    for (const Function::Parameter& each : function.parameters)
      if (each.fallback.is_null()) arguments += (arguments.empty() ? "" : ", ") + "perlin()"s;
    const std::string call = name + "(" + arguments + ")";
    RecipeLayers layers;
    layers.AddKey("tiling", "true");
    layers.AddKey("noise", "perlin");
    layers.AddSet("maps.color", call);
    const Recipe recipe = layers.Resolve();
    CHECK(recipe.functions.contains(name));
    CHECK_NOTHROW(Program::Compile(recipe, {.maps = {"color"}}));
    if (FindNodeSpec(recipe.maps.at("color").type)->is_color) continue;
    layers.AddKey("noise", call);
    CHECK_NOTHROW(Program::Compile(layers.Resolve()));
  }
}

TEST_CASE("a function means colours, also where nodes of the recipe have their names") {
  const Recipe recipe = ReadRecipe(
      R"json({"cobble": 1, "noise": {"ref": "black"}, "nodes": {"black": "perlin(4)"},
          "functions": {"faded": {"parameters": "a, b=black", "value": "blend(a, b, 0.5)"}},
          "maps": {"color": "faded(red)"}})json",
      "f");
  CHECK_NOTHROW(Program::Compile(recipe, {.maps = {"color"}}));
}

}  // namespace
}  // namespace cobble
