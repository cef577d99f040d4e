// Tests of "did you mean": words close to a known word, and words close to no known word.
#include "core/suggest.h"

#include <doctest/doctest.h>

#include <array>

#include <string>
#include <vector>

namespace cobble {
namespace {

const std::vector<std::string_view> kWords{"octaves", "persistence", "seed", "tiling", "a", "by"};

TEST_CASE("Nearest corrects typos of one letter") {
  for (const char* word : {"octves", "octtaves", "ocatves", "octaveq", "Octaves", "OCTAVES"}) {
    CAPTURE(word);
    CHECK(Nearest(word, kWords) == "octaves");
  }
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
  for (const char* word : {"", "x", "color", "frequency", "persistencebyseed", "octopus"}) {
    CAPTURE(word);
    CHECK(Nearest(word, kWords).empty());
  }
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
  CHECK(DidYouMean("octavs", kWords) == "did you mean \"octaves\"?");
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
