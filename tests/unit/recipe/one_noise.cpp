// Resolves recipes that have one noise.
#include "unit/recipe/one_noise.h"

#include <doctest/doctest.h>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/schema_validator.h"

namespace cobble::test {

std::string Text(const std::string& type, const std::string& members) {
  return R"({"cobble": 1, "noise": {"type": ")" + type + "\", " + members + "}}";
}

Recipe Resolve(const std::string& text, const Pairs& flags, const Pairs& sets) {
  RecipeLayers layers;
  layers.AddText(text, "f");
  for (const auto& [flag, value] : flags) layers.AddFlag(flag, value);
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

std::string ErrorOf(const std::string& text, const Pairs& flags, const Pairs& sets) {
  try {
    Resolve(text, flags, sets);
  } catch (const Error& error) {
    const bool from_file = std::string(error.what()).starts_with("f:");
    CHECK(error.kind() == (from_file ? ErrorKind::kRecipe : ErrorKind::kUsage));
    if (flags.empty() && sets.empty()) CheckSchemaAgrees(text, error.what());
    return error.what();
  }
  if (flags.empty() && sets.empty()) CheckSchemaAgrees(text, "");
  return "nothing is wrong";
}

}  // namespace cobble::test
