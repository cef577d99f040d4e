// Tests keys of nodes that are set by JSON pointers: the recipe stays as a person would write it.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/numbers.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

struct Setting {
  std::string pointer, value;
};

// Returns the row of a node's value. In: key, with a dot for a value in an inner object.
const Field* RowOf(const Node& node, const std::string& key) {
  const auto type = NodeTypeNumber(node.type);
  const std::size_t dot = key.find('.');
  if (dot == key.npos) return FindField(ObjectKind::kNode, key, type);
  const Field* const object = FindField(ObjectKind::kNode, key.substr(0, dot), type);
  const auto inner = FindType(object->inner, node.Text(key.substr(0, dot) + ".type"));
  return FindField(object->inner, key.substr(dot + 1), inner);
}

std::vector<Setting> SettingsOf(const Recipe& recipe) {
  std::vector<Setting> settings;
  VisitNodes(recipe, [&](const Node& node, const std::string& at) {
    for (const auto& [key, value] : node.values) {
      std::string path = key;
      std::ranges::replace(path, '.', '/');
      settings.push_back(
          {at + '/' + path, PrintJsonLine(TreeOf(ToJson(*RowOf(node, key), value)))});
    }
  });
  return settings;
}

std::string Brief(std::string_view text, const std::vector<Setting>& settings) {
  RecipeLayers layers;
  layers.AddText(text, "text");
  for (const auto& [pointer, value] : settings) layers.AddSet(pointer, value);
  return WriteBriefRecipe(layers.Resolve());
}

// Returns a preset without knobs: a path into a formula that names one expands it.
std::string BriefPreset(const Preset& preset) {
  Recipe recipe = ReadRecipe(preset.text, "preset");
  recipe.knobs.clear();
  recipe.formulas.clear();
  return WriteBriefRecipe(recipe);
}

std::size_t CountOf(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += word.size()) ++count;
  return count;
}

TEST_CASE("keys of nodes that are set to their own values change nothing") {
  std::size_t all = 0;
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    const std::string before = BriefPreset(preset);
    const std::vector<Setting> settings = SettingsOf(ReadRecipe(before, "text"));
    CHECK(Brief(before, settings) == before);
    all += settings.size();
  }
  CHECK(all > 15000);
}

TEST_CASE("a key that is set to its own value changes nothing, whichever it is") {
  for (std::size_t k = 0; k < Presets().size(); k += 9) {
    const Preset& preset = Presets()[k];
    CAPTURE(preset.name);
    const std::string before = BriefPreset(preset);
    for (const Setting& setting : SettingsOf(ReadRecipe(before, "text"))) {
      CAPTURE(setting.pointer);
      CAPTURE(setting.value);
      CHECK(Brief(before, {setting}) == before);
    }
  }
}

TEST_CASE("a number that is set in a formula leaves formulas where they were") {
  for (std::size_t k = 0; k < Presets().size(); k += 6) {
    const Preset& preset = Presets()[k];
    CAPTURE(preset.name);
    const std::string before = BriefPreset(preset);
    const Recipe recipe = ReadRecipe(before, "text");
    for (const Setting& setting : SettingsOf(recipe)) {
      const std::string &pointer = setting.pointer, &value = setting.value;
      if (!pointer.ends_with("/octaves") && !pointer.ends_with("/value")) continue;
      const auto number = ParseNumber(value);
      if (!number) continue;  // a colour
      CAPTURE(pointer);
      const std::string changed = *number == 3 ? "2" : "3";
      const std::string after = Brief(before, {{pointer, changed}});
      CHECK(after != before);
      // With one key more, a formula may become longer than anyone would want to read, and so may
      // the one around it.
      CHECK(CountOf(after, "\"type\"") <= CountOf(before, "\"type\"") + 2);
      CHECK(CountOf(after, "pattern") <= CountOf(before, "pattern"));
      CHECK(Brief(after, {{pointer, value}}) == before);
    }
  }
}

TEST_CASE("the number of an input that has its default is set like any other") {
  const std::string before = R"json({"cobble": 1, "noise": "0",
      "maps": {"tint": "adjust(teal, hue=0.1)"}})json";
  const std::string after = Brief(before, {{"/maps/tint/chroma/value", "0.5"}});
  CHECK(after.find("adjust(#008080, hue=0.1, chroma=0.5)") != std::string::npos);
  CHECK(Brief(after, {{"/maps/tint/chroma/value", "1"}}) == Brief(before, {}));
  CHECK_THROWS_WITH(Brief(before, {{"/maps/tint/chroma/octaves", "2"}}),
                    doctest::Contains("/maps/tint/chroma/type: is required"));
}

}  // namespace
}  // namespace cobble
