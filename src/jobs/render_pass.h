// What one pass renders: one or more pictures of a window. Admission checks it, PictureRun executes
// it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "jobs/option_value.h"
#include "output/formats.h"
#include "output/picture.h"

namespace cobble {

struct PictureOutput {
  OptionValue label;               // in messages
  bool names_maps = false;         // whether the label names the maps: "height=a.png"
  std::string path;                // "-": standard output
  PictureBytes* memory = nullptr;  // if set, receives the picture instead of a file
  const Format* format = nullptr;
  std::vector<PictureMap> maps;
  int bits = 0;
  Compression compression = Compression::kFast;
  Primaries primaries = Primaries::kRec709;  // of colours; others only in EXR
  bool metadata = true;     // record the recipe and the output settings in the picture
  std::string engine = {};  // whose set it belongs to; recorded in the metadata
  bool in_set = false;      // added to the set: named like its pictures
  // Shows what a flipped recipe does (Recipe::flip), whether the recipe is flipped or not. Only
  // raw.
  bool bottom_up = false;
};

// Returns the bits per channel of a map of the picture.
inline int BitsOf(const PictureOutput& picture, const PictureMap& map) {
  return map.stored_bits > 0 ? map.stored_bits : picture.bits;
}

inline bool HasColor(const PictureOutput& picture) {
  return std::ranges::any_of(picture.maps, [](const PictureMap& map) {
    return AnyPart(map, [](const PictureMap& part) { return part.is_color; });
  });
}

// What set the window, for messages: an option, a key of the recipe or a file.
struct WindowOrigin {
  std::string option = "window";
  std::string pointer{};  // if not empty, JSON pointer to the key: "/size"
  std::string file{};  // if not empty, a place in a file of invalid input: "a.png: cobble:output"
};

// Where the upper left of a recipe's whole picture is: the outer corner of its first pixel, or its
// first vertex.
struct GroundAnchor {
  int epsg = 0;         // the code of a projected coordinate system in metres
  double x = 0, y = 0;  // east and north
};

struct RenderPass {
  std::vector<PictureOutput> pictures;
  Window window;
  std::optional<GroundAnchor> anchor{};
  WindowOrigin origin;
  int threads = 0;            // maximum; 0: all CPUs available to this process
  bool has_checksum = false;  // compute a checksum of the noise's values
  bool has_range = false;     // the range "fit" is known, so the run does not look for it
  FileRules files{};
};

// Returns the paths of the pictures, each once: pictures in memory may go into the same file.
inline std::vector<std::string> FilesOf(const RenderPass& run) {
  std::vector<std::string> paths;
  for (const PictureOutput& picture : run.pictures)
    if (std::ranges::count(paths, picture.path) == 0) paths.push_back(picture.path);
  return paths;
}

}  // namespace cobble
