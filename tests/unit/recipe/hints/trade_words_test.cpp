// Tests the table of trade words and the hints made from it.
#include "recipe/hints/trade_words.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/maps.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

using enum ObjectKind;

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    words.emplace_back(text.substr(0, text.find(' ')));
    text.remove_prefix(std::min(words.back().size() + 1, text.size()));
  }
  return words;
}

TEST_CASE("every trade word leads to keys that exist, with valid values") {
  int maps = 0;
  for (const TradeWord& row : TradeWords()) {
    CAPTURE(row.word);
    CHECK((row.settings.empty() ? !row.note.empty() : true));
    CHECK(row.word.find_first_of("-_ ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos);
    if (row.settings.starts_with("map=")) {
      Map map{};
      const std::string_view name = SplitMapName(row.settings.substr(4)).map;
      CHECK((FromName(name, &map) || std::ranges::count(kMaterialMaps, name) > 0));
      ++maps;
      continue;
    }
    for (const std::string& setting : Split(row.settings)) {
      CAPTURE(setting);
      const std::string path = setting.substr(0, setting.find('='));
      Faults faults;
      CHECK(CheckPath(path, std::make_shared<const Source>(Source{"test", true}), &faults));
      if (path == setting || path == "noise.ref") continue;
      // The value is valid in some recipe, so at most other keys are missing or unused.
      RecipeLayers layers;
      layers.AddKey("noise", "perlin");
      layers.AddSet(path, setting.substr(path.size() + 1));
      try {
        layers.Resolve();
      } catch (const Error& error) {
        for (const Issue& issue : error.issues()) {
          CAPTURE(issue.Text());
          const std::string message = issue.message.Text();
          const bool is_about_others = message.find("is required by ") != message.npos ||
                                       message.find(" is not used by ") != message.npos ||
                                       message.find("is a colour") != message.npos;
          CHECK(is_about_others);
        }
      }
    }
  }
  CHECK(maps >= 10);
}

TEST_CASE("no trade word hides a key, a type or a choice where that word is valid") {
  for (const TradeWord& row : TradeWords()) {
    CAPTURE(row.word);
    for (std::size_t type = 0; type < TypesOf(kNode).size(); ++type) {
      const Field* const field = FindField(kNode, row.word, static_cast<int>(type));
      if (!field || !Uses(static_cast<int>(type), *field)) continue;
      CHECK(
          KeyHint(kNode, static_cast<int>(type), row.word, HintForm::kJson).Text().find(row.word) ==
          std::string::npos);
    }
  }
}

TEST_CASE("a key by another name is answered with the key") {
  const auto json = [](ObjectKind object, const char* word) {
    return KeyHint(object, std::nullopt, word, HintForm::kJson);
  };
  CHECK(json(kRecipe, "width") == R"(use "size")");
  CHECK(json(kRecipe, "seamless") == R"(use "tiling": true)");
  CHECK(json(kDomain, "offset") == R"(use "translate")");
  CHECK(json(kNormal, "OpenGL") == R"(use "y": "up")");
  CHECK(json(kRecipe, "flip_y").empty());
  CHECK(KeyHint(kRecipe, std::nullopt, "width", HintForm::kOptions).Text() == "use `size`");

  const auto node = [](const char* type, const char* word) {
    return KeyHint(kNode, FindType(kNode, type), word, HintForm::kJson);
  };
  CHECK(node("clamp", "min") == R"(use "low")");
  CHECK(node("perlin", "min").empty());
  CHECK(node("mix", "alpha") == R"(use "by")");
  CHECK(node("mix", "mask") == R"(use "by")");
  CHECK(node("perlin", "gain") == R"(use "persistence")");
  CHECK(node("fractal", "gain").Text().find("gain") == std::string::npos);
  CHECK(node("transform", "offset") == R"(use "translate")");
  CHECK(node("voronoi", "turbulence").empty());
  CHECK(node("phasor", "direction") == R"(use "angle")");
  CHECK(node("phasor", "bandwidth") == R"(use "waves")");
  CHECK(node("image", "path") == R"(use "name")");
  CHECK(node("perlin", "billow") == R"(use "turbulence": "absolute")");

  CHECK(OtherKeyAdvice(kNode, "offset", HintForm::kJson).Hint().Text() ==
        R"(use "translate" in "domain")");
  CHECK(OtherKeyAdvice(kNode, "width", HintForm::kJson).Hint().Text() ==
        R"(use "size" in the recipe itself)");
  CHECK(OtherKeyAdvice(kDomain, "opengl", HintForm::kJson).Hint().Text() ==
        R"(use "normal": {"y": "up"})");
  CHECK(OtherKeyAdvice(kNode, "frequency", HintForm::kOptions).Hint().Text() ==
        "use `domain.scale=2` to show twice as much");
  CHECK(OtherKeyAdvice(kNode, "frequency", HintForm::kJson).empty());
  CHECK(OtherKeyAdvice(kNode, "Albedo", HintForm::kJson).Hint().Text() ==
        R"(use "color" in "maps")");
  CHECK(OtherKeyAdvice(kRecipe, "roughness", HintForm::kJson).Hint().Text() ==
        R"(use "roughness" in "maps")");
  CHECK(OtherKeyAdvice(kRecipe, "output", HintForm::kJson).Hint().Text() ==
        "a recipe names no file; to render it, use `path`");
}

TEST_CASE("a value by another name is answered with the value") {
  const auto json = [](const char* object_key, const char* word) {
    const Field* const field = std::string_view(object_key) == "y" ? FindField(kNormal, "y")
                                                                   : FindField(kNode, object_key);
    return ChoiceHint(*field, word, HintForm::kJson).Text();
  };
  CHECK(json("type", "worley") == R"(did you mean "voronoi"?)");
  CHECK(json("type", "Lerp") == R"(did you mean "mix"?)");
  CHECK(json("type", "ridged") ==
        R"(use "type": "fractal", "kind": "ridged", "source": {"type": "perlin"})");
  CHECK(json("type", "fbm") == R"(use "type": "perlin", "octaves": 5 (several octaves are fbm))");
  CHECK(json("y", "opengl") == R"(did you mean "up"?)");
  CHECK(json("y", "DirectX") == R"(did you mean "down"?)");
  CHECK(json("metric", "l1") == R"(did you mean "manhattan"?)");
  CHECK(json("turbulence", "billow") == R"(did you mean "absolute"?)");
  CHECK(json("type", "offset").empty());
  CHECK(ChoiceHint(*FindField(kNode, "type"), "ridged", HintForm::kOptions).Text() ==
        "use `noise.type=fractal` `noise.kind=ridged` `noise.source.type=perlin`");
}

TEST_CASE("a word on its own is answered with a key that has a flag, or with an operation") {
  CHECK(WordAdvice("min").Hint().Text() == "use `range=[-1,1]`");
  CHECK(WordAdvice("--Offset").Hint().Text() == "use `domain.translate`");
  CHECK(WordAdvice("lerp").Hint().Text() ==
        R"(the operation "mix" does that: see cobble explain mix)");
  CHECK(WordAdvice("sin").Hint().Text() ==
        R"(the operation "sine" does that: see cobble explain sine)");
  CHECK(WordAdvice("worley").Hint().Text() == "use `noise.type=voronoi`");
  CHECK(WordAdvice("marble").empty());
  CHECK(TopicOf("worley") == "voronoi");
  CHECK(TopicOf("seamless") == "tiling");
  CHECK(TopicOf("offset") == "domain.translate");
  CHECK(TopicOf("gaussian") == "noise.distribution.type");
  CHECK(TopicOf("marble").empty());
  CHECK(TopicOf("albedo").empty());
  CHECK(MaterialMapOfWord("base-colour") == "color");
  CHECK(MaterialMapOfWord("roughness") == "roughness");
  CHECK(MaterialMapOfWord("gain").empty());
  CHECK(WordAdvice("roughness").Hint().Text() == "use `noise.persistence`");
}

TEST_CASE("words for maps") {
  CHECK(MapOfWord("normal") == Map::kNormal);
  CHECK(MapOfWord("Normals") == Map::kNormal);
  CHECK(MapOfWord("nrm") == Map::kNormal);
  CHECK(MapOfWord("ambient_occlusion") == Map::kAo);
  CHECK(MapOfWord("bump") == Map::kHeight);
  CHECK(MapOfWord("worley") == std::nullopt);
  CHECK(MapOfWord("rough") == std::nullopt);
  using Names = std::vector<std::string_view>;
  CHECK(MapNamesOfWord("rough") == Names{"roughness"});
  CHECK(MapNamesOfWord("Roughness_Map") == Names{"roughness"});
  CHECK(MapNamesOfWord("gloss") == Names{"invert:roughness"});
  CHECK(MapNamesOfWord("height") == Names{"height"});
  CHECK(MapNamesOfWord("worley").empty());
}

TEST_CASE("a hint says what is wrong with a colour") {
  CHECK(ColorHint("#12345").Text() == "write 3 or 6 digits after #, not 5");
  CHECK(ColorHint("#").Text() == "write 3 or 6 digits after #, not 0");
  CHECK(ColorHint("#ff00ff80").Text() ==
        "write 3 or 6 digits after #, not 8; colours have no alpha");
  CHECK(ColorHint("#f0f8").Text() == "write 3 or 6 digits after #, not 4; colours have no alpha");
  CHECK(ColorHint("#12g456").Text() == "after #, only 0 to 9 and a to f are digits");
  CHECK(ColorHint("#\xFF").Text() == "after #, only 0 to 9 and a to f are digits");
}

TEST_CASE("a hint says what to write instead") {
  CHECK(ColorHint("ff8800").Text() == "write \"#ff8800\"");
  CHECK(ColorHint("F80").Text() == "write \"#F80\"");
  CHECK(ColorHint("tael").Text() == "did you mean \"teal\"?");
  CHECK(ColorHint("light blue").Text() == "did you mean \"lightblue\"?");
  CHECK(ColorHint("Dark-Green").Text() == "did you mean \"darkgreen\"?");
  for (const char* text : {"", "rgb(1, 2, 3)", "no such colour", "1,0,0"})
    CHECK(ColorHint(text) == R"(write "#rrggbb", "#rgb", a CSS name or [r, g, b])");
}

}  // namespace
}  // namespace cobble
