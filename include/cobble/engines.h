// The engines that cobble writes whole sets of files for: see JobList::Set in jobs.h.
#ifndef COBBLE_ENGINES_H_
#define COBBLE_ENGINES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/export.h"

namespace cobble {

// A picture of a set.
struct EnginePicture {
  std::string_view suffix;                // follows the name of the set: "_Normal"
  std::vector<std::string_view> maps;     // of the recipe, in its channels: "metallic", "ao"
  std::vector<std::string_view> formats;  // that the engine imports; the first is the default
  std::vector<int> bits;                  // per channel; heights default to those of the format
};

// Where a recipe has no map "roughness" or "metallic", they are 1 and 0; pictures of other maps
// that it lacks are left out.
struct Engine {
  std::string_view name;     // "unity"
  std::string_view summary;  // "Unity, built-in and Universal pipelines: maps of a Lit material"
  std::string_view sizes;    // that it takes: "sides that are powers of two, ..."; empty: any
  std::vector<EnginePicture> pictures = {};
};
COBBLE_EXPORT std::span<const Engine> Engines();

}  // namespace cobble

#endif  // COBBLE_ENGINES_H_
