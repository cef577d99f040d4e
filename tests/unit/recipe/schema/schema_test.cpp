// Tests the JSON Schema of recipes against the reader, with a small validator.
// cli/recipes/schema_test.cpp uses a real one.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "support/errors.h"
#include "support/schema_validator.h"
#include "unit/recipe/samples.h"

namespace cobble {
namespace {

using nlohmann::json;
using test::SchemaValidator;

bool Reads(const std::string& text) {
  return test::Succeeds([&] { ReadRecipe(text, "f"); });
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
    for (const Detail& detail : type->details)
      CHECK(description.find(detail.text) != std::string::npos);
    for (const Field& field : type->fields) {
      const json& key = definition.at("properties").at(std::string(field.key));
      CHECK(key.at("description").get<std::string>().starts_with(field.help));
      for (const Detail& detail : field.details)
        CHECK(key.at("description").get<std::string>().find(detail.text) != std::string::npos);
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

void CheckDefaults(const SchemaValidator& validator, const json& schema) {
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
  CheckDefaults(SchemaValidator(schema), schema);
}

TEST_CASE("the schema accepts every preset") {
  const SchemaValidator validator(json::parse(RecipeSchema()));
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    const auto value = json::parse(preset.text, nullptr, true, true);
    CHECK(validator.Accepts(value));
    CHECK(validator.Accepts(json::parse(WriteRecipe(ReadRecipe(preset.text, "p")))));
  }
}

TEST_CASE("schema and reader agree on every field") {
  const SchemaValidator validator(json::parse(RecipeSchema()));
  for (const Field& field : Fields()) {
    for (const test::Sample& sample : test::SamplesOf(field))
      CHECK_MESSAGE(validator.Accepts(json::parse(sample.text)) == sample.right, sample.text);
  }
}

// Formulas where they are allowed, and texts where they are not; FORMULA stands for a formula.
constexpr std::string_view kPlaces[] = {
    R"({"cobble": 1, "noise": FORMULA, "nodes": {"rock": "perlin"}})",
    R"({"cobble": 1, "noise": "rock", "nodes": {"rock": FORMULA}})",
    R"({"cobble": 1, "noise": {"type": "abs", "source": FORMULA}, "nodes": {"rock": "perlin"}})",
    R"({"cobble": 1, "noise": {"type": "warp", "source": "rock", "by": FORMULA},
        "nodes": {"rock": "perlin"}})",
    R"({"cobble": 1, "noise": {"type": "warp", "source": "rock", "by": [0, FORMULA]},
        "nodes": {"rock": "perlin"}})",
    R"({"cobble": 1, "noise": "perlin", "maps": {"m": FORMULA}, "nodes": {"rock": "perlin"}})",
    R"({"cobble": 1, "noise": "perlin", "nodes": {"rock": "perlin"},
        "maps": {"m": {"type": "luminance", "source": FORMULA}}})"};

std::string At(std::string_view place, const std::string& formula) {
  std::string text(place);
  const std::string_view word = "FORMULA";
  return text.replace(text.find(word), word.size(), json(formula).dump());
}

TEST_CASE("the schema accepts formulas wherever the reader does") {
  const SchemaValidator validator(json::parse(RecipeSchema()));
  for (const std::string_view place : kPlaces) {
    for (const char* formula :
         {"perlin", "perlin()", "2", " -voronoi(8, F2-F1) ", "terrace(ridged(simplex(2), 6), 12)",
          "white(8, pattern='a; {b}')", "white(8, pattern=\u00e9)", "white(8, pattern=a&b)",
          "white(8, pattern=a#b)", "white(8, pattern=#1)", "white(8, pattern = a/b:c)",
          "white(8, pattern=\"\\u0041\")", "x > 0.5 ?\n x^2 : perlin(8) % 1",
          "luminance(ramp(x, [[0, #332b22], [1, wheat]]))", "curve(x, [[-1, .5], [1, 2e-3]])"}) {
      const std::string text = At(place, formula);
      CAPTURE(text);
      CHECK(Reads(text));
      CHECK(validator.Accepts(json::parse(text)));
    }
    for (const char* formula :
         {"", " ", "perlin(8) +", "* 2", "x = 4;", "x || y", "x & y", "{x}", "#12", "#abcd",
          "'text'", "x[", "x!", "perlin\u00a0(8)", "5.", "white(8, pattern='a)", "a -> b?"}) {
      const std::string text = At(place, formula);
      CAPTURE(text);
      CHECK_FALSE(Reads(text));
      CHECK_FALSE(validator.Accepts(json::parse(text)));
    }
  }
}

TEST_CASE("the schema accepts all words that formulas take without quotes") {
  const SchemaValidator validator(json::parse(RecipeSchema()));
  const std::string name = "m\xc3\xa9l\xc3\xa9&x";
  for (const std::string& formula : {"ref(" + name + ")", "2*ref( " + name + " )",
                                     "ref(" + name + ") + voronoi(4, pattern=a&b)"}) {
    const std::string text =
        R"({"cobble": 1, "noise": ")" + formula + R"(", "nodes": {")" + name + R"(": "perlin"}})";
    CAPTURE(text);
    CHECK(Reads(text));
    CHECK(validator.Accepts(json::parse(text)));
  }
  // A word ends at a quote.
  const std::string quote = R"-({"cobble": 1, "noise": "white(8, pattern=don't)"})-";
  CHECK_FALSE(Reads(quote));
}

TEST_CASE("the schema describes formulas") {
  const json schema = json::parse(RecipeSchema());
  const json& formula = schema.at("definitions").at("formula");
  CHECK(formula.at("type") == "string");
  CHECK(formula.at("description").get<std::string>().find("explain formulas") != std::string::npos);
}

// Each test of recipes checks all other kinds of errors (CheckSchemaAgrees).
TEST_CASE("schema and reader agree on objects") {
  const SchemaValidator validator(json::parse(RecipeSchema()));
  for (const char* text :
       {R"({"cobble": 1, "noise": {"type": "perlin"}, "x-s": [1]})",
        R"({"cobble": 1, "noise": {"type": "perlin", "x-amount": 1}})",
        R"({"cobble": 1, "domain": {"x-a": 1, "rotation": 1}, "noise": {"type": "value"}})",
        R"({"cobble": 1, "noise": {"type": "hill", "smoothness": 0.3, "waves": 3}})",
        R"({"cobble": 1, "noise": {"type": "hill", "distribution": {}}})",
        R"({"cobble": 1, "noise": {"type": "hill",
            "distribution": {"type": "exponential", "rate": 1, "x-a": {}}}})",
        R"({"cobble": 1, "noise": {"ref": "a", "x-a": 1}, "nodes": {"a": {"ref": "b"}}})",
        R"({"cobble": 1, "noise": {"ref": ["a"]}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"a": {"octaves": 1}}})",
        R"({"cobble": 1, "noise": {"type": "value"}, "nodes": {"\u20ac": 0.5}})",
        R"({"cobble": 1, "noise": {"type": "mix", "a": 0, "b": 1, "by": [0.5]}})"}) {
    CAPTURE(text);
    CHECK(validator.Accepts(json::parse(text)) == Reads(text));
  }
}

}  // namespace
}  // namespace cobble
