// The flag that gives the images of recipes their files.
#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cobble/recipe_io.h"
#include "jobs/path_check.h"

namespace cobble {

class ImageFlags {
 public:
  // Adds --image.
  void AddTo(CommandLine* line);

  bool empty() const { return images_.empty(); }
  // Reads the files and adds the images. Throws Error kIo, kRecipe or kLimit.
  void AddTo(RecipeLayers* layers) const;
  // Returns the paths of the files and of their sidecars.
  std::vector<std::string> Paths() const;
  // Adds the files as inputs.
  void AddTo(PathCheck* check) const;

 private:
  struct Given {
    std::string name, path;
  };
  std::vector<Given> images_;
};

}  // namespace cobble
