// Checks the options of pictures and makes outputs of them.
#include "jobs/encode_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/maps.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/output_settings.h"
#include "jobs/picture_request.h"
#include "render/call_checks.h"

namespace cobble {
namespace {

[[noreturn]] void Refuse(const std::string& option, const std::string& message,
                         const Phrase& hint = {}) {
  throw Error::At(ErrorKind::kUsage, option, message, hint);
}

// `path` is null for a picture in memory.
const Format& FormatOf(const EncodeOptions& options, const std::string* path) {
  if (!options.format.empty()) return FormatNamed(options.format);
  if (!path) return *FindFormat("png");
  if (const Format* const format = FormatOfPath(*path)) return *format;
  RefuseSuffix({"path", Shown(*path)}, *path, false);
}

std::vector<PictureMap> MapsOf(const Recipe& recipe, const std::vector<MapName>& names) {
  if (names.empty()) Refuse("maps", "must name at least one map");
  std::vector<PictureMap> maps;
  for (const MapName& each : names) {
    const PictureMap map = MapNamed(recipe, each, "maps");
    if (std::ranges::count(maps, map) > 0)
      Refuse("maps", fmt::format("{} is listed twice", Quoted(map.name)));
    maps.push_back(map);
  }
  return maps;
}

}  // namespace

std::size_t ChoiceOf(const std::string& option, std::string_view word,
                     const std::vector<std::string_view>& words) {
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  Refuse(option, fmt::format("must be one of {}, got {}", fmt::join(words, ", "), Quoted(word)),
         DidYouMean(word, words));
}

const Format& FormatNamed(std::string_view name) {
  return Formats()[ChoiceOf("format", name, RowNames(Formats()))];
}

const EngineSpec& EngineNamed(std::string_view name) {
  return EngineSpecs()[ChoiceOf("engine", name, RowNames(EngineSpecs()))];
}

Compression CompressionNamed(std::string_view name) {
  return static_cast<Compression>(
      ChoiceOf("compression", name, {kCompressions.begin(), kCompressions.end()}));
}

std::optional<ElevationWish> ElevationWishOf(const std::string& terrain,
                                             const std::vector<double>& elevation) {
  OutputSettings settings;
  if (!terrain.empty())
    settings.terrain = static_cast<TerrainCode>(
        ChoiceOf("terrain", terrain, {kTerrainCodes.begin(), kTerrainCodes.end()}));
  if (!elevation.empty()) {
    const auto is_number = [](double each) { return std::isfinite(each); };
    if (elevation.size() != 2 || !std::ranges::all_of(elevation, is_number))
      Refuse("elevation", "must be two numbers");
    settings.elevation = {elevation[0], elevation[1]};
  }
  return ElevationWishOf(settings, std::nullopt);
}

PictureOutput OutputOf(const Recipe& recipe, const EncodeOptions& options,
                       const std::string* path) {
  PictureOutput output;
  output.maps = MapsOf(recipe, options.maps);
  output.label.option = "format";
  output.format = &FormatOf(options, path);
  output.bits = options.bits != 0 ? options.bits : DefaultBits(*output.format, output.maps.front());
  output.compression = CompressionNamed(options.compression);
  if (output.compression != Compression::kFast && !output.format->compresses)
    Refuse("compression", fmt::format("{} has no lossless compression", output.format->name));
  if (output.compression != Compression::kFast &&
      !Supports(*output.format, output.maps, output.compression))
    Refuse("compression", output.compression == Compression::kNone
                              ? fmt::format("{} files are always compressed", output.format->name)
                              : fmt::format("{} files have no method {}", output.format->name,
                                            Quoted(options.compression)));
  const OutputSettings settings{
      .primaries = static_cast<Primaries>(
          ChoiceOf("primaries", options.primaries, {kPrimaries.begin(), kPrimaries.end()}))};
  output.primaries = settings.PrimariesOf(output);
  if (output.primaries != settings.primaries)
    Refuse("primaries",
           "only colours in EXR files can have primaries other than " + Quoted(kPrimaries[0]));
  output.metadata = options.metadata;
  CheckFormat(output);
  ScaleNodes(std::nullopt, {&output, 1});
  if (const auto wish = ElevationWishOf(options.terrain, options.elevation)) {
    if (options.bits != 0) Refuse("bits", "does not apply to terrain, whose colours have 24 bits");
    SetElevations(recipe, *wish, {&output, 1});
  }
  return output;
}

void CheckLimits(const Limits& limits) {
  if (limits.max_pixels < 0)
    Refuse("max_pixels", fmt::format("must be 0 or more, got {}", limits.max_pixels));
  if (!(limits.max_cost >= 0))
    Refuse("max_cost", fmt::format("must be 0 or more, got {}", limits.max_cost));
}

void CheckPath(const std::string& path) {
  if (path.find('\0') != std::string::npos) Refuse("path", "contains a NUL byte");
}

}  // namespace cobble
