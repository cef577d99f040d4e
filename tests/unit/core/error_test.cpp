// Tests Phrase, and what an Issue says to programs.
#include "cobble/error.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "cobble/recipe_io.h"

namespace cobble {
namespace {

TEST_CASE("a phrase tells options from text, also from text in backquotes") {
  const Phrase phrase = "use " + Phrase::Option("bits", "32") + ", or" + " a narrower " +
                        Phrase::Option("window") + std::string(" in `this`");
  CHECK(phrase.Text() == "use `bits=32`, or a narrower `window` in `this`");
  REQUIRE(phrase.parts().size() == 5);
  CHECK(phrase.parts()[1] == Phrase::Part{"bits", "32", true});
  CHECK(phrase.parts()[2] == Phrase::Part{", or a narrower "});
  CHECK(phrase.parts()[4] == Phrase::Part{" in `this`"});
  CHECK(Phrase("`bits`") != Phrase::Option("bits"));
  CHECK(Phrase("").empty());
  CHECK(("" + Phrase() + "a" + "") == Phrase("a"));
  Phrase twice = Phrase("a") + Phrase::Option("b");
  twice += twice;
  CHECK(twice.Text() == "a`b`a`b`");
}

std::optional<Issue> IssueOf(const std::string& path, const std::string& value) {
  RecipeLayers layers;
  layers.AddFlag("--noise", "perlin");
  layers.AddSet(path, value, "--vary " + path);
  try {
    layers.Resolve();
  } catch (const Error& error) {
    return error.issues().front();
  }
  return std::nullopt;
}

TEST_CASE("an issue about a key says which, who set it and whether it needs a list") {
  const auto octaves = IssueOf("noise.octaves", "0");
  REQUIRE(octaves);
  CHECK(octaves->pointer == "/noise/octaves");
  CHECK(octaves->origin == "--vary noise.octaves");
  CHECK(octaves->where == octaves->origin);
  CHECK(octaves->option.empty());
  CHECK_FALSE(octaves->wants_list);
  const auto translate = IssueOf("domain.translate", "1");
  REQUIRE(translate);
  CHECK(translate->pointer == "/domain/translate");
  CHECK(translate->wants_list);
  const auto tree = IssueOf("noise", R"({"type": "perlin", "octaves": 0})");
  REQUIRE(tree);
  CHECK(tree->where == "--vary noise: /noise/octaves");
  CHECK(tree->origin == "--vary noise");
}

TEST_CASE("an error at an option is located at its name") {
  const Error error = Error::At(ErrorKind::kUsage, "simd", "is wrong");
  CHECK(error.issues().front() == Issue{.where = "simd", .message = "is wrong", .option = "simd"});
  CHECK(error.what() == std::string("simd: is wrong"));
}

}  // namespace
}  // namespace cobble
