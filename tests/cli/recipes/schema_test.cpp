// Compares the JSON Schema with `cobble check`, using Python's jsonschema, on all presets, all
// malformed recipes of the tests, and the fuzzers' corpora.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

#include "cobble/recipe_io.h"
#include "support/beyond_schema.h"
#include "support/harness.h"
#include "support/recipe_cases.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

using Texts = std::map<std::string, std::string>;

// Returns the first Python that has the module jsonschema, or nothing. A Python that precedes the
// system's in PATH may lack the Debian package's module.
std::string FindPython() {
  for (const std::string python : {"python3", "/usr/bin/python3"})
    if (RunShell(python + " -W ignore -c 'import jsonschema'").status == 0) return python;
  return {};
}

Texts MakeCorpus() {
  Texts recipes;
  for (const Preset& preset : Presets())
    recipes["preset-" + std::string(preset.name)] = preset.text;
  int number = 100;
  for (const test::MalformedRecipe& recipe : test::MalformedRecipes())
    recipes["malformed-" + std::to_string(number++)] = recipe.text;
  for (const std::string folder : {"recipe", "render"})
    for (const auto& file :
         fs::directory_iterator(COBBLE_SOURCE_DIR "/tests/fuzz/corpus/" + folder))
      recipes[folder + "-" + file.path().filename().string()] = ReadAll(file.path().string());
  return recipes;
}

// Returns what `check` reports for each recipe that it rejects, one error per line.
Texts Rejected(const Texts& recipes) {
  Texts rejected;
  for (const auto& [name, text] : recipes) {
    const Outcome outcome = RunCobble({"check", "-"}, text);
    if (outcome.status != 0) rejected[name] = outcome.err;
  }
  return rejected;
}

// Returns the validator's verdict on each file in the folder "in".
Texts Verdicts(const std::string& python) {
  WriteFile("schema.json", Out("schema"));
  const Outcome outcome = RunShell(python + " " COBBLE_SOURCE_DIR
                                            "/tests/cli/recipes/schema_verdicts.py schema.json in");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  Texts verdicts;
  for (const std::string& line : SplitLines(outcome.out))
    verdicts[line.substr(0, line.find('\t'))] = line.substr(line.find('\t') + 1);
  return verdicts;
}

TEST_CASE("the JSON Schema and check agree, except for errors that are listed with a reason") {
  const std::string python = FindPython();
  if (python.empty()) return test::Skip("no python3-jsonschema");
  const Folder folder;
  const Texts recipes = MakeCorpus();
  fs::create_directory("in");
  for (const auto& [name, text] : recipes) WriteFile("in/" + name, text);
  const Texts rejected = Rejected(recipes), verdicts = Verdicts(python);
  std::string differing;  // the errors of recipes that only check rejects
  for (const auto& recipe : recipes) {
    const std::string& name = recipe.first;
    CAPTURE(name);
    CAPTURE(recipe.second);
    REQUIRE(verdicts.contains(name));
    const std::string error = rejected.contains(name) ? rejected.at(name) : "";
    const std::string& verdict = verdicts.at(name);
    CAPTURE(error);
    const test::Verdict expected = test::ExpectedOfSchema(error);
    if (expected == test::Verdict::kAccepts) CHECK(verdict == "accepts");
    if (expected == test::Verdict::kRejects) CHECK(verdict != "accepts");
    if (verdict == "accepts") differing += error;
  }
  for (const test::BeyondSchema& beyond : test::AllBeyondSchema())
    CHECK_MESSAGE(differing.find(beyond.message) != std::string::npos,
                  "no recipe differs because of: " << beyond.message);
}

struct Mistake {
  std::string_view noise;  // a value of the key "noise"
  std::string_view verdict;
};

// What a validator, and so an editor, says about a mistake: one error, at the wrong key.
constexpr Mistake kMistakes[] = {
    {R"(5)", "rejects /noise: 5 is not of type 'object', 'string'"},
    {R"({})", "rejects /noise: 'type' is a required property"},
    {R"({"octaves": 40})", "rejects /noise: 'type' is a required property"},
    {R"({"type": "perlin", "octave": 3})",
     "rejects /noise: 'octave' does not match any of the regexes: '^x-'"},
    {R"({"type": "perlin", "octaves": 33})",
     "rejects /noise/octaves: 33 is greater than the maximum of 32"},
    {R"({"type": "voronoi", "smooth": "lse", "metric": "manhattan"})",
     "rejects /noise/metric: 'euclidean' was expected"},
    {R"({"type": "voronoi", "smooth": "poly", "function": "F2"})",
     "rejects /noise/function: 'F1' was expected"},
    {R"({"type": "voronoi", "function": "edge", "metric": "manhattan"})",
     "rejects /noise/metric: 'euclidean' was expected"},
    {R"({"type": "hill", "distribution": {"type": "normal", "mean": 1}})",
     "rejects /noise/distribution: 'deviation' is a required property"},
    {R"({"type": "hill", "distribution": {"mean": 1}})",
     "rejects /noise/distribution: 'mean' does not match any of the regexes: '^x-'"},
    {R"({"type": "add", "a": 1})", "rejects /noise: 'b' is a required property"},
    {R"({"type": "add", "a": [1], "b": 2})",
     "rejects /noise/a: [1] is not of type 'number', 'object', 'string'"},
    {R"({"type": "abs", "source": {"type": "ridge", "source": {"type": "cell", "densty": 2}}})",
     "rejects /noise/source/source: 'densty' does not match any of the regexes: '^x-'"},
    {R"({"ref": 5})", "rejects /noise/ref: 5 is not of type 'string'"},
    {R"({"ref": "a", "type": "perlin"})",
     "rejects /noise: 'ref' does not match any of the regexes: '^x-'"},
    {R"({"type": "remap", "source": 1, "from": [2, 2]})",
     "rejects /noise/from: [2, 2] has non-unique elements"},
    {R"({"type": "threshold", "source": 1, "level": 0, "softness": 1e-12})",
     "rejects /noise/softness: 1e-12 is less than the minimum of 1e-09"},
};

TEST_CASE("a mistake gives one error in a validator, at the wrong key") {
  const std::string python = FindPython();
  if (python.empty()) return test::Skip("no python3-jsonschema");
  const Folder folder;
  fs::create_directory("in");
  int number = 100;
  for (const Mistake& mistake : kMistakes)
    WriteFile("in/" + std::to_string(number++),
              R"({"cobble": 1, "noise": )" + std::string(mistake.noise) + "}");
  WriteFile("in/exclusive",
            R"({"cobble": 1, "noise": {"type": "cell", "weights": [1], "function": "F1"}})");
  WriteFile("in/type", R"({"cobble": 1, "noise": {"type": "abs", "source": {"type": "perlim"}}})");
  Texts verdicts = Verdicts(python);
  number = 100;
  for (const Mistake& mistake : kMistakes)
    CHECK_MESSAGE(verdicts[std::to_string(number++)] == mistake.verdict, mistake.noise);
  // Some versions report this error at the object that has the key.
  CHECK(verdicts["exclusive"].starts_with("rejects /noise"));
  CHECK(verdicts["exclusive"].ends_with(": False schema does not allow 'F1'"));
  CHECK(verdicts["exclusive"].find('\t') == std::string::npos);
  CHECK(verdicts["type"].starts_with("rejects /noise/source/type: 'perlim' is not one of ["));
  CHECK(verdicts["type"].find('\t') == std::string::npos);
}

}  // namespace
}  // namespace cobble
