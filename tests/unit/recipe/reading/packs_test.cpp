// Tests of packs: reading, checking, layers and writing.
#include "recipe/reading/packs.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/schema_validator.h"

namespace cobble {
namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

// `packs` starts in column 11 of the third line.
std::string Text(const std::string& packs) {
  return R"({"cobble": 1, "noise": {"type": "perlin"},
 "nodes": {"t": {"type": "color", "value": 1}}, )"
         R"("maps": {"color": "teal", "tint": {"ref": "t"}, "roughness": 0.6, "x-own": 1},
 "pack":  )" +
         packs + "}";
}

Recipe ReadPacks(const std::string& packs, const Sets& sets = {}) {
  RecipeLayers layers;
  layers.AddText(Text(packs), "f");
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

std::string ErrorOfPacks(const std::string& packs, const Sets& sets = {}) {
  std::string message = "nothing is wrong";
  try {
    ReadPacks(packs, sets);
  } catch (const Error& error) {
    message = error.what();
  }
  if (sets.empty())
    test::CheckSchemaAgrees(Text(packs), message == "nothing is wrong" ? "" : message);
  return message;
}

// The error of the pack "p", without its place.
std::string PackError(const std::string& pack) {
  const std::string error = ErrorOfPacks(R"({"p": )" + pack + "}");
  const std::size_t at = error.find(": /pack/p");
  return at == std::string::npos ? error : error.substr(at + 2);
}

const std::string kPart = R"(the name of a map, "invert:NAME" or a number from 0 to 1)";

TEST_CASE("a pack lists maps, inverted maps and numbers") {
  const Recipe recipe =
      ReadPacks(R"({"orm": ["ao", "roughness", 0], "m": ["invert:roughness", "normal"],
               "a": ["color", 0.5], "b": ["tint", "height"], "x-own": "anything"})");
  using Parts = std::vector<PackPart>;
  CHECK(recipe.packs.size() == 4);
  CHECK(recipe.packs.at("orm") == Parts{{.map = "ao"}, {.map = "roughness"}, {.map = {}}});
  CHECK(recipe.packs.at("m") == Parts{{.map = "roughness", .invert = true}, {.map = "normal"}});
  CHECK(recipe.packs.at("a") == Parts{{.map = "color"}, {.map = {}, .value = 0.5}});
  CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
  CHECK(WriteRecipeLine(recipe).find(
            R"("pack": {"a": ["color", 0.5], "b": ["tint", "height"], )"
            R"("m": ["invert:roughness", "normal"], "orm": ["ao", "roughness", 0]})") !=
        std::string::npos);
  CHECK(PackToJson({}).list()->empty());
}

TEST_CASE("parts are checked") {
  const std::string list = "must be a list of 2 to 4 parts, each " + kPart + ", got ";
  CHECK(PackError("3") == "/pack/p: " + list + "3");
  CHECK(PackError(R"(["ao"])") == "/pack/p: " + list + R"(["ao"])");
  CHECK(PackError("[0, 0, 0, 0, 0]") == "/pack/p: " + list + "[0, 0, 0, 0, 0]");
  CHECK(PackError(R"(["ao", 2])") == "/pack/p/1: must be " + kPart + ", got 2");
  CHECK(PackError(R"(["ao", null])") == "/pack/p/1: must be " + kPart + ", got null");
  CHECK(PackError(R"(["ao", "Roughness"])") ==
        "/pack/p/1: must be " + kPart + R"(, got "Roughness"; did you mean "roughness"?)");
  CHECK(PackError(R"(["ao", "invert:"])") == "/pack/p/1: must be " + kPart + R"(, got "invert:")");
  CHECK(PackError(R"(["rougness", "x-own"])") ==
        "/pack/p/0: unknown map \"rougness\"; did you mean \"roughness\"?\nf:3:30: /pack/p/1: "
        "must be " +
            kPart + ", got \"x-own\"");
  CHECK(PackError(R"(["p", 0])") ==
        "/pack/p/0: unknown map \"p\"; it is a pack: list its parts instead");
  CHECK(PackError(R"(["value", 0])") ==
        "/pack/p/0: \"value\" cannot be packed: its values have no range; use \"height\"");
  CHECK(PackError(R"(["invert:slope", 0])") ==
        "/pack/p/0: \"slope\" cannot be packed: its values have no range");
  for (const std::string map : {"normal", "color", "tint"})
    CHECK(PackError(R"(["ao", "invert:)" + map + "\"]") ==
          "/pack/p/1: \"" + map + "\" cannot be inverted: it has more than one channel");
}

