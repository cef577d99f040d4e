// The table of engines that cobble writes whole sets of files for: which pictures each imports, in
// which formats and sizes, and under which names.
#ifndef COBBLE_ENGINES_ENGINES_H_
#define COBBLE_ENGINES_ENGINES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cobble/engines.h"

namespace cobble {

// What a channel of a picture holds. kOne is the number 1.
enum class Role { kColor, kNormal, kHeight, kRoughness, kMetallic, kAo, kOne };

struct RoleInfo {
  Role role;
  std::string_view map;  // the recipe's map, or a built-in one; empty for kOne
  bool is_color;         // a colour, not a number; only checked for maps of recipes
  // The value where the recipe has no such map; nullopt if the picture is then left out.
  std::optional<double> fallback = std::nullopt;
};
std::span<const RoleInfo> Roles();
const RoleInfo& InfoOf(Role role);

struct SetChannel {
  Role role = Role::kOne;
  bool invert = false;  // 1 - the map: smoothness
};

// A picture of a set.
struct SetPicture {
  std::string_view suffix = {};               // follows NAME in the file name: "_ORM"
  std::span<const SetChannel> channels = {};  // one role, or the parts of a pack
  std::string_view pack = {};                 // the name that the pack gets in the recipe
  // The names of the formats that the engine imports; the first is the default.
  std::span<const std::string_view> formats = {};
  // Per channel. The default is the first, or for heights, that of the format.
  std::span<const int> bits = {};
  std::string_view raw_suffix = {};  // of raw pictures, where it is not that of the format
};

// The sizes that an engine takes.
struct SizeRule {
  std::string_view text;                    // "powers of two"; empty if it takes any size
  std::span<const SideRule> sides = {};     // a side follows one of them; empty: any
  bool is_square = false;                   // whether both sides must be equal
  std::span<const int64_t> suggested = {};  // sides, in increasing order; usually all that fit
  int64_t fallback = 0;  // the side if neither a recipe's file nor a flag sets a size
};

// A recipe's value that an engine needs: {"normal.y", "down"}.
struct EngineSetting {
  std::string_view path, value;
};

// A file of a set, as companion files see it.
struct SetFile {
  std::string path;
  const SetPicture* picture = nullptr;
  int64_t width = 0, height = 0;  // pixels
  bool tiles = false;             // the picture repeats without a seam
  std::string_view bytes = {};    // the file's contents; only for containers
};

// What the files of a set have in common.
struct SetInfo {
  std::string name;             // NAME, without its folder: UTF-8 without control characters
  double height_scale = 0;      // height of the surface at value 1, in picture widths
  bool normal_is_down = false;  // y of the normals
};

struct EngineSpec {
  std::string_view name;
  std::string_view summary;
  std::string_view source;       // pages that document the engine's import
  std::string_view prefix = {};  // precedes NAME unless NAME starts with it: "T_"
  std::span<const EngineSetting> settings = {};
  SizeRule sizes = {};
  std::span<const SetPicture> pictures;
  // A text file beside each picture, which holds import settings. The engine rewrites it, so one
  // that exists is kept. Raw pictures, which are no assets, have none.
  std::string_view companion_suffix = {};
  std::string (*companion)(const SetFile& file) = nullptr;
  // A text file beside each raw picture, which describes it; its suffix replaces the picture's.
  std::string_view raw_companion_suffix = {};
  std::string (*raw_companion)(const SetFile& file) = nullptr;
  // A file that contains the pictures, which are then not written themselves.
  std::string_view container_suffix = {};
  std::string (*container)(const SetInfo& info, std::span<const SetFile> files) = nullptr;
};

std::span<const EngineSpec> EngineSpecs();

// Returns whether the set describes a material, not only a height.
bool IsMaterial(const EngineSpec& engine);

// Returns whether the engine takes pictures of this size.
bool Fits(const SizeRule& rule, int64_t width, int64_t height);

// Returns the suggested size whose sides have the nearest ratios to these, as written after --size:
// "1009", "2048x1024".
std::string NearestSize(const SizeRule& rule, int64_t width, int64_t height);

}  // namespace cobble

#endif  // COBBLE_ENGINES_ENGINES_H_
