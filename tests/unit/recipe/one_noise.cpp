// Resolves recipes that have one noise.
#include "unit/recipe/one_noise.h"

#include <doctest/doctest.h>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"
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

Program CompileText(const std::string& noise, const std::string& members,
                    const CompileOptions& options) {
  const std::string text = R"({"cobble": 1, )" + members + R"("noise": )" + noise + "}";
  return Program::Compile(ReadRecipe(text, "f"), options);
}

std::vector<std::string> CompileErrors(const std::string& noise, const std::string& members,
                                       const CompileOptions& options) {
  std::vector<std::string> errors;
  try {
    CompileText(noise, members, options);
  } catch (const Error& error) {
    for (const Issue& issue : error.issues()) errors.push_back(issue.Text());
  }
  return errors;
}

void CheckRecipes() {
  CheckMessages([](const std::string& given) {
    constexpr std::string_view kNext = " + --", kSet = "set ";
    std::size_t next = given.find(kNext);
    const std::string text = given.substr(0, next);
    Pairs flags, sets;
    while (next != std::string::npos) {
      const std::size_t start = next + kNext.size();
      next = given.find(kNext, start);
      std::string layer = given.substr(start, next - start);
      const bool is_set = layer.starts_with(kSet);
      if (is_set) layer.erase(0, kSet.size());
      const std::size_t end = layer.find(is_set ? '=' : ' ');
      REQUIRE_MESSAGE(end != std::string::npos, layer);
      const std::string key = layer.substr(0, end), value = layer.substr(end + 1);
      if (is_set)
        sets.emplace_back(key, value);
      else
        flags.emplace_back("--" + key, value);
    }
    const std::string error = ErrorOf(text, flags, sets);
    return error == "nothing is wrong" ? std::string() : error;
  });
}

}  // namespace cobble::test
