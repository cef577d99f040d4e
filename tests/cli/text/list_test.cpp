// Tests help, version, lists and schema.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/line/command.h"
#include "cobble/enums.h"
#include "cobble/recipe_io.h"
#include "cobble/version.h"
#include "core/simd_level.h"
#include "core/utf8.h"
#include "output/formats.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/library.h"
#include "recipe/formula/tables.h"
#include "support/harness.h"
#include "test_paths.h"

namespace cobble {
namespace {

using nlohmann::json;

TEST_CASE("cobble and every command have help") {
  CHECK(Out("") == Out("--help"));
  CHECK(Out("-h") == Out("--help"));
  for (const Command& row : Commands()) {
    const std::string command(row.name);
    CHECK(Out("--help").find((row.is_minor ? " " : "\n  ") + command + " ") != std::string::npos);
    const std::string help = Out(command + " --help all");
    CHECK(help.find("\nUsage: cobble " + command) != std::string::npos);
    CHECK(help.find("  -h,--help ") != std::string::npos);
    CHECK(Out(command + " -h all") == help);
    CHECK(Out(command + " -h") == Out(command + " --help"));
    CHECK(Out(command + " --version") == Out("--version"));
    for (const std::string& line : SplitLines(help)) CHECK(line.size() <= 100);
  }
  CHECK(Out("--version").starts_with("cobble "));
}

TEST_CASE("every flag of a command has a line of help") {
  for (const Command& command : Commands()) {
    std::string previous;
    for (const std::string& line : SplitLines(Out(std::string(command.name) + " --help all"))) {
      const bool is_flag = line.starts_with("  -");
      const bool wraps = is_flag && line.size() > 32 && line.find("  ", 2) == std::string::npos;
      if (is_flag && !wraps) CHECK_MESSAGE(line.size() > 34, line);
      if (previous.starts_with("  -") && previous.find("  ", 2) == std::string::npos)
        CHECK_MESSAGE(line.starts_with("     "), line);
      previous = line;
    }
  }
}

// Counts the indented lines, which continue the entry above them.
std::size_t Details(const std::string& text) {
  std::size_t details = 0;
  for (const std::string& line : SplitLines(text)) details += line.starts_with(' ');
  return details;
}

TEST_CASE("lists have a row per table entry in text, JSON and Markdown") {
  const auto in_nodes = std::ranges::count_if(Fields(), [](const Field& field) {
    return field.object == ObjectKind::kNode || field.object == ObjectKind::kDistribution;
  });
  const std::pair<std::string, std::size_t> lists[] = {
      {"noises", NoiseSpecs().size()},
      {"nodes", OperationSpecs().size()},
      {"functions", FormulaFunctions().size() + LibraryFunctions().members().size()},
      {"operators", FormulaOperators().size()},
      {"presets", Presets().size()},
      {"fields", Fields().size()},
      {"recipe", Fields().size() - static_cast<std::size_t>(in_nodes)},
      {"maps", Names<Map>().size()},
      {"formats", Formats().size()},
      {"simd", SimdLevels().size()}};
  for (const auto& list : lists) {
    const auto& name = list.first;
    const std::size_t size = list.second;
    CAPTURE(name);
    const auto lines = [](const std::string& text) {
      return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    };
    CHECK(size > 0);
    CHECK(lines(Out("list " + name)) - Details(Out("list " + name)) == size);
    CHECK(lines(Out("list " + name + " --markdown")) == size + 2);
    const json rows = json::parse(Out("list " + name + " --json"));
    REQUIRE(rows.size() == size);
    for (const json& row : rows) CHECK(row.is_object());
  }
  const json formats = json::parse(Out("list formats --json"));
  CHECK(formats[0]["bits"] == json{8, 16});
  CHECK(formats[0]["recipe_maps"] ==
        json{"numbers", "colours", "packs of 2", "packs of 3", "packs of 4"});
  CHECK(formats[5]["name"] == "jpg");
  CHECK(formats[5]["recipe_maps"] == json{"numbers", "colours", "packs of 3"});
  CHECK(json::parse(Out("list simd --json")).back()["runs"] == true);
}

TEST_CASE("presets are listed group by group") {
  const json presets = json::parse(Out("list presets --json"));
  std::string last;
  std::size_t groups = 0;
  for (const json& preset : presets) {
    const std::string group = preset["group"];
    CHECK(group >= last);
    groups += group == last ? 0 : 1;
    last = group;
  }
  CHECK(groups >= 8);
}

// Returns a noise's entry in `list noises`: its line and the indented lines after it.
std::string BlockOf(const std::string& list, const std::string& noise) {
  const std::size_t first = ("\n" + list).find("\n" + noise + " ");
  REQUIRE(first != std::string::npos);
  std::size_t last = list.find('\n', first);
  while (last + 1 < list.size() && list[last + 1] == ' ') last = list.find('\n', last + 1);
  return list.substr(first, last + 1 - first);
}

// Returns the text after a label in an entry, joining wrapped lines.
std::string Detail(const std::string& block, const std::string& label) {
  std::string text;
  bool is_inside = false;
  for (const std::string& line : SplitLines(block)) {
    if (!line.starts_with("   ")) is_inside = line.starts_with(label + " ");
    if (!is_inside) continue;
    const std::string words = Flat(line.substr(line.starts_with("   ") ? 0 : label.size()));
    text += (text.empty() || words.empty() ? "" : " ") + words;
  }
  return text;
}

TEST_CASE("each noise is listed with its bounds, options and reference") {
  const std::string list = Out("list noises");
  const json rows = json::parse(Out("list noises --json"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const NodeSpec& noise = *NoiseSpecs()[i];
    const std::string name(noise.name), block = BlockOf(list, name);
    CAPTURE(name);
    CHECK(Detail(block, name) == noise.summary);
    CHECK(Detail(block, "  reference") == noise.noise->source);
    const std::string turbulent = "; with turbulence 0..1";
    CHECK(Detail(block, "  bounds").ends_with(turbulent) == HasTurbulence(noise));
    CHECK(rows[i]["low"] == noise.noise->bounds.low);
    for (const json& key : rows[i]["keys"]) {
      const std::string takes = Detail(block, "  " + key["key"].get<std::string>());
      for (const json& choice : takes.empty() ? json() : key.value("choices", json()))
        CHECK(Contains(", " + takes + ",", " " + choice.get<std::string>() + ","));
    }
  }
  for (const std::string& line : SplitLines(list)) CHECK_MESSAGE(line.size() <= 100, line);
}

TEST_CASE("the options listed for a noise are the keys that some noises lack") {
  const std::string list = Out("list noises");
  for (const Field& field : Fields()) {
    if (field.object != ObjectKind::kNode || field.key == "type") continue;
    CAPTURE(field.key);
    std::size_t users = 0, listed = 0;
    for (const NodeSpec* noise : NoiseSpecs()) {
      const int type = *NodeTypeNumber(noise->name);
      users += Uses(type, *FindField(ObjectKind::kNode, field.key, type));
      const std::string block = BlockOf(list, std::string(noise->name));
      listed += !Detail(block, "  " + std::string(field.key)).empty();
    }
    CHECK(listed == (users < NoiseSpecs().size() ? users : 0));
  }
  const std::string voronoi = BlockOf(Out("list noises"), "voronoi");
  CHECK(Detail(voronoi, "  metric") == "euclidean, euclidean-squared, manhattan, chebyshev");
  CHECK(Detail(voronoi, "  jitter") == "0..1");
  CHECK(Detail(voronoi, "  bounds") == "0..1; with limit above 1 0..limit, for F1*F2 0..limit^2");
  CHECK(Detail(voronoi, "  octaves") == "");
}

TEST_CASE("the schema is valid JSON and contains every key") {
  const std::string text = Out("schema");
  CHECK(text == RecipeSchema());
  const json schema = json::parse(text);
  CHECK(schema["$schema"].get<std::string>().find("draft-07") != std::string::npos);
  for (const Field& field : Fields())
    CHECK_MESSAGE(text.find('"' + std::string(field.key) + '"') != std::string::npos, field.key);
}

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
