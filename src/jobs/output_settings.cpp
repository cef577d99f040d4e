// Checks settings that apply to several outputs.
#include "jobs/output_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/picture_maps.h"

namespace cobble {
namespace {

// Refuses a compression that no output has, and kNone if an output would be compressed anyway.
void CheckCompression(Compression compression, std::span<const PictureOutput> outputs) {
  const OptionValue at{"compression",
                       std::string(kCompressions[static_cast<std::size_t>(compression)])};
  if (std::ranges::none_of(outputs, [](const auto& o) { return o.format->compresses; }))
    throw at.Fault(ErrorKind::kUsage, "no output uses it",
                   fmt::format("only {} have compression levels", CompressingFormats()));
  const auto supports = [&](const PictureOutput& output) {
    return Supports(*output.format, output.maps, compression);
  };
  if (compression == Compression::kNone) {
    for (const PictureOutput& output : outputs)
      if (output.format->compresses && !supports(output))
        throw at.Fault(ErrorKind::kUsage,
                       fmt::format("{} files {}are always compressed", output.format->name,
                                   output.format->stores_uncompressed ? "with mip levels " : ""),
                       "only EXR files, Zarr arrays and raw files are stored uncompressed");
  } else if (std::ranges::none_of(outputs, supports)) {
    throw at.Fault(ErrorKind::kUsage, "no output uses it", "it is a method of EXR files");
  }
}

void CheckPrimaries(Primaries primaries, std::span<const PictureOutput> outputs) {
  if (primaries == Primaries::kRec709 ||
      std::ranges::any_of(outputs, [&](const auto& o) { return o.primaries == primaries; }))
    return;
  throw Error::AtValue(ErrorKind::kUsage, "primaries",
                       std::string(kPrimaries[static_cast<std::size_t>(primaries)]),
                       "no output uses it", "it is for colours in EXR files");
}

}  // namespace

std::string CompressingFormats() {
  std::vector<std::string_view> names;
  for (const Format& format : Formats())
    if (format.compresses) names.push_back(format.name);
  return ListText(names, " and ");
}

const MapBits* OutputSettings::FindBits(const PictureMap& map) const {
  const MapBits* found = nullptr;
  for (const MapBits& each : bits) {
    const bool applies = each.map.empty() || each.map == map.name;
    if (applies && (!each.map.empty() || !found || found->map.empty())) found = &each;
  }
  return found;
}

Compression OutputSettings::CompressionOf(const PictureOutput& picture) const {
  const Compression wanted = compression.value_or(Compression::kFast);
  return Supports(*picture.format, picture.maps, wanted) ? wanted : Compression::kFast;
}

Primaries OutputSettings::PrimariesOf(const PictureOutput& picture, Primaries fallback) const {
  const bool applies = picture.format->has_primaries && HasColor(picture);
  return applies ? primaries.value_or(fallback) : Primaries::kRec709;
}

void OutputSettings::CheckMaps(const Recipe& recipe) const {
  for (const MapBits& each : bits) {
    if (each.map.empty()) continue;
    const MapLookup found = LookUpMap(recipe, each.map);
    if (found.map) continue;
    if (!found.message.empty())
      throw LabelOf(each).Fault(ErrorKind::kUsage, found.message, found.hint);
    const auto maps = PictureMapNames(recipe);
    const Phrase hint = NearMapHint(recipe, each.map);
    const std::string rule = fmt::format("one of {}", fmt::join(maps, ", "));
    if (hint.empty())
      throw Error::At(ErrorKind::kUsage, "bits",
                      fmt::format("must be {}, got {}", rule, Quoted(each.map)));
    throw Error::At(ErrorKind::kUsage, "bits", "unknown value " + Quoted(each.map),
                    hint + " (" + rule + ")");
  }
}

void OutputSettings::CheckUsed(std::span<const PictureOutput> outputs) const {
  const auto none = [&](const auto& test) { return std::ranges::none_of(outputs, test); };
  for (const MapBits& each : bits)
    if (!each.map.empty() && none([&](const auto& o) {
          return std::ranges::count(o.maps, each.map, &PictureMap::name) > 0;
        }))
      throw LabelOf(each).Fault(ErrorKind::kUsage, "no output contains this map");
  if (format && none([&](const auto& o) { return o.format == format; }))
    throw Error::AtValue(ErrorKind::kUsage, "format", format->name, "no output uses it",
                         "each output has the suffix of another format");
  if (is_raw && none([](const auto& o) { return o.format->has_sidecar; }))
    throw Error::AtValue(ErrorKind::kUsage, "format", "raw", "no output uses it",
                         "each output has the suffix of another format");
  if (compression) CheckCompression(*compression, outputs);
  if (primaries) CheckPrimaries(*primaries, outputs);
}

OptionValue LabelOf(const MapBits& bits) {
  return {"bits", Shown((bits.map.empty() ? "" : bits.map + '=') + std::to_string(bits.bits))};
}

}  // namespace cobble
