// Tests sets of files for engines in the C interface.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "cobble/jobs.h"
#include "core/json/tree.h"
#include "engines/engines.h"
#include "unit/c/handles.h"
#include "unit/output/files.h"

namespace cobble::test {
namespace {

struct EncodedFiles {
  std::string result;  // "0", or the error
  std::map<std::string, std::string> files;
  std::string notes;
};

EncodedFiles Encode(const RecipeHandle& recipe, const std::string& engine, const char* name,
                    const cobble_render_options* options = nullptr) {
  BytesHandle listing, contents;
  EncodedFiles set;
  set.result = ResultOf([&](cobble_error** error) {
    cobble_bytes *first = nullptr, *second = nullptr;
    const cobble_status status =
        cobble_encode_set(recipe.get(), engine.c_str(), name, options, &first, &second, error);
    listing.reset(first);
    contents.reset(second);
    return status;
  });
  CHECK((listing != nullptr && contents != nullptr) == (set.result == "0"));
  if (set.result != "0") return set;
  const JsonTree json = JsonTree::parse(TextOf(listing));
  std::string_view rest = TextOf(contents);
  for (const JsonTree& file : json.at("files")) {
    const auto size = file.at("size").get<std::size_t>();
    set.files[file.at("name").get<std::string>()] = rest.substr(0, size);
    rest.remove_prefix(size);
  }
  CHECK(rest.empty());
  for (const JsonTree& note : json.at("notes")) set.notes += note.get<std::string>() + '\n';
  return set;
}

// Returns a small size that the engine takes.
std::string SizeFor(const EngineSpec& engine) {
  const auto& sizes = engine.sizes.suggested;
  const auto found = std::ranges::find_if(sizes, [](int64_t side) { return side >= 16; });
  return std::to_string(found == sizes.end() ? 24 : *found);
}

// Returns the paths of all files below the folder.
std::vector<std::string> FilesIn(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files.push_back(entry.path().lexically_relative(folder).generic_string());
  return files;
}

TEST_CASE("a set in memory has the files of the command") {
  const auto has_sphere = [](const EngineSpec& engine) {
    return std::ranges::count(engine.settings, "domain.surface", &EngineSetting::path) > 0;
  };
  // desert has a world, planet is a sphere.
  for (const EngineSpec& engine : EngineSpecs())
    for (const std::string preset : {"rust", "desert", "planet"}) {
      if (has_sphere(engine) != (preset == "planet")) continue;
      CAPTURE(engine.name);
      CAPTURE(preset);
      if (engine.needs_world && preset == "rust") continue;
      const TemporaryFolder folder;
      if (engine.is_folder) std::filesystem::create_directory(folder / "a");
      RecipeLayers layers;
      layers.AddPreset(preset);
      layers.AddKey("size", SizeFor(engine));
      JobList::Set(layers, std::string(engine.name), folder / "a").Write();
      const RecipeHandle recipe = PresetOf(preset.c_str());
      Set(recipe, "size", SizeFor(engine).c_str());
      const EncodedFiles set = Encode(recipe, std::string(engine.name), "a");
      REQUIRE(set.result == "0");
      const std::vector<std::string> names = FilesIn(folder / "");
      CHECK(set.files.size() == names.size());
      for (const std::string& name : names)
        CHECK_MESSAGE((set.files.contains(name) && set.files.at(name) == ReadFile(folder / name)),
                      name);
    }
}

TEST_CASE("a set says what it lacks and what to set, and takes limits") {
  const RecipeHandle recipe = FormulaOf("perlin(4)");
  Set(recipe, "size", "32");
  const EncodedFiles set = Encode(recipe, "godot", "a");
  CHECK(set.notes.starts_with("the recipe has no map \"color\""));
  CHECK(set.notes.find("for the displacement, set Height Scale ") != std::string::npos);
  cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
  options.max_cost = 1;
  CHECK(Encode(recipe, "godot", "a", &options).result.starts_with("4 "));
  options = COBBLE_RENDER_OPTIONS_INIT;
  options.window = {0, 0, 16, 16};
  CHECK(Encode(recipe, "godot", "a", &options).files.at("a_height.exr") !=
        set.files.at("a_height.exr"));
  options.window.width = 17;
  CHECK(Encode(recipe, "unity", "a", &options).result.starts_with("2 window: "));
  CHECK(Encode(recipe, "godott", "a").result.ends_with("did you mean \"godot\"?"));
  for (const std::string name : {"", "a/b", "a/", "{x}", "rock.{udim}", "a.png", "a\n"})
    CHECK_MESSAGE(Encode(recipe, "godot", name.c_str()).result.starts_with("2 name"), name);
}

}  // namespace
}  // namespace cobble::test
