// Tests that the field table is complete and that the reader follows its rows.
#include "recipe/fields/fields.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/read_value.h"
#include "unit/recipe/samples.h"

namespace cobble {
namespace {

using test::PointerOf;
using test::RecipeWith;
using test::Sample;
using Words = std::vector<std::string_view>;

template <typename Action>
std::optional<Error> ErrorIn(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

std::optional<Error> ErrorOfText(const std::string& text) {
  return ErrorIn([&] { ReadRecipe(text, "f"); });
}

TEST_CASE("rows are complete and unique, or unique per type") {
  std::map<std::pair<ObjectKind, std::string_view>, Types> seen;
  for (const Field& field : Fields()) {
    CAPTURE(field.key);
    const bool has_types = !TypesOf(field.object).empty();
    CHECK(has_types == field.used_by.any());
    CHECK(UsersOf(field).empty() == (!has_types || field.key == "ref"));
    const auto [before, is_first] = seen.emplace(std::pair(field.object, field.key), Types{});
    CHECK((is_first || has_types));
    CHECK((before->second & field.used_by).none());
    before->second |= field.used_by;
    CHECK_FALSE(field.help.empty());
    CHECK(field.help.find('\n') == std::string_view::npos);
    const bool holds_more = field.type == FieldType::kObject || field.type == FieldType::kInput ||
                            ShapeOf(field.type) == FieldShape::kNamed ||
                            field.object == ObjectKind::kKnob ||
                            field.object == ObjectKind::kFunction;
    CHECK((has_types || holds_more) == (field.access.get == nullptr));
    CHECK((field.access.get == nullptr) == (field.access.set == nullptr));
    const auto& [low, high] = field.useful;
    CHECK((low == high || (field.minimum <= low && low < high && high <= field.maximum)));
    CHECK(field.required + !field.fallback.empty() + !field.default_text.empty() == 1);
  }
}

TEST_CASE("keys that other rows name exist for the same types") {
  int named = 0;
  for (const Field& field : Fields()) {
    std::vector<std::string_view> keys(field.excludes.begin(), field.excludes.end());
    keys.insert(keys.end(), {field.not_below, field.above});
    for (const std::string_view key : keys) {
      if (key.empty()) continue;
      CAPTURE(field.key);
      CAPTURE(key);
      for (const std::string_view type : UsersOf(field)) {
        const auto index = FindType(field.object, type);
        const Field* const other = FindField(field.object, key, index);
        REQUIRE(other != nullptr);
        CHECK(Uses(*index, *other));
        ++named;
      }
    }
  }
  CHECK(named > 0);
}

TEST_CASE("a key of several rows is found by its type") {
  const auto function = [](std::string_view type) {
    return FindField(ObjectKind::kNode, "function", NodeTypeNumber(type));
  };
  CHECK(function("cell")->choices.data() == Names<CellFunction>().data());
  CHECK(function("voronoi")->choices.data() == Names<VoronoiFunction>().data());
  CHECK(function("perlin") == function(""));
  CHECK(UsersOf(*function("cell")) == Words{"cell"});
  const Words users = UsersOf(ObjectKind::kNode, "function");
  for (const std::string_view type : {"cell", "voronoi"})
    CHECK(std::ranges::count(users, type) == 1);
  const Words keys = KeysOf(ObjectKind::kNode);
  CHECK(std::count(keys.begin(), keys.end(), "function") == 1);
}

TEST_CASE("a recipe's defaults are those of the table") {
  const Recipe read =
      ReadRecipe(R"({"cobble": 1, "noise": {"type": "constant", "value": 0}})", "f");
  Recipe made;
  made.noise = Node::Constant(0);
  CHECK(read == made);
}

TEST_CASE("the defaults of a node are those of its rows") {
  for (const Field& field : Fields()) {
    if (field.object != ObjectKind::kNode || field.fallback.empty()) continue;
    if (field.type == FieldType::kObject || field.type == FieldType::kInput) continue;
    for (const std::string_view type : UsersOf(field)) {
      CAPTURE(field.key);
      CAPTURE(type);
      const Recipe recipe = ReadRecipe(RecipeWith(field, type, "", ""), "f");
      const bool is_map = PointerOf(field, type).starts_with("/maps/");
      const Node& node = is_map ? recipe.maps.at("m") : recipe.noise;
      REQUIRE(node.Has(field.key));
      CHECK((node.values.at(std::string(field.key)) == *DefaultValue(field)));
    }
  }
}

// Accepted values read back from both complete texts.
TEST_CASE("every field accepts its minimum and maximum, and nothing outside") {
  for (const Field& field : Fields()) {
    for (const Sample& sample : test::SamplesOf(field)) {
      CAPTURE(sample.text);
      Recipe recipe;
      const auto error = ErrorIn([&] { recipe = ReadRecipe(sample.text, "f"); });
      CHECK(error.has_value() != sample.right);
      if (!error) {
        const std::string text = WriteRecipe(recipe), line = WriteRecipeLine(recipe);
        CHECK(ReadRecipe(text, "f") == recipe);
        CHECK(ReadRecipe(line, "f") == recipe);
        CHECK(WriteRecipe(ReadRecipe(line, "f")) == text);
        CHECK(line.find('\n') == std::string::npos);
        continue;
      }
      CAPTURE(error->what());
      CHECK(error->kind() == ErrorKind::kRecipe);
      CHECK(error->issues().size() == 1);
      const std::string where = error->issues()[0].where;
      CHECK(where.starts_with("f:"));
      CHECK(where.find(": " + sample.pointer) != std::string::npos);
    }
  }
}

TEST_CASE("every misspelt key is reported, with a suggestion") {
  for (const Field& field : Fields()) {
    const bool is_named =
        field.object == ObjectKind::kKnob || field.object == ObjectKind::kFunction;
    if (field.key.size() < 2 || is_named) continue;
    const std::string typo = std::string(field.key) + field.key.back();
    const auto users = UsersOf(field);
    const std::string_view type = users.empty() ? "" : users[0];
    const auto error = ErrorOfText(RecipeWith(field, type, typo, "1"));
    REQUIRE(error.has_value());
    CAPTURE(error->what());
    const auto& issues = error->issues();
    const auto reported = std::find_if(issues.begin(), issues.end(), [&](const Issue& issue) {
      return issue.where.ends_with(PointerOf(field, type) + field.key.back());
    });
    REQUIRE(reported != issues.end());
    CHECK(reported->hint.Text().find(Quoted(field.key)) != std::string::npos);
  }
}

// For each type that uses a field.
TEST_CASE("exactly the required fields are reported when missing") {
  int required = 0;
  for (const Field& field : Fields()) {
    if (field.object != ObjectKind::kNode && field.object != ObjectKind::kDistribution) continue;
    for (const std::string_view type : UsersOf(field)) {
      if (field.key == "type") continue;
      CAPTURE(field.key);
      CAPTURE(type);
      const auto error = ErrorOfText(RecipeWith(field, type, "", ""));
      CHECK(error.has_value() == field.required);
      if (!error) continue;
      ++required;
      REQUIRE(error->issues().size() == 1);
      CHECK(error->issues()[0].where.ends_with(": " + PointerOf(field, type)));
    }
  }
  CHECK(required > 0);
}

TEST_CASE("keys that exclude each other are refused together, in every type") {
  using nlohmann::json;
  for (const Field& field : Fields()) {
    for (const std::string_view other : field.excludes) {
      if (other.empty()) continue;
      CAPTURE(field.key);
      CAPTURE(other);
      std::set<std::string> seen;
      for (const Sample& sample : test::SamplesOf(field)) {
        json recipe = json::parse(sample.text);
        const json::json_pointer object = json::json_pointer(sample.pointer).parent_pointer();
        const std::string type = recipe[object]["type"];
        if (!sample.right || !seen.insert(type).second) continue;
        const Field* const excluded = FindField(field.object, other, FindType(field.object, type));
        REQUIRE(excluded != nullptr);
        const Sample value = test::SamplesOf(*excluded).front();
        REQUIRE(value.right);
        const json given = json::parse(value.text);
        recipe[object][std::string(other)] = given[json::json_pointer(value.pointer)];
        const auto error = ErrorOfText(recipe.dump());
        REQUIRE(error.has_value());
        const std::string pointer = error->issues()[0].pointer;
        CHECK((pointer == sample.pointer || pointer.ends_with("/" + std::string(other))));
      }
      CHECK_FALSE(seen.empty());
    }
  }
}

// Checks that a key that the type lacks is rejected in a file, as a flag and as a set.
void CheckRejected(const Field& field, std::string_view type) {
  const std::string key(field.key), name(type), path = "noise." + key;
  const std::string message = Quoted(key) + " is not used by " + Quoted(name);
  const auto reported = [&](const std::string& where, const std::optional<Error>& error) {
    REQUIRE(error.has_value());
    const auto& issues = error->issues();
    return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
      return issue.where == where && issue.message.Text().starts_with(message);
    });
  };
  const auto resolve = [&](const auto& add) {
    RecipeLayers layers;
    layers.AddKey("noise", name);
    add(layers);
    return ErrorIn([&] { layers.Resolve(); });
  };
  const std::string before = R"({"cobble": 1, "noise": {"type": ")" + name + R"(", )";
  const std::string place = "f:1:" + std::to_string(before.size() + 1) + ": /noise/" + key;
  CHECK(reported(place, ErrorOfText(before + '"' + key + R"(": 1}})")));
  CHECK(reported(path, resolve([&](auto& layers) { layers.AddSet(path, "1"); })));
  const std::string value(field.choices.empty() ? "1" : field.choices.back());
  const auto by_key = resolve([&](auto& layers) { layers.AddKey(path, value, "--" + key); });
  CHECK(reported("--" + key, by_key));
}

TEST_CASE("every node type rejects the keys of other types and names the types that use them") {
  for (const std::string_view type : TypesOf(ObjectKind::kNode)) {
    const auto value = FindType(ObjectKind::kNode, type);
    REQUIRE(value.has_value());
    for (const Field& field : Fields()) {
      if (field.object != ObjectKind::kNode || field.key == "ref") continue;
      const Words own = KeysOf(ObjectKind::kNode, value);
      if (std::find(own.begin(), own.end(), field.key) != own.end()) continue;
      CAPTURE(type);
      CAPTURE(field.key);
      CheckRejected(field, type);
    }
  }
}

TEST_CASE("a row has a path") {
  using enum ObjectKind;
  CHECK(PathOf(*FindField(kDistribution, "alpha")) == "noise.distribution.alpha");
  CHECK(PathOf(*FindField(kDomain, "rotate")) == "domain.rotate");
  CHECK(PathOf(*FindField(kNode, "octaves")) == "noise.octaves");
  CHECK(PathOf(*FindField(kRecipe, "size")) == "size");
}

}  // namespace
}  // namespace cobble
