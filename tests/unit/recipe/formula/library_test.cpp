// Tests the built-in library.
#include "recipe/formula/library.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "recipe/preset_texts.h"

namespace cobble {
namespace {

TEST_CASE("every function of the library is valid, has a description, and can be called") {
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
      if (each.fallback.is_null()) arguments += (arguments.empty() ? "" : ", ") + std::string("x");
    RecipeLayers layers;
    layers.AddKey("noise", name + "(" + arguments + ")");
    const Recipe recipe = layers.Resolve();
    CHECK(recipe.functions.contains(name));
    CHECK_NOTHROW(Program::Compile(recipe));
  }
}

}  // namespace
}  // namespace cobble
