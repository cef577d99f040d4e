// Finds the maps, the format and the bits of requested pictures.
#include "jobs/picture_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/path_check.h"
#include "output/formats.h"
#include "platform/path.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/hints/trade_words.h"

namespace cobble {
namespace {

// Stands for the raw formats; the bits choose one.
constexpr std::string_view kRawName = "raw";

// Returns the format of raw samples with these bits, or null.
const Format* RawFormat(int bits) { return FindFormat(fmt::format("r{}", bits)); }

bool IsRaw(const Format& format) { return &format == RawFormat(format.bits.front()); }

// Returns how to write the names before = if they are part of the file's name.
std::string FileNameHint(const std::vector<std::string>& names) {
  return "if = is part of the file name, write ./" + Shown(JoinMapNames(names)) + "=...";
}

// Returns the map that a word with a format's suffix has before it: "orm.r" of "orm.r.png".
std::string MapBeforeSuffix(const Recipe& recipe, std::string_view name) {
  if (!FormatOfPath(name)) return {};
  name.remove_suffix(SuffixOfName(name).size());
  return FindPictureMap(recipe, name) ? std::string(name) : std::string();
}

// Returns whether a word is not a map, but near to one, so that it is hardly part of a file's name.
bool IsNearMap(const Recipe& recipe, const std::string& name) {
  const MapLookup found = LookUpMap(recipe, name);
  if (found.map) return false;
  if (FormatOfPath(name)) return !MapBeforeSuffix(recipe, name).empty();
  return !found.message.empty() || !NearMapHint(recipe, name).empty();
}

// Returns the request with what its text means: maps, or a file whose name has dots and = in it.
PictureRequest Resolved(const Recipe& recipe, PictureRequest request) {
  const auto is_map = [&](const std::string& name) {
    return FindPictureMap(recipe, name).has_value();
  };
  const auto is_near = [&](const std::string& name) { return IsNearMap(recipe, name); };
  if (request.whole.empty() || std::ranges::all_of(request.maps, is_map) ||
      std::ranges::any_of(request.maps, is_near))
    return request;
  request.path = request.whole;
  request.maps.clear();
  return request;
}

// Returns the hint for a word that is not near to a map: how to set the one that it means, or how
// to write it in a file's name. In: names, all maps of the request that has the word.
Phrase UnknownMapHint(const Recipe& recipe, std::string_view name,
                      const std::vector<std::string>& names) {
  constexpr std::size_t kMaxListed = 10;
  auto own = PictureMapNames(recipe);
  own.erase(own.begin(), own.begin() + std::ssize(Names<Map>()));
  const std::size_t listed = std::min(own.size(), kMaxListed);
  const std::string more = listed < own.size() ? ", ..." : "";
  own.resize(listed);
  const std::string maps = own.empty() ? "the recipe has no \"maps\""
                                       : fmt::format("the recipe defines {}", fmt::join(own, ", "));
  if (names.empty())
    return fmt::format("use one of {}{}{}{}", fmt::join(Names<Map>(), ", "),
                       own.empty() ? "" : ", ", fmt::join(own, ", "), more);
  const auto meant = MapNamesOfWord(SplitMapName(name).map);
  if (meant.empty()) return maps + more + "; " + FileNameHint(names);
  const std::string map(SplitMapName(meant.front()).map);
  return maps + more + "; set " + Quoted(map) + " with " + Phrase::Option("maps." + map);
}

// Refuses a bit depth that the format lacks, and names a format that has it.
void CheckBits(const PictureOutput& picture) {
  for (const PictureMap& map : picture.maps) {
    const int bits = BitsOf(picture, map);
    if (std::ranges::count(picture.format->bits, bits) > 0) continue;
    const auto fits = [&](const Format& format) {
      return WhyTooMany(format, picture.maps.size()).empty() && WhyNot(format, map, bits).empty();
    };
    const auto first = std::ranges::find_if(Formats(), fits);
    if (!CanHold(*picture.format, map) || first == Formats().end()) continue;
    const Format* const raw = IsRaw(*picture.format) ? RawFormat(bits) : nullptr;
    const Format& other = raw && fits(*raw) ? *raw : *first;
    throw picture.label.Fault(ErrorKind::kUsage, WhyNot(*picture.format, map, bits, picture.path),
                              fmt::format("{} files have {} bits", other.suffixes.front(), bits));
  }
}

// In: map, the first of the picture.
const Format& FormatOf(const PictureRequest& request, const OutputSettings& settings,
                       const PictureMap& map) {
  if (IsZarrPath(request.path)) return ZarrFormat();
  const Format* const known = request.path == "-" ? nullptr : FormatOfPath(request.path);
  if (known) return *known;
  if (settings.format) return *settings.format;
  if (settings.is_raw) {
    const MapBits* const given = settings.FindBits(map);
    const int own = map.range == SampleRange::kUnbounded ? 32 : map.bits;
    const int bits = given ? given->bits : own;
    if (const Format* const raw = RawFormat(bits)) return *raw;
    throw request.label.Fault(ErrorKind::kUsage,
                              fmt::format("raw files have 8, 16 or 32 bits, not {}", bits));
  }
  if (request.path == "-")
    throw request.label.Fault(ErrorKind::kUsage,
                              "standard output needs " + Phrase::Option("format"),
                              fmt::format("one of {}", fmt::join(FormatNames(), ", ")));
  RefuseSuffix(request.label, request.path, true);
}

// Sets the bits of the picture and, where they differ, of its maps.
void SetBits(const OutputSettings& settings, const std::optional<OutputMetadata>& input_metadata,
             PictureOutput* output) {
  const Format& format = *output->format;
  const PictureMap& first = output->maps.front();
  int fallback = DefaultBits(format, first);
  // 16 bits means different things for integer and half-float samples.
  const bool same_kind = input_metadata && input_metadata->format &&
                         input_metadata->maps == NamesOf(output->maps) &&
                         IsFloat(*input_metadata->format, input_metadata->bits) ==
                             IsFloat(format, input_metadata->bits);
  const bool keeps = same_kind && WhyNot(format, first, input_metadata->bits).empty();
  if (keeps) fallback = input_metadata->bits;
  const bool keeps_each = keeps && !input_metadata->map_bits.empty();

  std::vector<int> bits;
  for (std::size_t k = 0; k < output->maps.size(); ++k) {
    const MapBits* const given = settings.FindBits(output->maps[k]);
    const int usual = keeps_each ? input_metadata->map_bits[k] : fallback;
    bits.push_back(given ? given->bits : usual);
  }
  output->bits = std::ranges::max(bits);
  for (std::size_t k = 0; k < bits.size(); ++k)
    if (bits[k] != output->bits) output->maps[k].stored_bits = bits[k];
}

}  // namespace

void RefuseSuffix(const OptionValue& label, const std::string& path, bool may_be_store) {
  const bool is_number = path.ends_with('}');  // at the end: "rock.{udim}"
  const std::string suffix(is_number ? "" : SuffixOfName(path));
  if (FormatOfPath("a" + suffix) || (may_be_store && IsZarrPath("a" + suffix)))
    throw label.Fault(ErrorKind::kUsage, "has a suffix but no name");
  if (const std::string_view name = LeftOutFormat(path); !name.empty())
    throw label.Fault(ErrorKind::kUsage,
                      fmt::format("this build of cobble does not write {}", name));
  auto known = FormatSuffixes();
  if (may_be_store) known.push_back(ZarrFormat().suffixes.front());
  Phrase hint = suffix.empty() ? "" : DidYouMean(suffix, known);
  if (is_number)
    hint = fmt::format("write {}.exr, or another suffix", path) +
           (path.ends_with("{udim}") ? ", and " + Phrase::Option("tiles") : Phrase());
  if (hint.empty())
    hint = fmt::format("use one of {}, or ", fmt::join(known, ", ")) + Phrase::Option("format");
  throw label.Fault(ErrorKind::kUsage,
                    suffix.empty() ? "has no suffix, so its format is unknown"
                                   : "unknown suffix " + Quoted(suffix),
                    hint);
}

PictureMap MapNamed(const Recipe& recipe, const OptionValue& label,
                    const std::vector<std::string>& names, const std::string& name) {
  MapLookup found = LookUpMap(recipe, name);
  if (found.map) return *std::move(found.map);
  const bool is_file_name = !names.empty() && name.find('.') != name.npos;
  if (!found.message.empty())
    throw label.Fault(ErrorKind::kUsage, found.message,
                      found.hint + (found.hint.empty() || !is_file_name ? "" : "; ") +
                          (is_file_name ? FileNameHint(names) : ""));
  Phrase hint = NearMapHint(recipe, name);
  if (const std::string map = MapBeforeSuffix(recipe, name); !map.empty() && is_file_name)
    hint = "for the map, write " + Phrase::Suggestion(map) + "; " + FileNameHint(names);
  if (recipe.nodes.contains(name)) {
    const bool means_map = !hint.empty() && !MapNamesOfWord(name).empty();
    hint = means_map ? hint + " (the node is " + Quoted("@" + name) + ")" : DidYouMean("@" + name);
  }
  if (hint.empty()) hint = UnknownMapHint(recipe, name, names);
  throw label.Fault(ErrorKind::kUsage, "unknown map " + Quoted(name), hint);
}

PictureOutput PictureOf(const Recipe& recipe, const PictureRequest& given,
                        const OutputSettings& settings,
                        const std::optional<OutputMetadata>& input_metadata) {
  const PictureRequest request = Resolved(recipe, given);
  PictureOutput output;
  output.label = request.label;
  output.names_maps = !request.maps.empty();
  output.path = request.path;
  std::vector<std::string> names = request.maps;
  if (names.empty())
    names = input_metadata ? input_metadata->maps : std::vector<std::string>{"height"};
  for (const std::string& name : names)
    output.maps.push_back(MapNamed(recipe, request.label, names, name));
  output.format = &FormatOf(request, settings, output.maps.front());
  // CheckFormat checks the number of maps, too. Here, the hint says if they come from the input.
  const std::string reason = WhyTooMany(*output.format, output.maps.size(), output.path);
  if (!reason.empty() && request.maps.empty())
    throw request.label.Fault(ErrorKind::kUsage, reason,
                              "the maps default to those of the input picture; choose one, as in " +
                                  Phrase::Option("path", "height=FILE"));

  SetBits(settings, input_metadata, &output);
  output.compression = settings.CompressionOf(output);
  output.primaries =
      settings.PrimariesOf(output, input_metadata ? input_metadata->primaries : Primaries::kRec709);
  output.metadata = !settings.no_metadata;
  if (input_metadata) output.engine = input_metadata->engine;
  CheckBits(output);
  CheckFormat(output);
  if (IsTerminal(output.path))
    throw request.label.Fault(
        ErrorKind::kUsage, output.path == "-" ? "standard output is a terminal" : "is a terminal",
        "write to a file or a pipe");
  return output;
}

// The maps of a Zarr store are arrays of their own, each with its own bits.
std::vector<PictureOutput> PicturesOf(const Recipe& recipe,
                                      std::span<const PictureRequest> requests,
                                      const OutputSettings& settings,
                                      const std::optional<OutputMetadata>& input_metadata) {
  settings.CheckMaps(recipe);
  std::vector<PictureOutput> outputs;
  for (const PictureRequest& given : requests) {
    const PictureRequest request = Resolved(recipe, given);
    if (request.maps.size() < 2 || !IsZarrPath(request.path)) {
      outputs.push_back(PictureOf(recipe, request, settings, input_metadata));
      continue;
    }
    for (const std::string& map : request.maps) {
      PictureRequest one = request;
      one.maps = {map};
      outputs.push_back(PictureOf(recipe, one, settings, input_metadata));
    }
  }
  settings.CheckUsed(outputs);
  return outputs;
}

bool ShowNodesAlone(std::span<const PictureOutput> pictures) {
  const auto shows_nodes = [](const PictureOutput& picture) {
    return std::ranges::all_of(picture.maps, &PictureMap::IsNode);
  };
  return !pictures.empty() && std::ranges::all_of(pictures, shows_nodes);
}

void ScaleNodes(const std::optional<Bounds>& range, std::span<PictureOutput> pictures) {
  const bool only_nodes = ShowNodesAlone(pictures);
  for (PictureOutput& picture : pictures)
    for (PictureMap& map : picture.maps) {
      const bool has_floats = IsFloat(*picture.format, BitsOf(picture, map));
      const NodeScale own = has_floats ? NodeScale::kValues : NodeScale::kBounds;
      if (range && only_nodes)
        SetNodeScale(NodeScale::kRange, &map, *range);
      else
        SetNodeScale(own, &map);
    }
}

std::vector<std::string_view> FormatNames() {
  auto names = RowNames(Formats());
  names.push_back(kRawName);
  return names;
}

bool NamesBuiltInMaps(std::string_view text) {
  Map map{};
  return std::ranges::all_of(SplitNames(text),
                             [&](const std::string& name) { return FromName(name, &map); });
}

}  // namespace cobble
