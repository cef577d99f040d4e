// Tests that a recipe with functions is the recipe that their calls expand to, however it is
// written.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/tables.h"
#include "support/random/recipe.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

using nlohmann::json;

bool IsNode(const json& value) {
  return value.is_object() && value.contains("type") &&
         FindNodeSpec(value["type"].get<std::string>()) != nullptr;
}

// Gives each noise without a seed a pattern, since its seed follows from its place.
void AddPatterns(json* value, int* count) {
  if (IsNode(*value) && !value->contains(kSeedKey) && !value->contains(kPatternKey)) {
    const auto type = NodeTypeNumber((*value)["type"].get<std::string>());
    if (FindFieldOf(ObjectKind::kNode, *type, kPatternKey))
      (*value)[kPatternKey] = "noise " + std::to_string(++*count);
  }
  if (value->is_structured())
    for (json& item : *value) AddPatterns(&item, count);
}

// Replaces some of the nodes in a recipe by calls of functions that give them.
class FunctionMaker {
 public:
  explicit FunctionMaker(Random& random) : random_(random) {}

  json Make(json recipe) {
    for (const char* const key : {"noise", "nodes", "maps"})
      if (recipe.contains(key)) Replace(&recipe[key]);
    if (!functions_.empty()) recipe["functions"] = functions_;
    return recipe;
  }

 private:
  void Replace(json* value) {
    if (IsNode(*value) && random_.Chance(0.4)) {
      *value = CallOf(*value);
    } else if (value->is_structured() && !value->contains("ref")) {
      for (auto& [key, item] : value->items())
        if (key != "distribution") Replace(&item);
    }
  }

  std::string CallOf(json body) {
    parameters_.clear();
    arguments_.clear();
    Replace(&body, "");
    const std::string name = Add({{"value", body}}), call = name + "(" + parameters_ + ")";
    const bool is_nested = random_.Chance(0.3);
    const std::string outer =
        is_nested ? Add({{"nodes", {{"own node", call}}}, {"value", "ref('own node')"}}) : name;
    return outer + "(" + arguments_ + ")";
  }

  std::string Add(json function) {
    if (!parameters_.empty()) function["parameters"] = parameters_;
    const std::string name = "f" + std::to_string(functions_.size());
    functions_[name] = std::move(function);
    return name;
  }

  // Replaces refs, which a body does not see, and some numbers by parameters.
  void Replace(json* value, const std::string& key) {
    if (value->is_object() && value->contains("ref")) {
      *value = Parameter("ref('" + (*value)["ref"].get<std::string>() + "')");
    } else if (value->is_structured()) {
      for (auto& [inner, item] : value->items()) Replace(&item, inner);
    } else if (value->is_number() && random_.Chance(0.3)) {
      *value = Parameter(value->dump());
    } else if (value->is_string() && key != "type" && key != "name" && random_.Chance(0.3)) {
      *value = Parameter("'" + value->get<std::string>() + "'");
    }
  }

  std::string Parameter(const std::string& argument) {
    const std::string name =
        "p" + std::to_string(functions_.size()) + "-" + std::to_string(parameters_.size());
    parameters_ += (parameters_.empty() ? "" : ", ") + name;
    arguments_ += (arguments_.empty() ? "" : ", ") + argument;
    return name;
  }

  Random& random_;
  json functions_ = json::object();
  std::string parameters_, arguments_;
};

TEST_CASE("random recipes with functions are the recipes that their calls expand to") {
  Random random(36);
  const int count = kUnderSanitizer ? 40 : 400;
  std::size_t functions = 0;
  for (RecipeWish wish : MixedWishes(count, 8, 64, 48)) {
    wish.colors = random.Chance(0.3);
    wish.axes = random.Chance(0.5);
    json plain = json::parse(RandomRecipe(random, wish));
    int noises = 0;
    for (const char* const key : {"noise", "nodes", "maps"})
      if (plain.contains(key)) AddPatterns(&plain[key], &noises);
    const std::string text = FunctionMaker(random).Make(plain).dump();
    CAPTURE(text);
    const Recipe recipe = ReadRecipe(text, "f");
    functions += recipe.functions.size();
    REQUIRE(recipe == ReadRecipe(plain.dump(), "f"));
    RequireReadsBack(recipe, text);
  }
  CHECK(functions > static_cast<std::size_t>(count));
}

}  // namespace
}  // namespace cobble::test