TEST_CASE("a pack has at most four channels") {
  const std::string rule = "/pack/p: must have at most 4 channels in all, got ";
  const std::string hint = "; a colour and \"normal\" have 3 each";
  CHECK(PackError(R"(["normal", "color"])") == rule + "6" + hint);
  CHECK(PackError(R"(["tint", 0, 0])") == rule + "5" + hint);
  CHECK(PackError(R"(["tint", 0])") == "nothing is wrong");
  CHECK(PackError("[0, 1, 0.5, 1]") == "nothing is wrong");
}

TEST_CASE("names of packs are those of neither maps nor built-in maps") {
  CHECK(ErrorOfPacks("[]") == "f:3:11: /pack: must be an object of named packs, got []");
  CHECK(ErrorOfPacks(R"({"normal": [0, 0]})") ==
        "f:3:12: /pack/normal: \"normal\" is a built-in map; choose another name");
  CHECK(ErrorOfPacks(R"({"color": [0, 0]})") ==
        "f:3:12: /pack/color: \"color\" is also the name of a map; choose another name");
  CHECK(ErrorOfPacks(R"({"ORM": [0, 0]})") ==
        "f:3:12: /pack/ORM: a name must be 1 to 100 lower-case letters, digits and hyphens that "
        "start with a letter");
}

TEST_CASE("a map that is invalid is known to packs") {
  const std::string text = R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"a": "tael"},
 "pack": {"p": ["a", 0]}})";
  CHECK_THROWS_WITH(ReadRecipe(text, "f"),
                    "f:1:58: /maps/a: unknown colour \"tael\"; did you mean \"teal\"?");
}

TEST_CASE("packs merge by name, and their parts can be set") {
  const std::string base = R"({"p": ["ao", "roughness", 0]})";
  using Parts = std::vector<PackPart>;
  const Recipe recipe = ReadPacks(base, {{"pack.p.2", "0.25"},
                                         {"pack.q", "ao,invert:roughness,1"},
                                         {"pack.r", R"(["ao", 0])"},
                                         {"/pack/q/0", "height"}});
  CHECK(recipe.packs.at("p") ==
        Parts{{.map = "ao"}, {.map = "roughness"}, {.map = {}, .value = 0.25}});
  CHECK(recipe.packs.at("q") ==
        Parts{{.map = "height"}, {.map = "roughness", .invert = true}, {.map = {}, .value = 1}});
  CHECK(recipe.packs.at("r").size() == 2);
  CHECK(ReadPacks(base, {{"p", R"(["ao", 1])"}}).packs.at("p").size() == 2);  // the only such key

  CHECK(ErrorOfPacks(base, {{"pack.p.4", "0"}}) ==
        "--set pack.p.4: an index into \"pack\" must be a whole number from 0 to 3, got \"4\"");
  CHECK(ErrorOfPacks(base, {{"pack.p.x", "0"}}) ==
        "--set pack.p.x: an index into \"pack\" must be a whole number from 0 to 3, got \"x\"");
  CHECK(ErrorOfPacks(base, {{"pack.p.1.x", "0"}}) ==
        "--set pack.p.1.x: a plain value has no keys, got \"x\"");
  CHECK(ErrorOfPacks(base, {{"pack.P", "[0, 0]"}}) ==
        "--set pack.P: a name must be 1 to 100 lower-case letters, digits and hyphens that start "
        "with a letter");
  CHECK(ErrorOfPacks(base, {{"pack.q.1", "0"}}) ==
        "--set pack.q.1: /pack/q/0: is required: " + kPart);
  CHECK(ErrorOfPacks(base, {{"pack.p.1", "aoo"}}) ==
        "--set pack.p.1: unknown map \"aoo\"; did you mean \"ao\"?");
}

TEST_CASE("packs of recipes built in code are validated") {
  const auto error_of = [](std::vector<PackPart> parts) {
    Recipe recipe;
    recipe.noise = Node::Constant(0);
    recipe.packs["p"] = std::move(parts);
    try {
      Validate(recipe);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return std::string();
  };
  CHECK(error_of({{.map = "ao"}, {.map = {}, .value = 1}}).empty());
  CHECK(error_of({{.map = "ao"}}) ==
        "/pack/p: must be a list of 2 to 4 parts, each " + kPart + R"(, got ["ao"])");
  CHECK(error_of({{.map = "ao"}, {.map = {}, .invert = true}}) ==
        "/pack/p/1: a number cannot be inverted");
  CHECK(error_of({{.map = "ao", .value = 1}, {.map = "ao"}}) ==
        "/pack/p/0: must have a map or a value, not both");
  CHECK(error_of({{.map = "invert:ao"}, {.map = "ao"}}) ==
        "/pack/p/0: must be inverted with PackPart::invert");
  CHECK(error_of({{.map = {}, .value = 2}, {.map = "ao"}}) ==
        "/pack/p/0: must be " + kPart + ", got 2");
  CHECK(error_of({{.map = "wear"}, {.map = "ao"}}) == "/pack/p/0: unknown map \"wear\"");
}

}  // namespace
}  // namespace cobble
