// Tests the JSON Schema of recipes against the reader, with a small validator.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "recipe/fields.h"
#include "recipe/node_spec.h"
#include "unit/recipe/samples.h"

namespace cobble {
namespace {

using nlohmann::json;

// The part of draft-07 that the schema uses; an unknown keyword fails the test.
class Validator {
 public:
  explicit Validator(json schema) : root_(std::move(schema)) {}

  bool Accepts(const json& value) const { return Accepts(root_, value); }
  bool Accepts(const json& schema, const json& value) const {
    if (schema.is_boolean()) return schema.get<bool>();
    for (const auto& [keyword, argument] : schema.items()) {
      if (!Holds(schema, keyword, argument, value)) return false;
    }
    return true;
  }

 private:
  bool Holds(const json& schema, const std::string& keyword, const json& argument,
             const json& value) const {
    static const std::set<std::string> kOfNumbers{"minimum", "exclusiveMinimum", "maximum"};
    static const std::set<std::string> kOfArrays{"minItems", "maxItems", "uniqueItems", "items"};
    static const std::set<std::string> kOfObjects{"required", "properties", "propertyNames",
                                                  "additionalProperties"};
    static const std::set<std::string> kSilent{"$schema",     "title",   "description",
                                               "definitions", "default", "patternProperties",
                                               "then",        "else"};
    if (kSilent.contains(keyword)) return true;
    if (keyword == "$ref") return Accepts(root_.at(json::json_pointer(Path(argument))), value);
    if (keyword == "type") return HasType(argument, value);
    if (keyword == "enum") return Contains(argument, value);
    if (keyword == "const") return argument == value;
    if (keyword == "not") return !Accepts(argument, value);
    if (keyword == "allOf") return All(argument, value);
    if (keyword == "if") {
      const char* const branch = Accepts(argument, value) ? "then" : "else";
      return !schema.contains(branch) || Accepts(schema.at(branch), value);
    }
    if (keyword == "pattern") return Matches(argument, value);
    if (kOfNumbers.contains(keyword)) {
      return !value.is_number() || HoldsNumber(keyword, argument, value);
    }
    if (kOfArrays.contains(keyword)) {
      return !value.is_array() || HoldsArray(keyword, argument, value);
    }
    REQUIRE(kOfObjects.contains(keyword));
    return !value.is_object() || HoldsObject(schema, keyword, argument, value);
  }

  static std::string Path(const json& reference) { return reference.get<std::string>().substr(1); }

  static bool HasType(const json& type, const json& value) {
    if (!type.is_array()) return HasOneType(type, value);
    return std::any_of(type.begin(), type.end(),
                       [&](const json& one) { return HasOneType(one, value); });
  }

  static bool HasOneType(const std::string& type, const json& value) {
    if (type == "integer") return value.is_number() && std::floor(value.get<double>()) == value;
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  // Matches by characters. The schema's patterns write characters beyond ASCII as escapes.
  static bool Matches(const std::string& pattern, const std::string& text) {
    const std::wregex regex(std::wstring(pattern.begin(), pattern.end()));
    return std::regex_search(Wide(text), regex);
  }

  static std::wstring Wide(const std::string& text) {
    std::wstring wide;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t length = Utf8Length(text.substr(i));
      REQUIRE(length > 0);
      wchar_t c = static_cast<uint8_t>(text[i]) & (length == 1 ? 0x7F : 0x7F >> length);
      for (std::size_t k = 1; k < length; ++k)
        c = c << 6 | (static_cast<uint8_t>(text[i + k]) & 0x3F);
      wide += c;
      i += length;
    }
    return wide;
  }

  static bool Contains(const json& list, const json& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }

  bool All(const json& schemas, const json& value) const {
    return std::all_of(schemas.begin(), schemas.end(),
                       [&](const json& schema) { return Accepts(schema, value); });
  }

  static bool HoldsNumber(const std::string& keyword, const json& limit, const json& value) {
    if (keyword == "minimum") return value >= limit;
    if (keyword == "exclusiveMinimum") return value > limit;
    return value <= limit;
  }

  bool HoldsArray(const std::string& keyword, const json& argument, const json& value) const {
    if (keyword == "minItems") return value.size() >= argument;
    if (keyword == "maxItems") return value.size() <= argument;
    if (keyword == "uniqueItems")
      return std::set<json>(value.begin(), value.end()).size() == value.size();
    return std::all_of(value.begin(), value.end(),
                       [&](const json& item) { return Accepts(argument, item); });
  }

