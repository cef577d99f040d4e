// Tests nodes as maps by their JSON pointers ("@/noise/a"): the values that each has in the recipe.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/images/images.h"
#include "support/errors.h"

namespace cobble {
namespace {

constexpr std::size_t kPointCount = 5;

// Returns the maps' channels at some points, one after the other.
std::vector<float> ValuesOf(const Recipe& recipe, const std::vector<std::string>& maps) {
  const std::vector<double> x{-0.4, -0.11, 0.02, 0.23, 0.47}, y{0.3, -0.37, 0.01, 0.44, -0.2},
      z(kPointCount, recipe.domain.slice);
  const Program program = Program::Compile(
      recipe,
      {.positions = CompileOptions::kPoints, .slopes = false, .maps = maps, .value = false});
  std::size_t channels = 0;
  for (const std::string& map : maps)
    channels += static_cast<std::size_t>(FindPictureMap(recipe, map)->channels);
  std::vector<float> values(channels * kPointCount);
  std::vector<std::span<float>> spans;
  for (std::size_t c = 0; c < channels; ++c)
    spans.emplace_back(values.data() + c * kPointCount, kPointCount);
  SamplePoints(program, x, y, z, {.maps = spans});
  return values;
}

// Returns whether no noise below the node gets its seed from its place.
bool HasOwnSeeds(const Node& node) {
  const NodeSpec* const spec = FindNodeSpec(node.type);
  const bool has_seed = std::ranges::count(spec->fields, "seed", &Field::key) > 0;
  if (has_seed && !node.Has("seed") && !node.Has("pattern")) return false;
  return std::ranges::all_of(node.inputs, [](const auto& input) {
    return std::ranges::all_of(input.second, &HasOwnSeeds);
  });
}

// Returns whether the nodes repeat on their own, too, in a tiled picture.
bool StandInPicture(const Recipe& recipe, const std::vector<std::string>& maps) {
  return test::Succeeds(
      [&] { Program::Compile(recipe, {.slopes = false, .maps = maps, .value = false}); });
}

std::vector<std::string> NodeMapsOf(const Recipe& recipe) {
  std::vector<std::string> maps;
  VisitNodes(recipe, [&](const Node&, const std::string& at) { maps.push_back('@' + at); });
  return maps;
}

TEST_CASE("a node by its pointer has the values that it has under a name") {
  std::size_t compared = 0;
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    const Recipe recipe = WithStandIns(ReadRecipe(preset.text, std::string(preset.name)));
    Recipe named = recipe;
    std::vector<std::string> pointers, names;
    const bool all_stand = StandInPicture(recipe, NodeMapsOf(recipe));
    VisitNodes(recipe, [&](const Node& node, const std::string& at) {
      if (!HasOwnSeeds(node) || !(all_stand || StandInPicture(recipe, {'@' + at}))) return;
      pointers.push_back('@' + at);
      names.push_back("@copy " + std::to_string(names.size()));
      named.nodes[names.back().substr(1)] = node;
    });
    CHECK(ValuesOf(recipe, pointers) == ValuesOf(named, names));
    compared += pointers.size();
  }
  CHECK(compared > 4000);
}

TEST_CASE("nodes by their pointers have the same values alone and with all others") {
  for (const char* const name : {"marble", "rust", "agate", "badlands"}) {
    CAPTURE(name);
    const Recipe recipe =
        ReadRecipe(std::ranges::find(Presets(), std::string_view(name), &Preset::name)->text, name);
    const std::vector<std::string> maps = NodeMapsOf(recipe);
    const std::vector<float> all = ValuesOf(recipe, maps);
    std::vector<float> alone;
    for (const std::string& map : maps)
      for (const float value : ValuesOf(recipe, {map})) alone.push_back(value);
    CHECK(all == alone);
  }
}

TEST_CASE("the root, named nodes and maps have their values by pointer, too") {
  const Recipe recipe = ReadRecipe(R"json({"cobble": 1, "size": [24, 16],
      "nodes": {"rock": {"type": "perlin", "octaves": 3}},
      "noise": {"type": "add", "a": "rock", "b": {"type": "simplex"}},
      "maps": {"tint": "ramp(rock, [[-1, teal], [1, wheat]])", "wet": {"type": "perlin"}}})json",
                                   "text");
  const auto samples = [&](const char* map) {
    return RenderImage(Program::Compile(recipe, OptionsFor(recipe, {map})), map).samples;
  };
  CHECK(samples("@/noise") == samples("value"));
  CHECK(samples("@/nodes/rock") == samples("@rock"));
  CHECK(samples("@/noise/a") == samples("@rock"));
  CHECK(samples("@/maps/tint") == samples("tint"));
  CHECK(ValuesOf(recipe, {"@/maps/wet"}) == ValuesOf(recipe, {"wet"}));
}

TEST_CASE("a node of a fractal, a warp or a transform is shown where it would stand on its own") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": {"type": "fractal", "octaves": 4,
      "source": {"type": "warp", "amount": 0.2, "source": {"type": "perlin", "seed": 7},
                 "by": {"type": "transform", "scale": 3,
                        "source": {"type": "value", "seed": 5}}}}})",
                                   "text");
  const Recipe perlin = ReadRecipe(
      R"({"cobble": 1, "noise": {"type": "perlin", "seed": 7},
          "nodes": {"v": {"type": "value", "seed": 5}}})",
      "text");
  CHECK(ValuesOf(recipe, {"@/noise/source/source"}) == ValuesOf(perlin, {"@/noise"}));
  CHECK(ValuesOf(recipe, {"@/noise/source/by/0/source"}) == ValuesOf(perlin, {"@v"}));
}

}  // namespace
}  // namespace cobble
