// Tests that a new node type takes only a file and a row: crest.cpp and its row in nodes/all.cpp,
// only in this program, add it to recipes, schema, flags, help, lists and pictures.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "support/harness.h"

namespace cobble {
namespace {

using nlohmann::json;

constexpr const char* kCrest = R"({"cobble": 1, "size": [64, 48], "range": "none",
  "noise": {"type": "crest", "summit": 0.75, "source": {"ref": "base"}},
  "nodes": {"base": {"type": "perlin", "octaves": 3}}})";
constexpr const char* kBase = R"({"cobble": 1, "size": [64, 48], "range": "none",
  "noise": {"ref": "base"}, "nodes": {"base": {"type": "perlin", "octaves": 3}}})";

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a new type is in the schema, with its keys") {
  const json schema = json::parse(Out("schema"));
  const json& crest = schema.at("definitions").at("node.crest");
  CHECK(crest.at("properties").at("summit").at("default") == 1);
  CHECK(crest.at("required") == json{"type", "source"});
  const json& rules = schema.at("definitions").at("node").at("else").at("allOf");
  CHECK(rules.back().at("if").at("properties").at("type").at("const") == "crest");
  CHECK(rules.back().at("then").at("$ref") == "#/definitions/node.crest");
}

TEST_CASE("a new type is in help, lists and explanations") {
  const std::string help = Out("render --help all");
  CHECK(Holds(help, "crest"));
  CHECK(Holds(Out("list nodes"), "summit - abs(s)"));
  const std::string text = Out("explain crest");
  CHECK(Holds(text, "a straight slope down"));
  CHECK(Holds(text, "the value where the source is 0"));
  CHECK(Holds(text, "s: the value of source"));
}

TEST_CASE("typos suggest the new type and its key") {
  CHECK(Holds(RunCobble({"show", "--noise", "crset"}).err, "did you mean \"crest\"?"));
  const Outcome key = RunCobble({"check", "-"}, R"({"cobble": 1,
      "noise": {"type": "crest", "sumimt": 2, "source": 0}})");
  CHECK(key.status == 3);
  CHECK(Holds(key.err, "did you mean \"summit\"?"));
  const Outcome value = RunCobble({"check", "-"}, R"({"cobble": 1,
      "noise": {"type": "crest", "summit": 200, "source": 0}})");
  CHECK(Holds(value.err, "must be a number from -100 to 100, got 200"));
}

TEST_CASE("a recipe of a new type and its defaults survive the round trip") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1,
      "noise": {"type": "crest", "source": {"type": "value"}}})",
                                   "f");
  CHECK(recipe.noise.Number("summit") == 1);
  CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
}

TEST_CASE("a new type renders, with bounds and slopes") {
  const Program crest = Program::Compile(ReadRecipe(kCrest, "f"));
  const Program base = Program::Compile(ReadRecipe(kBase, "f"));
  CHECK(crest.low() == -0.25);
  CHECK(crest.high() == 0.75);
  const Image made = RenderImage(crest, Map::kValue), from = RenderImage(base, Map::kValue);
  const Image slopes = RenderImage(crest, Map::kSlope),
              base_slopes = RenderImage(base, Map::kSlope);
  for (std::size_t k = 0; k < made.samples.size(); ++k) {
    CHECK(made.samples[k] == 0.75f - std::abs(from.samples[k]));
    const float sign = from.samples[k] > 0 ? -1.0f : 1.0f;
    for (std::size_t a = 2 * k; a < 2 * k + 2; ++a)
      CHECK(slopes.samples[a] == sign * base_slopes.samples[a]);
  }
  Folder folder;
  WriteFile("crest.json", kCrest);
  CHECK(RunCobble({"render", "crest.json", "--range", "fit", "-o", "crest.png"}).status == 0);
}

}  // namespace
}  // namespace cobble
