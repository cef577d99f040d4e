// Tests the C interface's descriptions: their JSON agrees with the library's tables.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/json/tree.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "support/sanitizers.h"
#include "unit/c/handles.h"

namespace cobble::test {
namespace {

template <typename Function, typename... Inputs>
JsonTree JsonOf(Function function, const Inputs&... inputs) {
  BytesHandle bytes;
  REQUIRE(Make(&bytes, function, inputs...) == "0");
  return JsonTree::parse(TextOf(bytes));
}

const JsonTree& Described() {
  static const JsonTree description = JsonOf(&cobble_describe);
  return description;
}

JsonTree Outline(const RecipeHandle& recipe) {
  return JsonOf(&cobble_recipe_outline, recipe.get());
}

JsonTree RowWith(const JsonTree& rows, const char* key, std::string_view value) {
  for (const JsonTree& row : rows)
    if (row.contains(key) && row[key] == value) return row;
  FAIL("no row has " << key << " " << value);
  return {};
}

JsonTree NodeNamed(std::string_view name) { return RowWith(Described()["nodes"], "name", name); }

JsonTree KeyOf(std::string_view node, std::string_view key) {
  return RowWith(NodeNamed(node)["keys"], "key", key);
}

TEST_CASE("a description has all types of nodes, with their keys") {
  const JsonTree& nodes = Described()["nodes"];
  REQUIRE(nodes.size() == NodeSpecs().size());
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const NodeSpec& spec = *NodeSpecs()[k];
    CAPTURE(spec.name);
    CHECK(nodes[k]["name"] == spec.name);
    CHECK(nodes[k].contains("noise") == spec.noise.has_value());
    CHECK(nodes[k]["keys"].size() == spec.fields.size());
    for (const auto& argument : nodes[k]["arguments"])
      RowWith(nodes[k]["keys"], "key", argument.get<std::string>());
  }
}

TEST_CASE("a description of a key has its type, limits, default and what it depends on") {
  CHECK(KeyOf("perlin", "octaves") == JsonTree{{"key", "octaves"},
                                               {"type", "integer"},
                                               {"minimum", 1.0},
                                               {"maximum", 32.0},
                                               {"useful", JsonTree::array({1, 12})},
                                               {"default", 1},
                                               {"value", "a whole number from 1 to 32"},
                                               {"help", KeyOf("perlin", "octaves")["help"]},
                                               {"details", KeyOf("perlin", "octaves")["details"]}});
  const JsonTree frequency = KeyOf("perlin", "frequency");
  CHECK(frequency["type"] == "by-axis");
  CHECK(frequency["minimum"] == 0);
  CHECK(frequency["exclusive_minimum"] == true);
  CHECK_FALSE(frequency.contains("maximum"));  // the limit of all numbers
  CHECK(frequency["count"] == 3);
  CHECK(frequency["minimum_count"] == 2);
  const JsonTree source = KeyOf("terrace", "source");
  CHECK(source["accepts"] == "number");
  CHECK(source["required"] == true);
  CHECK_FALSE(source.contains("default"));
  CHECK(KeyOf("ramp", "stops")["type"] == "stops");
  CHECK(KeyOf("blend", "base")["accepts"] == "color");
}

TEST_CASE("an object inside a node is described with its types and their keys") {
  const JsonTree object = KeyOf("hill", "distribution");
  CHECK(object["type"] == "object");
  std::set<std::string> names;
  for (const JsonTree& type : object["types"]) names.insert(type["name"].get<std::string>());
  for (const std::string_view type : TypesOf(ObjectKind::kDistribution))
    CHECK(names.contains(std::string(type)));
  CHECK(std::ranges::any_of(object["types"],
                            [](const JsonTree& type) { return !type["keys"].empty(); }));
}

TEST_CASE("a description has which results are colours") {
  CHECK(NodeNamed("ramp")["color"] == true);
  CHECK_FALSE(NodeNamed("perlin").contains("color"));
  CHECK(NodeNamed("blur")["color_if"] == "source");
  CHECK(NodeNamed("image")["color_if"] == "channel=color");
  CHECK(Described()["colors"]["teal"] == "#008080");
}

TEST_CASE("a description has presets by group, keys by path, maps, formats and formulas") {
  const JsonTree& all = Described();
  CHECK(all["version"] == cobble_version());
  CHECK(all["noise_version"] == cobble_noise_version());
  CHECK(all["presets"].size() == Presets().size());
  CHECK(RowWith(all["presets"], "name", "marble")["group"] == "stone");
  CHECK(std::ranges::is_sorted(
      all["presets"], {}, [](const JsonTree& row) { return row["group"].get<std::string>(); }));
  CHECK(all["fields"].size() == Fields().size());
  CHECK(RowWith(all["fields"], "key", "domain.rotate")["type"] == "vector");
  CHECK(RowWith(all["fields"], "key", "range")["choices"] ==
        JsonTree::array({"natural", "fit", "none"}));
  CHECK_FALSE(RowWith(all["fields"], "key", "domain.extent").contains("default"));
  CHECK(RowWith(all["maps"], "name", "normal")["channels"] == 3);
  CHECK(RowWith(all["formats"], "name", "tiff")["suffixes"] == JsonTree::array({".tif", ".tiff"}));
  CHECK(RowWith(all["functions"], "name", "lerp")["call"] == "lerp(a, b, t)");
  CHECK(RowWith(all["operators"], "operator", "+")["expands_to"] == "add(a, b)");
  CHECK(RowWith(all["engines"], "name", "unreal")["size"].is_string());
  CHECK(RowWith(all["coordinates"], "name", "x").contains("summary"));
}

TEST_CASE("an outline lists the nodes of a recipe with their bounds") {
  const JsonTree nodes = Outline(RecipeOf(R"json({"cobble": 1,
      "nodes": {"rock": "perlin(3)*0.5", "idle": "1 - rock", "sand": "wheat"},
      "noise": "abs(rock) + 1", "maps": {"color": "blend(sand, teal, rock)"}})json"));
  CHECK(nodes[0] == JsonTree{{"pointer", "/noise"},
                             {"type", "add"},
                             {"formula", "abs(rock) + 1"},
                             {"low", 1.0},
                             {"high", 1.5}});
  CHECK(RowWith(nodes, "pointer", "/nodes/rock") == JsonTree{{"pointer", "/nodes/rock"},
                                                             {"type", "multiply"},
                                                             {"name", "rock"},
                                                             {"formula", "perlin(3)*0.5"},
                                                             {"low", -0.5},
                                                             {"high", 0.5}});
  CHECK(RowWith(nodes, "pointer", "/maps/color")["color"] == true);
  CHECK(RowWith(nodes, "pointer", "/maps/color/base")["color"] == true);  // a ref to a colour
  CHECK_FALSE(RowWith(nodes, "pointer", "/noise/a").contains("color"));
  const JsonTree idle = RowWith(nodes, "name", "idle");
  CHECK(idle["formula"] == "1 - rock");
  CHECK_FALSE(idle.contains("low"));
  CHECK(RowWith(nodes, "pointer", "/nodes/idle/b")["type"] == "ref");
}

TEST_CASE("an outline of every preset has each node once") {
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    const JsonTree nodes = Outline(PresetOf(std::string(preset.name).c_str()));
    std::set<std::string> pointers;
    for (const JsonTree& node : nodes) pointers.insert(node["pointer"].get<std::string>());
    CHECK(pointers.size() == nodes.size());
    CHECK(nodes[0]["pointer"] == "/noise");
    CHECK(nodes[0].contains("low") == preset.images.empty());
  }
}

