// The set of files that an engine imports, made in memory.
#pragma once

#include <string>
#include <vector>

#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"

namespace cobble {

struct EncodedSet {
  struct File {
    std::string name, bytes;
  };
  std::vector<File> files;   // as `cobble render --for` writes them
  std::vector<Issue> notes;  // such as maps that the recipe lacks, and what to set in the engine
};

// In: name, of the set. Throws Error like JobList::Set, and kUsage at "name" unless it is one.
EncodedSet EncodeSet(const RecipeLayers& recipe, const std::string& engine, const std::string& name,
                     const Limits& limits, const RenderOptions& render);

}  // namespace cobble
