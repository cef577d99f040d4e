// Tests that a recipe with knobs is the recipe with their values, however it is written, and that
// the knobs of every preset are sound from end to end.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/jobs.h"
#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "support/random/recipe.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

using nlohmann::json;

// Replaces some of the numbers in a recipe by knobs, whose values they become.
class KnobMaker {
 public:
  explicit KnobMaker(Random& random) : random_(random) {}

  json Make(json recipe) {
    for (const char* const key : {"domain", "noise", "nodes", "maps", "range", "normal"})
      if (recipe.contains(key)) Replace(&recipe[key]);
    if (!knobs_.empty()) recipe["knobs"] = knobs_;
    return recipe;
  }

 private:
  void Replace(json* value) {
    if (value->is_structured()) {
      for (json& item : *value) Replace(&item);
    } else if (value->is_number() && random_.Chance(0.3)) {
      const double number = value->get<double>();
      const std::string name = "knob-" + std::to_string(knobs_.size());
      const double width = 1 + std::abs(number);
      knobs_[name] = {{"value", number}, {"range", {number - width, number + width}}};
      *value = random_.Chance(0.5) ? name : name + " + 0";
    }
  }

  Random& random_;
  json knobs_ = json::object();
};

Recipe Plain(Recipe recipe) {
  recipe.knobs.clear();
  recipe.formulas.clear();
  return recipe;
}

TEST_CASE("random recipes with knobs are the recipes with their values") {
  Random random(35);
  const int count = kUnderSanitizer ? 40 : 400;
  std::size_t knobs = 0;
  for (RecipeWish wish : MixedWishes(count, 8, 64, 48)) {
    wish.colors = random.Chance(0.3);
    wish.axes = random.Chance(0.5);
    const json plain = json::parse(RandomRecipe(random, wish));
    const std::string text = KnobMaker(random).Make(plain).dump();
    CAPTURE(text);
    const Recipe recipe = ReadRecipe(text, "f");
    knobs += recipe.knobs.size();
    REQUIRE(Plain(recipe) == ReadRecipe(plain.dump(), "f"));
    RequireReadsBack(recipe, text);
  }
  CHECK(knobs > static_cast<std::size_t>(count));
}

// Returns other values of a knob: its ends, or other colours.
std::vector<std::string> EndsOf(const Knob& knob) {
  if (knob.is_color()) return {"#2f5d50", "#c9b18a"};
  std::vector<std::string> ends;
  for (const double end : knob.range)
    if (knob.value != Value(end)) ends.push_back(Shortest(end));
  return ends;
}

std::vector<std::string> MapsOf(const Recipe& recipe) {
  std::vector<std::string> maps{"height", "normal"};
  for (const auto& [name, node] : recipe.maps) maps.push_back(name);
  return maps;
}

Image Rendered(const Recipe& recipe) { return RenderNamed(recipe, MapsOf(recipe)); }

// Returns the mean of the map "color" in an image of all maps; 0.5 if there is none.
double MeanOfColor(const Recipe& recipe, const Image& image) {
  std::size_t before = 0;  // the channels of other maps
  for (const std::string& map : MapsOf(recipe)) {
    if (map == "color") break;
    before += static_cast<std::size_t>(FindPictureMap(recipe, map)->channels);
  }
  const auto channels = static_cast<std::size_t>(image.channels);
  if (before >= channels) return 0.5;
  double sum = 0;
  for (std::size_t at = before; at < image.samples.size(); at += channels)
    for (std::size_t c = 0; c < 3; ++c) sum += image.samples[at + c];
  return sum * static_cast<double>(channels) / static_cast<double>(3 * image.samples.size());
}

RecipeLayers SmallPreset(const Preset& preset) {
  RecipeLayers layers;
  layers.AddPreset(std::string(preset.name));
  layers.AddKey("size", "96");
  return layers;
}

// Checks a preset with one knob turned.
void CheckTurned(const Preset& preset, const Knob& knob, const std::string& value,
                 const Image& original) {
  CAPTURE(knob.name);
  CAPTURE(value);
  RecipeLayers layers = SmallPreset(preset);
  layers.AddKnob(knob.name, value);
  const Recipe recipe = layers.Resolve();
  CHECK((recipe.tiling || recipe.domain.IsSphere()));
  const Image image = Rendered(recipe);
  CHECK_FALSE(SameBits(image, original));
  CHECK(MeanOfColor(recipe, image) > 0.004);
  CHECK(MeanOfColor(recipe, image) < 0.95);
  std::vector<OutputFile> files;
  for (const std::string& map : MapsOf(recipe))
    files.push_back({.path = map + ".png", .maps = {map}});
  const std::vector<Issue> warnings = JobList::Pictures(layers, files).Warnings();
  for (const Issue& warning : warnings) CHECK_MESSAGE(false, warning.Text());
}

// Words of knobs that are also nodes of other presets, whose seeds follow from their names.
constexpr std::string_view kAlsoNodes[] = {"relief", "rows", "scale", "wear"};

TEST_CASE("knobs of presets make other pictures from end to end, which tile and warn of nothing") {
  std::set<std::string> nodes;
  for (const Preset& preset : Presets())
    for (const auto& [name, node] : ReadRecipe(preset.text, "preset").nodes) nodes.insert(name);
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    const Recipe recipe = SmallPreset(preset).Resolve();
    CHECK(recipe.knobs.size() >= 3);
    const bool is_world = preset.group == "terrain" || preset.group == "space";
    CHECK(recipe.knobs.size() <= (is_world ? 10 : 7));
    const Image original = Rendered(recipe);
    for (const Knob& knob : recipe.knobs) {
      const bool is_known = std::ranges::count(kAlsoNodes, knob.name) > 0;
      CHECK_MESSAGE((is_known || !nodes.contains(knob.name)), knob.name);
      CHECK(!knob.description.empty());
      for (const std::string& value : EndsOf(knob)) CheckTurned(preset, knob, value, original);
    }
  }
}

}  // namespace
}  // namespace cobble::test