  bool HoldsObject(const json& schema, const std::string& keyword, const json& argument,
                   const json& value) const {
    if (keyword == "required") {
      return std::all_of(argument.begin(), argument.end(),
                         [&](const json& key) { return value.contains(key.get<std::string>()); });
    }
    if (keyword == "properties") {
      return std::all_of(argument.items().begin(), argument.items().end(), [&](const auto& entry) {
        return !value.contains(entry.key()) || Accepts(entry.value(), value.at(entry.key()));
      });
    }
    if (keyword == "propertyNames") {
      return std::all_of(value.items().begin(), value.items().end(),
                         [&](const auto& entry) { return Accepts(argument, entry.key()); });
    }
    REQUIRE(schema.at("patternProperties") == json{{"^x-", json::object()}});
    const json known = schema.value("properties", json::object());
    return std::all_of(value.items().begin(), value.items().end(), [&](const auto& entry) {
      if (entry.key().starts_with("x-") || known.contains(entry.key())) return true;
      return argument.is_object() && Accepts(argument, entry.value());
    });
  }

  json root_;
};

bool Reads(const std::string& text) {
  try {
    ReadRecipe(text, "f");
    return true;
  } catch (const Error&) {
    return false;
  }
}

TEST_CASE("the schema is a complete draft-07 schema") {
  const std::string text = RecipeSchema();
  CHECK(text.ends_with("}\n"));
  const json schema = json::parse(text);
  CHECK(schema.at("$schema") == "http://json-schema.org/draft-07/schema#");
  for (const NodeSpec* type : NodeSpecs()) {
    const json& definition = schema.at("definitions").at("node." + std::string(type->name));
    const std::string description = definition.at("description");
    CHECK(description.starts_with(type->summary));
    CHECK(description.find(type->value) != std::string::npos);
    for (const Field& field : type->fields) {
      const json& key = definition.at("properties").at(std::string(field.key));
      CHECK(key.at("description").get<std::string>().starts_with(field.help));
      if (!field.fallback.empty() && field.type != FieldType::kObject)
        CHECK(key.at("default") == json::parse(field.fallback));
    }
  }
  for (const Field& field : Fields()) {
    if (field.object != ObjectKind::kRecipe) continue;
    const json& key = schema.at("properties").at(std::string(field.key));
    CHECK(key.at("description").get<std::string>().starts_with(field.help));
  }
}

// Checks that every default in a schema and in its subschemas is valid.
void CheckDefaults(const Validator& validator, const json& schema) {
  CAPTURE(schema.dump());
  if (schema.is_object() && schema.contains("default") && schema.contains("description")) {
    CHECK(validator.Accepts(schema, schema.at("default")));
  }
  for (const json& inner : schema) {
    if (inner.is_structured()) CheckDefaults(validator, inner);
  }
}

TEST_CASE("the defaults in the schema are valid") {
  const json schema = json::parse(RecipeSchema());
  CheckDefaults(Validator(schema), schema);
}

TEST_CASE("the schema accepts every preset") {
  const Validator validator(json::parse(RecipeSchema()));
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    const auto value = json::parse(preset.text, nullptr, true, true);
    CHECK(validator.Accepts(value));
    CHECK(validator.Accepts(json::parse(WriteRecipe(ReadRecipe(preset.text, "p")))));
  }
}

TEST_CASE("schema and reader agree on every field") {
  const Validator validator(json::parse(RecipeSchema()));
  for (const Field& field : Fields()) {
    for (const test::Sample& sample : test::SamplesOf(field)) {
      CAPTURE(sample.text);
      CHECK(validator.Accepts(json::parse(sample.text)) == sample.right);
    }
  }
}

TEST_CASE("schema and reader agree on objects") {
  const Validator validator(json::parse(RecipeSchema()));
  for (const char* text :
       {R"({})",
        R"({"cobble": 1})",
        R"({"noise": {"type": "perlin"}})",
        R"([])",
        R"(5)",
        R"({"cobble": 1, "noise": {"type": "perlin"}, "sizes": 1})",
        R"({"cobble": 1, "noise": {"type": "perlin"}, "x-s": [1]})",
        R"({"cobble": 1, "noise": {"type": "perlin", "amount": 1}})",
        R"({"cobble": 1, "noise": {"type": "perlin", "x-amount": 1}})",
        R"({"cobble": 1, "noise": {"type": "add", "a": 1}})",
        R"({"cobble": 1, "noise": {"type": "add", "a": 1, "b": {"type": "warp"}}})",
        R"({"cobble": 1, "noise": {"type": "add", "a": 1, "b": {"type": "value"}}})",
        R"({"cobble": 1, "noise": {"octaves": 1}})",
        R"({"cobble": 1, "noise": {"type": "warp", "source": 1, "by": {"type": "value"}}})",
        R"({"cobble": 1, "domain": {"x-a": 1, "rotation": 1}, "noise": {"type": "value"}})",
        R"({"cobble": 1, "noise": {"type": "cell", "function": "F4"}})",
        R"({"cobble": 1, "noise": {"type": "cell", "function": "edge"}})",
        R"({"cobble": 1, "noise": {"type": "voronoi", "function": "edge"}})",
        R"({"cobble": 1, "noise": {"type": "voronoi", "function": "F4"}})",
        R"({"cobble": 1, "noise": {"type": "cell", "weights": [1]}})",
        R"({"cobble": 1, "noise": {"type": "cell", "weights": [1], "function": "F1"}})",
        R"({"cobble": 1, "noise": {"type": "hill", "sizes": [1], "frequency": 2}})",
        R"({"cobble": 1, "noise": {"type": "hill", "sizes": [1], "waves": 1}})",
        R"({"cobble": 1, "noise": {"type": "hill", "smoothness": 0.3, "sizes": [1]}})",
        R"({"cobble": 1, "noise": {"type": "hill", "smoothness": 0.3, "waves": 3}})",
        R"({"cobble": 1, "noise": {"type": "hill", "distribution": {}}})",
        R"({"cobble": 1, "noise": {"type": "hill", "distribution": {"rate": 1}}})",
        R"({"cobble": 1, "noise": {"type": "hill", "distribution": {"type": "exponential"}}})",
        R"({"cobble": 1, "noise": {"type": "hill",
            "distribution": {"type": "exponential", "rate": 1, "x-a": {}}}})",
        R"({"cobble": 1, "noise": {"type": "hill",
            "distribution": {"type": "exponential", "rate": 1, "mean": 1}}})",
        R"({"cobble": 1, "noise": {"ref": "a"}})",
        R"({"cobble": 1, "noise": {"ref": "a", "x-a": 1}, "nodes": {"a": {"ref": "b"}}})",
        R"({"cobble": 1, "noise": {"ref": "a", "type": "value"}})",
        R"({"cobble": 1, "noise": {"ref": "a", "octaves": 1}})",
        R"({"cobble": 1, "noise": {"ref": ["a"]}})",
        R"({"cobble": 1, "noise": {"type": "ref"}})",
        R"({"cobble": 1, "noise": {"type": "ref", "ref": "a"}})",
        R"({"cobble": 1, "noise": {"type": "abs", "source": {"ref": "a"}}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"a": {"type": "value"}}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"a": {"octaves": 1}}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"a": 0.5}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"x-a": 0.5}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"\u0085": {"type": "value"}}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"\u202e": {"type": "value"}}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"\u20ac": {"type": "value"}}})",
        R"({"cobble": 1, "noise": {"type": "mix", "a": 0, "b": 1, "by": 0.5}})",
        R"({"cobble": 1, "noise": {"type": "mix", "a": 0, "b": 1, "by": [0.5]}})",
        R"({"cobble": 1, "noise": {"type": "remap", "source": 1}})",
        R"({"cobble": 1, "noise": {"type": "remap", "source": 1, "from": "natural"}})",
        R"({"cobble": 1, "noise": {"type": "threshold", "source": 1, "level": 1, "softness": 0}})",
        R"({"cobble": 1, "noise": {"type": "fractal", "source": 1, "octaves": 33}})",
        R"({"cobble": 1, "noise": {"type": "transform", "source": 1, "scale": 2}})",
        R"({"cobble": 1, "noise": {"type": "curve", "source": 1, "points": [[0, 1]]}})"}) {
    CAPTURE(text);
    CHECK(validator.Accepts(json::parse(text)) == Reads(text));
  }
}

}  // namespace
}  // namespace cobble
