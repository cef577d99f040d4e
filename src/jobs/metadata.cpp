// Writes and reads `cobble:output`.
#include "jobs/metadata.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/window.h"
#include "recipe/json/json.h"

namespace cobble {
namespace {

constexpr std::string_view kByRange = "range";
constexpr int kMaxBits = 64;  // per sample, with room for future formats

std::optional<int64_t> Integer(const Json& json) {
  return json.Whole(-kMaxWindowCorner, kMaxWindowCorner);
}

int ClampedBits(int64_t bits) { return static_cast<int>(std::clamp<int64_t>(bits, 0, kMaxBits)); }

// Returns the bits of each of `count` maps; empty if the list has another length.
std::vector<int> BitsOfMaps(std::span<const Json> list, std::size_t count) {
  std::vector<int> bits;
  if (list.size() != count) return bits;
  for (const Json& item : list) bits.push_back(ClampedBits(Integer(item).value_or(0)));
  return bits;
}

Primaries PrimariesNamed(std::string_view name) {
  const auto found = std::ranges::find(kPrimaries, name);
  return found == kPrimaries.end() ? Primaries::kRec709
                                   : static_cast<Primaries>(found - kPrimaries.begin());
}

// Returns nullopt for an encoding that this version does not know.
std::optional<Elevation> ReadElevation(const Json& terrain) {
  const auto code = std::ranges::find(kTerrainCodes, terrain.TextAt("encoding").value_or(""));
  const auto low = terrain.NumberAt("low"), high = terrain.NumberAt("high");
  if (code == kTerrainCodes.end() || !low || !high) return std::nullopt;
  return Elevation{static_cast<TerrainCode>(code - kTerrainCodes.begin()), *low, *high};
}

std::optional<Window> ReadWindow(std::span<const Json> list) {
  std::vector<int64_t> numbers;
  for (const Json& item : list)
    if (const auto number = Integer(item)) numbers.push_back(*number);
  if (list.size() != 4 || numbers.size() != 4) return std::nullopt;
  const Window window{numbers[0], numbers[1], numbers[2], numbers[3]};
  if (!IsWindow(window)) return std::nullopt;
  return window;
}

std::optional<Bounds> RangeIn(const Json& json) {
  const auto pair = json.Pair();
  return pair ? std::optional(Bounds{(*pair)[0], (*pair)[1]}) : std::nullopt;
}

}  // namespace

std::string WriteOutputMetadata(const OutputMetadata& metadata, const HeightRange& range) {
  const Window& window = metadata.window;
  JsonTree json = JsonTree::object();
  json["map"] = JoinMapNames(metadata.maps);
  json["format"] = metadata.format->name;
  json["bits"] = metadata.bits;
  if (!metadata.map_bits.empty()) json["map_bits"] = metadata.map_bits;
  if (metadata.primaries != Primaries::kRec709)
    json["primaries"] = kPrimaries[static_cast<std::size_t>(metadata.primaries)];
  json["window"] = {window.x, window.y, window.width, window.height};
  json["range"] = range.keep ? JsonTree("none") : JsonTree({range.low, range.high});
  if (const auto& elevation = metadata.elevation)
    json["terrain"] = {
        {"encoding", NameOf(elevation->code)}, {"low", elevation->low}, {"high", elevation->high}};
  if (metadata.nodes_by_range) json["nodes"] = kByRange;
  if (!metadata.engine.empty()) json["for"] = metadata.engine;
  json["cobble"] = Version();
  json["noise"] = kNoiseVersion;
  return PrintJsonLine(json);
}

std::optional<OutputMetadata> ReadOutputMetadata(std::string_view text) {
  const auto json = ParseJson(text);
  if (!json) return std::nullopt;
  const auto maps = json->TextAt("map"), format = json->TextAt("format");
  const auto bits = Integer(json->At("bits")), noise = Integer(json->At("noise"));
  const auto window = ReadWindow(json->At("window").items());
  if (!maps || !format || !bits || !window || !noise) return std::nullopt;

  std::vector<std::string> names = SplitNames(*maps);
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  if (sorted.front().empty() || std::ranges::adjacent_find(sorted) != sorted.end())
    return std::nullopt;
  return OutputMetadata{.maps = std::move(names),
                        .format = FindFormat(*format),
                        .bits = ClampedBits(*bits),
                        .map_bits = BitsOfMaps(json->At("map_bits").items(), sorted.size()),
                        .primaries = PrimariesNamed(json->TextAt("primaries").value_or("")),
                        .window = *window,
                        .noise_version = *noise,
                        .elevation = ReadElevation(json->At("terrain")),
                        .engine = std::string(json->TextAt("for").value_or("")),
                        .nodes_by_range = json->TextAt("nodes") == kByRange,
                        .range = RangeIn(json->At("range"))};
}

std::string JoinMapNames(const std::vector<std::string>& maps) {
  return fmt::format("{}", fmt::join(maps, ","));
}

std::vector<std::string> NamesOf(const std::vector<PictureMap>& maps) {
  std::vector<std::string> names(maps.size());
  std::ranges::transform(maps, names.begin(), &PictureMap::name);
  return names;
}

std::string MapNames(const std::vector<PictureMap>& maps) { return JoinMapNames(NamesOf(maps)); }

}  // namespace cobble
