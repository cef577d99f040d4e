// The table of engines that cobble writes whole sets of files for: which pictures each imports, in
// which formats and sizes, and under which names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/engines.h"

namespace cobble {

// What a channel of a picture holds. kOne is the number 1; kTint and kMask are colours and numbers
// that no engine asks for, but a user adds to a set.
enum class Role { kColor, kNormal, kHeight, kRoughness, kMetallic, kAo, kOne, kTint, kMask };

struct RoleInfo {
  Role role;
  std::string_view map;  // the recipe's map, or a built-in one; empty if there is no single one
  bool is_color;         // a colour, not a number; only checked for maps of recipes
  // The value where the recipe has no such map; nullopt if the picture is then left out.
  std::optional<double> fallback = std::nullopt;
};
std::span<const RoleInfo> Roles();
const RoleInfo& InfoOf(Role role);
// Returns the role of a map, by its name or, if no role has it, by its kind.
Role RoleOfMap(std::string_view map, bool is_color);

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
  // The engine reads the rows from the bottom up, and sets `flip` so that they are written so.
  // Pictures that are added to such a set are upright.
  bool bottom_up = false;
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

// Where the window of a set is on the ground, in metres, if its recipe says so.
struct SetWorld {
  double step = 1;               // between neighbouring pixels or vertices
  double width = 1, length = 1;  // of the window, along x and y
  double left = 0, top = 0;      // of the window's first column and row, in the whole picture
  double rise = 1, base = 0;     // of the height: what 1 is above 0, and where 0 is
};

// What the files of a set have in common.
struct SetInfo {
  std::string name;                 // NAME, without its folder: UTF-8 without control characters
  double height_scale = 0;          // height of the surface at value 1, in picture widths
  double height_middle = 0.5;       // the value that stays at the surface's own height
  int64_t quads = 1;                // steps of the whole picture along x
  std::vector<int64_t> udims = {};  // the numbers of all tiles; empty: there are none
  bool normal_is_down = false;      // y of the normals
  std::optional<SetWorld> world = {};
};

// Where the engine asks how far a height displaces the surface. Texts have placeholders: see
// displacement.cpp.
struct Displacement {
  // The settings: "Height Map {scale}"; empty: nowhere.
  std::string_view text = {};
  double factor = 1;      // the value for a height of one picture width
  bool per_quad = false;  // whether the value grows with the number of quads along x
  // The same for a set with a world, in its units; empty: `text` serves that, too.
  std::string_view world_text = {};
};

struct EngineSpec {
  std::string_view name;
  std::string_view summary;
  std::string_view source;       // pages that document the engine's import
  std::string_view prefix = {};  // precedes NAME unless NAME starts with it: "T_"
  bool lower_case = false;       // of the suffixes of maps that are added to a set: "_moss_mask"
  Displacement displacement = {};
  // Words in file names by which the importer knows maps, separated by spaces, and those of
  // different maps by slashes; and who does.
  std::string_view map_words = {}, importer = {};
  std::span<const EngineSetting> settings = {};
  SizeRule sizes = {};
  std::span<const SetPicture> pictures;
  // A text file beside each picture, which holds import settings. The engine rewrites it, so one
  // that exists is kept. Raw pictures, which are no assets, have none.
  std::string_view companion_suffix = {};
  std::string (*companion)(const SetFile& file) = nullptr;
  // A text file beside each raw picture, which describes it, and with a world beside each height;
  // its suffix replaces the picture's. Not written if its text is empty.
  std::string_view raw_companion_suffix = {};
  std::string (*raw_companion)(const SetInfo& info, const SetFile& file) = nullptr;
  // A text file beside the pictures, named after NAME, that makes the material of them.
  std::string_view script_suffix = {};
  std::string (*script)(const SetInfo& info, std::span<const SetFile> files) = nullptr;
  // A file that contains the pictures, which are then not written themselves.
  std::string_view container_suffix = {};
  std::string (*container)(const SetInfo& info, std::span<const SetFile> files) = nullptr;
};

std::span<const EngineSpec> EngineSpecs();

// Returns whether the set describes a material, not only a height.
bool IsMaterial(const EngineSpec& engine);

// Returns the suffix of the picture of a map that is added to a set: "_MossMask" for "moss-mask".
std::string SuffixOfMap(const EngineSpec& engine, std::string_view map);

// Returns what to set in the engine so that the height of the set displaces the surface as its
// normals say: "Height Map 0.03". Empty if it asks for nothing, or no picture is a height.
std::string DisplacementText(const EngineSpec& engine, const SetInfo& info,
                             std::span<const SetPicture* const> pictures);

// Returns the first word of NAME by which the engine's importer knows a map, in lower case; empty
// if there is none. Words end at a space, one of . _ - #, and before an upper-case letter after a
// lower-case one; digits are ignored.
std::string MapWordIn(const EngineSpec& engine, std::string_view name);

// Returns whether the importer takes two words that MapWordIn returned for the same map.
bool MeanSameMap(const EngineSpec& engine, std::string_view a, std::string_view b);

// Returns whether the engine takes pictures of this size.
bool Fits(const SizeRule& rule, int64_t width, int64_t height);

// Returns the suggested size whose sides have the nearest ratios to these, as written after --size:
// "1009", "2048x1024".
std::string NearestSize(const SizeRule& rule, int64_t width, int64_t height);

}  // namespace cobble
