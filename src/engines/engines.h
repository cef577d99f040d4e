// The table of engines that cobble writes sets of files for: their pictures, formats, sizes, names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/engines.h"
#include "core/bounds.h"

namespace cobble {

// What a channel of a picture holds. kTint and kMask are colours and numbers that no engine asks
// for but a user adds to a set.
enum class Role {
  kColor,
  kNormal,
  kHeight,
  kRoughness,
  kMetallic,
  kAo,
  kControl,  // Terrain3D's control map of the layers in the recipe's pack `splat`
  kNumber,   // SetChannel::number, everywhere
  kTint,
  kMask
};

struct RoleInfo {
  Role role;
  std::string_view map;  // of the recipe, or a built-in one; empty if there is no single one
  bool is_color;         // a colour, not a number; only checked for maps of recipes
  // The value if the recipe lacks the map; nullopt: the picture is left out.
  std::optional<double> fallback = std::nullopt;
};
std::span<const RoleInfo> Roles();
const RoleInfo& InfoOf(Role role);
// Returns the role of the map with this name or, if no role has it, of this kind.
Role RoleOfMap(std::string_view map, bool is_color);

struct SetChannel {
  Role role = Role::kNumber;
  bool invert = false;                          // 1 - the map: smoothness
  std::optional<double> number = std::nullopt;  // in a pack, if the recipe lacks the map
};

struct SetPicture {
  std::string_view suffix = {};               // follows NAME in the file name: "_ORM"
  std::span<const SetChannel> channels = {};  // one role, or the parts of a pack
  std::string_view pack = {};                 // the pack's name in the recipe
  std::optional<Role> beside = {};            // left out where the recipe lacks this role's map
  // The names of the formats that the engine imports; the first is the default.
  std::span<const std::string_view> formats = {};
  // Per channel. The first is the default; for heights it is the format's.
  std::span<const int> bits = {};
  std::string_view raw_suffix = {};  // of raw pictures, if not the format's
  // The engine reads the rows from the bottom up, and sets `flip` to write them so. Pictures that a
  // user adds to such a set are upright.
  bool bottom_up = false;
};

struct SizeRule {
  std::string_view text;                    // "powers of two"; empty if it takes any size
  std::span<const SideRule> sides = {};     // a side follows one of them; empty: any
  int64_t minimum = 1;                      // of a side, where `sides` is empty
  bool is_square = false;                   // whether both sides must be equal
  std::span<const int64_t> suggested = {};  // sides, in increasing order; usually all that fit
  int64_t fallback = 0;  // the side if neither a recipe's file nor a flag sets a size
};

// A recipe value that an engine needs: {"normal.y", "down"}.
struct EngineSetting {
  std::string_view path, value;
};

struct SetFile {
  std::string path;
  const SetPicture* picture = nullptr;
  int64_t width = 0, height = 0;  // pixels
  bool tiles = false;             // the picture repeats without a seam
  std::string_view bytes = {};    // the file's contents; only for containers
  Bounds samples = {0, 1};        // the lowest and highest, once rendered; only if it is measured
};

// A set's window on the ground, in metres, if its recipe says so.
struct SetWorld {
  double step = 1;               // between neighbouring pixels or vertices
  double width = 1, length = 1;  // of the window, along x and y
  double left = 0, top = 0;      // of the window's first column and row, in the whole picture
  double right = 0, up = 0;      // from the whole picture's middle to the window's
  double rise = 1, base = 0;     // of the height: what 1 is above 0, and where 0 is
};

// What all files of a set share.
struct SetInfo {
  std::string name;                 // NAME, without its folder: UTF-8 without control characters
  double height_scale = 0;          // height of the surface at value 1, in picture widths
  double height_middle = 0.5;       // the value that stays at the surface's own height
  int64_t quads = 1;                // steps of the whole picture along x
  std::vector<int64_t> udims = {};  // the numbers of all tiles, if any
  bool normal_is_down = false;      // whether y of the normals points down
  std::optional<SetWorld> world = {};
};

// The engine's settings that displace a surface by a height. Placeholders: see heights.cpp.
struct Displacement {
  // For example "Height Map {scale}"; empty: the engine has none.
  std::string_view text = {};
  double factor = 1;      // the value for a height of one picture width
  bool per_quad = false;  // whether the value grows with the number of quads along x
  // The same for a set with a world, in its units; empty: `text` serves it too.
  std::string_view world_text = {};
};

// Returns the contents of a file about all pictures of a set.
using SetText = std::string (*)(const SetInfo& info, std::span<const SetFile> files);

// A text file about all pictures of a set.
struct EngineText {
  std::string_view file;  // what follows NAME, ".py", or in a folder of its own a file's name
  std::string_view help;  // "builds the material"
  SetText make = nullptr;
};

struct EngineSpec {
  std::string_view name;
  std::string_view summary;
  std::string_view source;       // pages that document the engine's import
  std::string_view prefix = {};  // precedes NAME unless NAME starts with it: "T_"
  bool lower_case = false;       // of the suffixes of maps that a user adds: "_moss_mask"
  Displacement displacement = {};
  // Words in file names by which an importer knows maps, and its name. Spaces separate the words of
  // a map, slashes the maps.
  std::string_view map_words = {}, importer = {};
  std::span<const EngineSetting> settings = {};
  SizeRule sizes = {};
  bool needs_world = false;      // refuses a recipe without one
  bool measures_height = false;  // the texts need SetFile::samples of the height
  bool is_folder = false;        // the set is a folder DIR/NAME, with DIR/NAME/NAME_height.png
  std::span<const SetPicture> pictures;
  // A text file of import settings beside each picture, except raw pictures, which are not assets.
  // The engine rewrites it, so an existing one is kept.
  std::string_view companion_suffix = {};
  std::string (*companion)(const SetFile& file) = nullptr;
  // A text file that describes a raw picture or, in a set with a world, any height. Its suffix
  // replaces the picture's. Not written if empty.
  std::string_view raw_companion_suffix = {};
  std::string (*raw_companion)(const SetInfo& info, const SetFile& file) = nullptr;
  std::span<const EngineText> texts = {};  // beside the pictures
  // A file that contains the pictures, which are then not written separately.
  std::string_view container_suffix = {};
  SetText container = nullptr;
};

std::span<const EngineSpec> EngineSpecs();

bool IsMaterial(const EngineSpec& engine);
// Returns whether the set is flat ground, seen from above: its first picture is the height.
bool IsTerrain(const EngineSpec& engine);
// Returns the surface of the spheres that the engine shows; empty if it shows no spheres.
std::string_view SphereOf(const EngineSpec& engine);

// Returns the suffix for a map that a user adds to a set: "_MossMask" for "moss-mask".
std::string SuffixOfMap(const EngineSpec& engine, std::string_view map);

// Returns what to set in the engine so that the set's height displaces the surface as its normals
// say: "Height Map 0.03". Empty if the engine has no such setting or no picture is a height.
std::string DisplacementText(const EngineSpec& engine, const SetInfo& info,
                             std::span<const SetPicture* const> pictures);

// Returns the first word of NAME, in lower case, by which the engine's importer knows a map, or "".
// Words end at a space or . _ - #, and between lower and upper case. Digits are ignored.
std::string MapWordIn(const EngineSpec& engine, std::string_view name);

// Returns whether the importer takes two results of MapWordIn for the same map.
bool MeanSameMap(const EngineSpec& engine, std::string_view a, std::string_view b);

bool Fits(const SizeRule& rule, int64_t width, int64_t height);

// Returns the larger of a / b and b / a.
double SizeRatio(int64_t a, int64_t b);

// Returns the suggested size with the sides nearest in ratio, written as for --size: "2048x1024".
std::string NearestSize(const SizeRule& rule, int64_t width, int64_t height);
// Returns the size of a picture of columns x rows tiles, each of the nearest size, that share their
// border pixels; empty if the rule is for pixels, not vertices.
std::string NearestSizeOfTiles(const SizeRule& rule, int64_t width, int64_t height, int64_t columns,
                               int64_t rows);

}  // namespace cobble
