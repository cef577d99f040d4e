// The flag for the files of recipes' images.
#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cobble/recipe_io.h"
#include "jobs/path_check.h"

namespace cobble {

class ImageFlags {
 public:
  void AddTo(CommandLine* line);

  bool empty() const { return images_.empty(); }
  // Reads the files and adds the images. Throws Error kIo, kRecipe or kLimit.
  void AddTo(RecipeLayers* layers) const;
  // Returns the paths of the files and their sidecars.
  std::vector<std::string> Paths() const;
  void AddTo(PathCheck* check) const;

 private:
  struct Given {
    std::string name, path;
  };
  std::vector<Given> images_;
};

}  // namespace cobble
