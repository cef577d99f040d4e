// Writes and reads `cobble:output`.
#include "jobs/metadata.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/window.h"
#include "recipe/json/json.h"

namespace cobble {
namespace {

constexpr int kMaxBits = 64;  // per sample, with room for future formats

std::optional<std::string> TextAt(const Json& json, std::string_view key) {
  const Json* const member = json.Find(key);
  if (!member || !member->text()) return std::nullopt;
  return *member->text();
}

std::optional<int64_t> Integer(const Json& json) {
  constexpr auto kMax = static_cast<double>(kMaxWindowCorner);
  const double* const number = json.number();
  if (!number || std::abs(*number) > kMax || *number != std::trunc(*number)) return std::nullopt;
  return static_cast<int64_t>(*number);
}

std::optional<int64_t> IntegerAt(const Json& json, std::string_view key) {
  const Json* const member = json.Find(key);
  return member ? Integer(*member) : std::nullopt;
}

int ClampedBits(int64_t bits) { return static_cast<int>(std::clamp<int64_t>(bits, 0, kMaxBits)); }

// Returns the list of `count` numbers at `key`, or an empty one.
std::vector<int> MapBitsAt(const Json& json, std::string_view key, std::size_t count) {
  const Json* const member = json.Find(key);
  if (!member || !member->list() || member->list()->size() != count) return {};
  std::vector<int> bits;
  for (const auto& item : *member->list()) bits.push_back(ClampedBits(Integer(item).value_or(0)));
  return bits;
}

Primaries PrimariesAt(const Json& json, std::string_view key) {
  const auto found = std::ranges::find(kPrimaries, TextAt(json, key).value_or(""));
  return found == kPrimaries.end() ? Primaries::kRec709
                                   : static_cast<Primaries>(found - kPrimaries.begin());
}

std::optional<Window> WindowAt(const Json& json, std::string_view key) {
  const Json* const member = json.Find(key);
  std::array<int64_t, 4> numbers;
  if (!member || !member->list() || member->list()->size() != numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = Integer((*member->list())[i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  const Window window{numbers[0], numbers[1], numbers[2], numbers[3]};
  if (!IsWindow(window)) return std::nullopt;
  return window;
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
  if (!metadata.engine.empty()) json["for"] = metadata.engine;
  json["cobble"] = Version();
  json["noise"] = kNoiseVersion;
  return PrintJsonLine(json);
}

std::optional<OutputMetadata> ReadOutputMetadata(std::string_view text) {
  Faults faults;  // discarded: callers only report that the metadata is damaged
  const auto json = ParseJson(text, std::make_shared<const Source>(), &faults);
  if (!json) return std::nullopt;
  const auto maps = TextAt(*json, "map");
  const auto format = TextAt(*json, "format");
  const auto bits = IntegerAt(*json, "bits");
  const auto window = WindowAt(*json, "window");
  const auto noise = IntegerAt(*json, "noise");
  if (!maps || !format || !bits || !window || !noise) return std::nullopt;

  std::vector<std::string> names = SplitNames(*maps);
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  if (sorted.front().empty() || std::ranges::adjacent_find(sorted) != sorted.end())
    return std::nullopt;
  return OutputMetadata{.maps = std::move(names),
                        .format = FindFormat(*format),
                        .bits = ClampedBits(*bits),
                        .map_bits = MapBitsAt(*json, "map_bits", sorted.size()),
                        .primaries = PrimariesAt(*json, "primaries"),
                        .window = *window,
                        .noise_version = *noise,
                        .engine = TextAt(*json, "for").value_or("")};
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
