// Tests the version of cobble, of its build and of its libraries.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "cobble/version.h"
#include "core/simd_level.h"
#include "core/utf8.h"
#include "support/harness.h"
#include "test_paths.h"

namespace cobble {
namespace {

using nlohmann::ordered_json;

TEST_CASE("the plain version is one line") {
  const std::string line = "cobble " + std::string(Version()) + "\n";
  for (const std::string words : {"--version", "version", "render --version"})
    CHECK(Out(words) == line);
}

TEST_CASE("the version as JSON lists the build, the SIMD levels and the libraries") {
  const ordered_json version = ordered_json::parse(Out("version --json"));
  CHECK(Out("--version --json") == Out("version --json"));
  CHECK(version["cobble"] == Version());
  CHECK(version["recipe_version"] == kRecipeVersion);
  CHECK(version["noise_version"] == kNoiseVersion);
  CHECK_FALSE(version["compiler"]["name"].get<std::string>().empty());
  CHECK(std::regex_match(version["compiler"]["version"].get<std::string>(), std::regex("[0-9.]+")));
  CHECK(version["build_type"].is_string());

  const ordered_json& simd = version["simd"];
  CHECK(simd["compiled"].size() == SimdLevels().size());
  CHECK(simd["missing"].size() == MissingSimdLevels().size());
  CHECK(simd["supported"].back() == SimdLevels().back().name);
  CHECK(simd["chosen"] == simd["supported"][0]);

  std::vector<std::string> names;
  for (const auto& library : version["libraries"].items()) {
    const std::string& name = library.key();
    names.push_back(name);
    CHECK_MESSAGE(
        std::regex_match(library.value().get<std::string>(), std::regex("[0-9]+(\\.[0-9]+)*")),
        name);
  }
  const auto by_lower_case = [](const std::string& a, const std::string& b) {
    return LowerCase(a) < LowerCase(b);
  };
  CHECK(std::is_sorted(names.begin(), names.end(), by_lower_case));
  for (const char* name :
       {"CLI11", "fmt", "Highway", "ISA-L", "nlohmann/json", "OpenEXR", "stb_image_write", "zlib"})
    CHECK_MESSAGE(std::ranges::count(names, name) == 1, name);
  CHECK(std::ranges::count(names, "oneTBB") == COBBLE_HAS_TBB);
  const ordered_json& optional = version["optional"];
  for (const char* name : {"ISA-L", "libjpeg", "libtiff", "OpenEXR"})
    CHECK_MESSAGE(optional[name] == true, name);
  CHECK(optional["oneTBB"] == (COBBLE_HAS_TBB == 1));
}

}  // namespace
}  // namespace cobble
