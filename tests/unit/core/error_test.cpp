// Tests Phrase, and what an Issue tells programs.
#include "cobble/error.h"

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/suggest.h"

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
  const Phrase hint = "did you mean " + Phrase::Suggestion("a\"b") + "?";
  CHECK(hint.parts().size() == 3);
  CHECK(hint.Text() == R"(did you mean "a"b"?)");
  CHECK(hint.suggestion() == "a\"b");
  CHECK(phrase.suggestion().empty());
  CHECK(("" + Phrase() + "a" + "") == Phrase("a"));
  Phrase twice = Phrase("a") + Phrase::Option("b");
  twice += twice;
  CHECK(twice.Text() == "a`b`a`b`");
}

std::optional<Issue> IssueOf(const std::string& path, const std::string& value) {
  RecipeLayers layers;
  layers.AddKey("noise", "perlin");
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

// --- The nearest word ---

const std::vector<std::string_view> kWords{"octaves", "persistence", "seed", "tiling", "a", "by"};

TEST_CASE("Nearest corrects typos of one letter") {
  for (const char* word : {"octves", "octtaves", "ocatves", "octaveq", "Octaves", "OCTAVES"})
    CHECK_MESSAGE(Nearest(word, kWords) == "octaves", word);
  CHECK(Nearest("sed", kWords) == "seed");
  CHECK(Nearest("seeed", kWords) == "seed");
  CHECK(Nearest("aa", kWords) == "a");
  CHECK(Nearest("yb", kWords) == "by");
}

TEST_CASE("Nearest corrects two typos only in long words") {
  CHECK(Nearest("persitance", kWords) == "persistence");
  CHECK(Nearest("octas", kWords).empty());
  CHECK(Nearest("sd", kWords).empty());
}

TEST_CASE("Nearest finds nothing for unrelated words") {
  for (const char* word : {"", "x", "color", "frequency", "persistencebyseed", "octopus"})
    CHECK_MESSAGE(Nearest(word, kWords).empty(), word);
  CHECK(Nearest(std::string(1000000, 'o'), kWords).empty());
  CHECK(Nearest("octaves", {}).empty());
}

TEST_CASE("flags are compared without their dashes") {
  const std::vector<std::string_view> flags{"--size", "--octaves"};
  CHECK(Nearest("--octave", flags) == "--octaves");
  CHECK(Nearest("-octaves", flags) == "--octaves");
  CHECK(Nearest("--sz", flags).empty());
}

TEST_CASE("Nearest picks the nearest of several words") {
  const std::vector<std::string_view> near{"set", "seed"};
  CHECK(Nearest("sed", near) == "seed");
  CHECK(Nearest("sei", near) == "set");
  const std::vector<std::string_view> words{"abcdefg", "abcdefgh", "abcdefghi"};
  CHECK(Nearest("abcdefghj", words) == "abcdefgh");
}

TEST_CASE("DidYouMean suggests the nearest word, and Quoted escapes and truncates") {
  CHECK(DidYouMean("octavs", kWords).Text() == "did you mean \"octaves\"?");
  CHECK(DidYouMean("zebra", kWords).empty());
  CHECK(Quoted("a b") == "\"a b\"");
  CHECK(Quoted("a\nb\xFF") == "\"a\\x0Ab\\xFF\"");
  CHECK(Quoted(std::string(81, 'a')) == '"' + std::string(80, 'a') + "...\"");
}

TEST_CASE("words that begin with different letters are near at one letter only") {
  const std::array<std::string_view, 2> flags{"--version", "--persistence"};
  CHECK(Nearest("--erosion", flags).empty());
  CHECK(Nearest("--cersion", flags) == "--version");
  CHECK(Nearest("--ersion", flags) == "--version");
  CHECK(Nearest("--versoinn", flags) == "--version");
  CHECK(Nearest("--ezrsistence", flags).empty());
}

}  // namespace
}  // namespace cobble
