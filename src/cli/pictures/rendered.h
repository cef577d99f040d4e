// Recipes that commands render without writing a picture: stats and compare.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/recipes/options.h"
#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/program.h"
#include "core/bounds.h"
#include "core/maps.h"
#include "views/rendered_rows.h"

namespace cobble {

struct RenderedMap {
  Program program;
  PictureMap map;
  HeightRange range;
  Window window;
  int threads = 0;

  // Returns a new reader of the window, which must not outlive the map. In: stored_as, null or a
  // file to whose format and bits samples are converted (RenderedRows::StoreAs).
  std::unique_ptr<PictureReader> Open(const PictureInfo* stored_as = nullptr) const;
  // Returns PictureWarnings.
  std::vector<Issue> Warnings() const;
  // Returns the bounds of the map's samples, if any: the noise's for values and a range "none".
  std::optional<Bounds> SampleBounds() const;
};

// What to render if no flag says so.
struct RenderedDefaults {
  std::string map = "height";
  Window window = {};                     // empty: the whole picture
  std::optional<Bounds> node_range = {};  // of a node: given (node_range.h), or of a file
};

class RenderedOptions {
 public:
  void AddTo(CommandLine* line);
  const std::string& map() const { return map_; }

  // Compiles a map of the recipe, checks limits, and finds the range. Throws Error.
  RenderedMap Prepare(const LoadedRecipe& loaded, const RenderedDefaults& defaults = {}) const;

 private:
  std::string map_;
  int threads_ = 0;
  Limits limits_;
};

}  // namespace cobble
