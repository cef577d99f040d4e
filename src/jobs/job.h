// A job: the pictures of one recipe and window. Admission checks it, PictureRun renders it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cobble/encode.h"
#include "cobble/enums.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "core/bounds.h"
#include "jobs/option_value.h"
#include "output/formats.h"
#include "output/picture.h"
#include "output/terrain_codes.h"
#include "recipe/reading/origins.h"
#include "render/render_bands.h"

namespace cobble {

struct PictureOutput {
  OptionValue label;               // in messages
  OptionValue series = {};         // in messages about all pictures of a series: with placeholders
  bool names_maps = false;         // whether the label names the maps: "height=a.png"
  std::string path;                // "-": standard output
  PictureBytes* memory = nullptr;  // if set, receives the picture instead of a file
  const Format* format = nullptr;
  std::vector<PictureMap> maps;
  int bits = 0;
  Compression compression = Compression::kFast;
  Primaries primaries = Primaries::kRec709;  // of colours; others only in EXR
  bool metadata = true;                  // record the recipe and the output settings in the picture
  std::string engine = {};               // whose set it belongs to; recorded in the metadata
  bool in_set = false;                   // added to the set: named like its pictures
  std::optional<Elevation> elevation{};  // of a PNG: its colours are metres
  // If set, receives the lowest and the highest sample of the first map, before it is rounded.
  std::shared_ptr<Bounds> samples = {};
  // Looks like the picture of a flipped recipe (Recipe::flip), flipped or not. Only raw files.
  bool bottom_up = false;
};

// Returns what messages call the picture if they hold for all of a series.
inline const OptionValue& LabelOfAll(const PictureOutput& picture) {
  return picture.series.value.empty() ? picture.label : picture.series;
}

inline int BitsOf(const PictureOutput& picture, const PictureMap& map) {
  return map.stored_bits > 0 ? map.stored_bits : picture.bits;
}

// Returns the maps as the picture's file stores them.
inline std::vector<PictureMap> StoredMaps(const PictureOutput& picture) {
  return picture.elevation ? std::vector{TerrainMap(picture.maps.front())} : picture.maps;
}

// Returns whether the picture has a whole colour. A channel of one has no primaries.
inline bool HasColor(const PictureOutput& picture) {
  return std::ranges::any_of(picture.maps, [](const PictureMap& map) {
    return AnyPart(map, [](const PictureMap& part) { return part.is_color && part.channels > 1; });
  });
}

// What set the window, for messages: an option, a key of the recipe or a file.
struct WindowOrigin {
  std::string option = "window";
  std::string pointer{};  // if not empty, JSON pointer to the key: "/size"
  std::string file{};  // if not empty, a place in a file of invalid input: "a.png: cobble:output"
};

// Where a whole picture's upper left is: its first pixel's outer corner, or its first vertex.
struct GroundAnchor {
  int epsg = 0;         // the code of a projected coordinate system; 0: a local one, in metres
  double x = 0, y = 0;  // east and north, in its unit
};

// A recipe that jobs share. Its program is compiled when a job needs it and dropped when none does,
// because a list may have many thousands.
class JobRecipe {
 public:
  // In: is_checked, whether the recipe is as RecipeLayers::Resolve returned it.
  JobRecipe(Recipe recipe, CompileOptions options, bool is_checked = false)
      : recipe_(std::move(recipe)), options_(std::move(options)), is_checked_(is_checked) {}

  const Recipe& recipe() const { return recipe_; }
  const CompileOptions& options() const { return options_; }
  // Frees about half of the recipe's memory: see recipe/reading/origins.h.
  void DropOrigins() { cobble::DropOrigins(&recipe_); }
  // May be called by several threads. Throws like Program::Compile.
  std::shared_ptr<const Program> Compile();

 private:
  Recipe recipe_;
  const CompileOptions options_;
  const bool is_checked_;
  std::mutex mutex_;
  std::weak_ptr<const Program> program_;
};

// The range "fit" of several recipes, such as all frames, which RunJobs finds before the first job.
struct SharedRange {
  std::vector<std::shared_ptr<JobRecipe>> recipes;
  std::optional<HeightRange> found{};
};

// The frames of a sprite sheet, row by row.
struct Sprites {
  int64_t columns = 0, rows = 0;
  std::vector<std::shared_ptr<JobRecipe>> frames{};
};

// The pictures of one recipe and window, rendered in one pass, or sprite sheets.
struct Job {
  // Null in calls that make one picture: the caller has the program.
  std::shared_ptr<JobRecipe> recipe{};  // of sprites: the first frame's
  std::vector<PictureOutput> pictures{};
  Window window;  // of sprites: a frame's
  std::optional<GroundAnchor> anchor{};
  WindowOrigin origin{};
  std::optional<Sprites> sprites{};
  std::shared_ptr<SharedRange> range{};   // null: the job's own
  std::optional<Bounds> node_range = {};  // of pictures of nodes alone (ScaleNodes)
  bool has_range = false;     // the range "fit" is known, so the job does not look for it
  bool has_checksum = false;  // compute a checksum of the noise's values
  bool statistics = false;
  int threads = 0;  // maximum; 0: all CPUs available to this process
  Limits limits{};
  FileRules files{};
};

// Returns the paths of the pictures, each once: pictures in memory may go into the same file.
inline std::vector<std::string> FilesOf(const Job& job) {
  std::vector<std::string> paths;
  for (const PictureOutput& picture : job.pictures)
    if (std::ranges::count(paths, picture.path) == 0) paths.push_back(picture.path);
  return paths;
}

}  // namespace cobble
