// The engines that cobble makes sets of files for (JobList::Set in jobs.h).
#ifndef COBBLE_ENGINES_H_
#define COBBLE_ENGINES_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cobble/export.h"

namespace cobble {

// A picture of a set.
struct EnginePicture {
  std::string_view suffix;                // follows the set's name: "_Normal"
  std::vector<std::string_view> maps;     // of the recipe, in its channels: "metallic", "ao"
  std::vector<std::string_view> formats;  // that the engine imports; the first is the default
  std::vector<int> bits;                  // per channel; heights default to the format's
};

// The sides that an engine accepts, from `minimum` to `maximum` pixels.
struct SideRule {
  enum Kind {
    kPowersOfTwo,         // 2^n
    kPowersOfTwoAndOne,   // 2^n + 1
    kLandscapeComponents  // 1 + up to 32 components of 1 or 2 sections of 7, 15, 31, 63, 127 or
                          // 255; both sides share the sections
  };
  Kind kind = kPowersOfTwo;
  int64_t minimum = 1, maximum = 1;
};

// A missing "roughness" is 1 and a missing "metallic" is 0. Pictures of other maps that the recipe
// lacks are left out.
struct Engine {
  std::string_view name;     // "unity"
  std::string_view summary;  // "Unity, built-in and Universal pipelines: maps of a Lit material"
  std::string_view sizes;    // that it accepts: "sides that are powers of two, ..."; empty: any
  std::vector<SideRule> sides = {};  // the same as data: a side follows one of them; empty: any
  bool is_square = false;            // both sides must be equal
  std::vector<EnginePicture> pictures = {};
};
COBBLE_EXPORT std::span<const Engine> Engines();

}  // namespace cobble

#endif  // COBBLE_ENGINES_H_