TEST_CASE("an outline needs a valid recipe") {
  cobble_bytes* json = nullptr;
  const RecipeHandle recipe = FormulaOf("a + 1");
  CHECK(ResultOf(&cobble_recipe_outline, recipe.get(), &json)
            .starts_with("2 formula: column 1: unknown name"));
  CHECK(json == nullptr);
}

std::string WarningsIn(const RecipeHandle& recipe) {
  ErrorHandle warnings;
  REQUIRE(Make(&warnings, &cobble_recipe_warnings, recipe.get()) == "0");
  CHECK(cobble_error_status(warnings.get()) == COBBLE_OK);
  return cobble_error_text(warnings.get());
}

TEST_CASE("warnings are those of the command, with keys in place of flags") {
  CHECK(WarningsIn(FormulaOf("perlin(4)")) == "");
  CHECK(WarningsIn(RecipeOf(R"json({"cobble": 1, "nodes": {"idle": "perlin"}, "noise": "1"})json"))
            .ends_with("/nodes/idle: has no effect: no node in use refers to it"));
  const RecipeHandle sliced = FormulaOf("perlin(4)");
  Set(sliced, "domain.slice", "1");
  CHECK(WarningsIn(sliced) ==
        "domain.slice: has no effect: no noise has 3 dimensions; use `noise.dimensions=3`");
  const RecipeHandle fine = FormulaOf("erosion(simplex(2))");
  Set(fine, "size", "100");
  CHECK(WarningsIn(fine).ends_with("too fine to show; use at most 4 octaves"));
}

// Who makes a thumbnail cannot mend the preset's grain. Each size simulates drainage again.
TEST_CASE("no preset warns of its own cells and waves, at any size") {
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;
    for (const char* size : {"512", "64", "128", "1024"}) {
      CAPTURE(preset.name);
      CAPTURE(size);
      const RecipeHandle recipe = PresetOf(std::string(preset.name).c_str());
      Set(recipe, "size", size);
      CHECK(WarningsIn(recipe) == "");
      if (kUnderSanitizer) break;
    }
  }
}

TEST_CASE("warnings need a valid recipe") {
  cobble_error* warnings = nullptr;
  const RecipeHandle recipe = FormulaOf("a + 1");
  CHECK(ResultOf(&cobble_recipe_warnings, recipe.get(), &warnings)
            .starts_with("2 formula: column 1: unknown name"));
  CHECK(warnings == nullptr);
}

}  // namespace
}  // namespace cobble::test
