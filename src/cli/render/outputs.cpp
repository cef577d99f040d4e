// Resolves the maps, the format and the bit depth of each output.
#include "cli/render/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/line/flag_values.h"
#include "cli/stores/store_flags.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/path_check.h"
#include "jobs/sets/engine_settings.h"
#include "jobs/sets/set_pictures.h"
#include "platform/file.h"
#include "platform/path.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/hints/trade_words.h"

namespace cobble {
namespace {

constexpr int kMaxBits = 64;  // sanity limit; each format checks its own

// Returns the length of "MAP[,MAP...]=", or 0 if the text does not start with maps. The text before
// the first "=" is a list of maps unless one that is no "@/POINTER" contains '/' or '.' (on Windows
// also '\\' or a drive).
std::size_t MapsLength(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || RootLength(text) > 0) return 0;
  for (const std::string& name : SplitNames(text.substr(0, equals))) {
    if (name.starts_with("@/")) continue;
    if (name.find('.') != std::string::npos || !FolderOf(name).empty()) return 0;
  }
  return equals + 1;
}

// Returns the outputs that `text` lists although -o takes one: "color=a.png" and "normal=b.png". A
// file ends at a comma if it has the suffix of a format, and so has the next one.
std::vector<std::string> FilesIn(const std::string& text) {
  std::vector<std::string> files;
  std::size_t begin = 0;
  for (std::size_t comma = 0; (comma = text.find(',', comma + 1)) != std::string::npos;) {
    const std::string next = text.substr(comma + 1, text.find(',', comma + 1) - comma - 1);
    const std::string rest = text.substr(comma + 1);
    if (!FormatOfPath(text.substr(begin, comma - begin))) continue;
    if (!FormatOfPath(next) && MapsLength(rest) == 0) continue;
    files.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  files.push_back(text.substr(begin));
  return files;
}

// Returns the hint for a misspelt map or node.
std::string SimilarMap(const Recipe& recipe, const std::string& name) {
  if (name.starts_with('@')) return NodeMapHint(recipe, name);
  return DidYouMean(name, PictureMapNames(recipe));
}

// Returns the hint for a word that is like no map. In: names, all maps before the = of the -o that
// has the word.
std::string UnknownMapHint(const Recipe& recipe, const std::vector<std::string>& names) {
  constexpr std::size_t kMaxListed = 10;
  auto own = PictureMapNames(recipe);
  own.erase(own.begin(), own.begin() + std::ssize(Names<Map>()));
  const std::size_t listed = std::min(own.size(), kMaxListed);
  const std::string more = listed < own.size() ? ", ..." : "";
  own.resize(listed);
  const std::string maps = own.empty() ? "the recipe has no \"maps\""
                                       : fmt::format("the recipe defines {}", fmt::join(own, ", "));
  if (names.empty()) return maps + more;
  return maps + more + "; if = is part of the file name, write ./" + Shown(JoinMapNames(names)) +
         "=...";
}

// Returns the suffixes of all formats, and that of stores: ".png", ".r8".
std::vector<std::string_view> Suffixes() {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Formats())
    suffixes.insert(suffixes.end(), format.suffixes.begin(), format.suffixes.end());
  suffixes.push_back(ZarrFormat().suffixes.front());
  return suffixes;
}

// The formats of raw samples, of which the bits choose one.
constexpr std::string_view kRawName = "raw";

// Returns the format of raw samples with these bits; null if there is none.
const Format* RawFormat(int bits) { return FindFormat(fmt::format("r{}", bits)); }

bool IsRaw(const Format& format) { return &format == RawFormat(format.bits.front()); }

std::vector<std::string_view> FormatNames() {
  auto names = RowNames(Formats());
  names.push_back(kRawName);
  return names;
}

std::vector<std::string> NamesOfBuiltInMaps() {
  const auto names = Names<Map>();
  return {names.begin(), names.end()};
}

[[noreturn]] void RefuseSuffix(const OptionValue& label, const std::string& path) {
  const bool is_number = path.ends_with('}');  // at the end: "rock.{udim}"
  const std::string suffix(is_number ? "" : SuffixOfName(path));
  if (FormatOfPath("a" + suffix) || IsZarrPath("a" + suffix))
    throw label.Fault(ErrorKind::kUsage, "has a suffix but no name");
  if (const std::string_view name = LeftOutFormat(path); !name.empty())
    throw label.Fault(ErrorKind::kUsage,
                      fmt::format("this build of cobble does not write {}", name));
  const auto known = Suffixes();
  std::string hint = suffix.empty() ? "" : DidYouMean(suffix, known);
  if (is_number)
    hint = fmt::format("write {}.exr, or another suffix{}", path,
                       path.ends_with("{udim}") ? ", and --tiles CxR" : "");
  if (hint.empty()) hint = fmt::format("use one of {}, or --format NAME", fmt::join(known, ", "));
  throw label.Fault(ErrorKind::kUsage,
                    suffix.empty() ? "has no suffix, so its format is unknown"
                                   : "unknown suffix " + Quoted(suffix),
                    hint);
}

// Refuses a bit depth that the format does not have, with a format that has it.
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

}  // namespace

bool NamesBuiltInMaps(std::string_view text) {
  Map map{};
  return std::ranges::all_of(SplitNames(text),
                             [&](const std::string& name) { return FromName(name, &map); });
}

void OutputOptions::AddTo(CommandLine* line) {
  line->BeginGroup("Output");
  const bool plans = line->tasks() == kPlanTasks;
  AddOutput(line);
  line->Add({{"--bits", "[MAP=]N"},
             "bits per channel, for all outputs or for one map; several, as in color=16,height=32",
             {.brief = "bits per channel: 8, 16 or 32",
              .is_main = true,
              .repeats = true,
              .kind = ValueKind::kMap,
              .choices = NamesOfBuiltInMaps(),
              .numbers = {"8", "16", "32"},
              .excludes = {{"--terrain", "terrain tiles have 24 bits"}}}},
            [this](const std::string& text) {
              for (const std::string& each : SplitNames(text)) AddBits(each);
            });
  line->AddChoice({{"--format", "NAME"},
                   fmt::format("format for outputs without a known suffix: {}; {} is r8, r16 or "
                               "r32, by the bits",
                               fmt::join(FormatNames(), ", "), kRawName),
                   {.tasks = kPictures}},
                  FormatNames(), [this](std::size_t format) {
                    is_raw_ = format == Formats().size();
                    settings_.format = is_raw_ ? nullptr : &Formats()[format];
                  });
  line->AddEnum({{"--compression", "NAME"},
                 plans ? "compression of chunks: fast (default), small (smaller files, many times "
                         "slower) or none (Zarr only)"
                       : fmt::format("compression of {}: fast (default), or small (smaller files, "
                                     "many times slower); of EXR also zip, zips (each line alone) "
                                     "or none; of Zarr also none",
                                     CompressingFormats())},
                plans ? std::span<const std::string_view>(kStoreCompressions) : kCompressions,
                &settings_.compression);
  line->AddEnum({{"--primaries", "NAME"},
                 "primaries of colours in EXR files: rec709 (default), those of sRGB, or acescg",
                 {.tasks = kPictures}},
                kPrimaries, &settings_.primaries);
  line->AddSwitch({"--no-metadata",
                   "do not record the recipe in pictures; cobble cannot render them again",
                   {.tasks = kPictures}},
                  &settings_.no_metadata);
}

void OutputOptions::AddOutput(CommandLine* line) {
  const bool plans = line->tasks() == kPlanTasks;
  line->Add(
      {{"-o", "[MAP[,MAP...]=]FILE"},
       plans ? "the store to make: NAME.zarr or, with --tile-scheme, "
               "\"DIR/{z}/{x}/{y}.png\"; MAP is a map as in cobble render (default: height, "
               "or the maps of PICTURE)"
             : fmt::format("write a picture, or a store (NAME.zarr); MAP is one of {}, a "
                           "map or pack of the recipe, @NODE or @/POINTER (default: height, or "
                           "the maps of PICTURE); use - for standard output",
                           fmt::join(Names<Map>(), ", ")),
       {.alias = "--output",
        .brief = plans ? "the store, which may hold several maps"
                       : "write a picture: -o a.png, -o normal=a_n.png; - for standard output",
        .is_main = true,
        .repeats = true,
        .kind = ValueKind::kMapFile,
        .choices = NamesOfBuiltInMaps(),
        .option = "path"}},
      [this](const std::string& text) { AddRequest(text); });
}

void OutputOptions::AddRequest(const std::string& text) {
  Request request{.label = {"path", Shown(text)}, .path = text, .maps = {}};
  if (const auto files = FilesIn(text); files.size() > 1)
    throw request.label.Fault(ErrorKind::kUsage,
                              "takes one file, not " + std::to_string(files.size()),
                              fmt::format("write -o {}", fmt::join(files, " -o ")));
  CheckDrive(request.label, text);
  const std::size_t length = MapsLength(text);
  if (length > 0) request.maps = SplitNames(text.substr(0, length - 1));
  for (auto map = request.maps.begin(); map != request.maps.end(); ++map)
    if (std::find(request.maps.begin(), map, *map) != map)
      throw request.label.Fault(ErrorKind::kUsage, "names " + Quoted(*map) + " twice");
  request.path = text.substr(length);
  if (request.path.empty()) throw request.label.Fault(ErrorKind::kUsage, "has no file name");
  requests_.push_back(std::move(request));
}

PictureMap OutputOptions::MapNamed(const Recipe& recipe, const OptionValue& label,
                                   const std::vector<std::string>& names, const std::string& name) {
  if (auto map = FindPictureMap(recipe, name)) return *std::move(map);
  const auto meant = MapOfWord(name);
  std::string hint =
      meant ? "did you mean " + Quoted(Name(*meant)) + "?" : SimilarMap(recipe, name);
  if (recipe.nodes.contains(name)) hint = "did you mean " + Quoted("@" + name) + "?";
  if (hint.empty()) hint = UnknownMapHint(recipe, names);
  throw label.Fault(ErrorKind::kUsage, "unknown map " + Quoted(name), hint);
}

void OutputOptions::AddBits(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool has_map = equals != std::string::npos;
  const std::string number = has_map ? text.substr(equals + 1) : text;
  if (equals == 0)
    throw Error(ErrorKind::kUsage, "--bits " + Shown(text),
                "names no map before =", "write --bits " + Shown(number) + " for all maps");
  const auto given = ParseWhole(number);
  if (!given || *given < 1 || *given > kMaxBits)
    throw Error(ErrorKind::kUsage, "--bits", "must be 8, 16 or 32, got " + Quoted(number));
  const auto bits = static_cast<int>(*given);
  settings_.bits.push_back({has_map ? text.substr(0, equals) : "", bits});
}

void OutputOptions::RefuseSeparateFiles(const std::vector<std::string>& positionals) const {
  for (const std::string& path : positionals)
    if (requests_.empty() && FormatOfPath(path) && !file::Exists(path))
      throw Error(ErrorKind::kUsage, "", "no output given, and no file is called " + Quoted(path),
                  "to write it, use -o " + Shown(path));
  for (const Request& request : requests_) {
    if (!request.maps.empty() || !NamesBuiltInMaps(request.path)) continue;
    for (const std::string& path : positionals)
      if (FormatOfPath(path) && !file::Exists(path))
        throw request.label.Fault(ErrorKind::kUsage, "names a map but no file",
                                  "write -o " + request.label.value + '=' + Shown(path));
  }
}

std::vector<PictureOutput> OutputOptions::Pictures(
    const Recipe& recipe, const std::optional<OutputMetadata>& input_metadata,
    bool allow_no_outputs) const {
  if (requests_.empty() && !allow_no_outputs)
    throw Error(ErrorKind::kUsage, "", "no output given", "specify one, as in -o NAME.png");
  settings_.CheckMaps(recipe);
  std::vector<PictureOutput> outputs;
  for (const Request& request : requests_)
    for (PictureOutput& output : PicturesOf(recipe, request, input_metadata))
      outputs.push_back(std::move(output));
  settings_.CheckUsed(outputs);
  return outputs;
}

std::vector<std::string> OutputOptions::Paths() const {
  std::vector<std::string> paths;
  for (const Request& request : requests_) paths.push_back(request.path);
  return paths;
}

std::vector<std::string> OutputOptions::Given() const {
  std::vector<std::string> given;
  for (const Request& request : requests_) given.push_back(request.label.value);
  return given;
}

// The maps of a Zarr store are arrays of their own, each with its own bits.
std::vector<PictureOutput> OutputOptions::PicturesOf(
    const Recipe& recipe, const Request& request,
    const std::optional<OutputMetadata>& input_metadata) const {
  if (request.maps.size() < 2 || !IsZarrPath(request.path))
    return {PictureOf(recipe, request, input_metadata)};
  std::vector<PictureOutput> outputs;
  for (const std::string& map : request.maps) {
    Request one = request;
    one.maps = {map};
    outputs.push_back(PictureOf(recipe, one, input_metadata));
  }
  return outputs;
}

PictureOutput OutputOptions::PictureOf(const Recipe& recipe, const Request& request,
                                       const std::optional<OutputMetadata>& input_metadata) const {
  PictureOutput output;
  output.label = request.label;
  output.names_maps = !request.maps.empty();
  output.path = request.path;
  std::vector<std::string> names = request.maps;
  if (names.empty())
    names = input_metadata ? input_metadata->maps : std::vector<std::string>{"height"};
  for (const std::string& name : names)
    output.maps.push_back(MapNamed(recipe, request.label, names, name));
  output.format = &FormatOf(request, output.maps.front());
  // CheckFormat below also checks the number of maps. If the maps come from the input picture, the
  // check here adds a hint that says so.
  const std::string reason = WhyTooMany(*output.format, output.maps.size(), output.path);
  if (!reason.empty() && request.maps.empty())
    throw request.label.Fault(
        ErrorKind::kUsage, reason,
        "the maps default to those of the input picture; choose one, as in -o height=FILE");

  SetBits(input_metadata, &output);
  output.compression = settings_.CompressionOf(output);
  output.primaries = settings_.PrimariesOf(
      output, input_metadata ? input_metadata->primaries : Primaries::kRec709);
  output.metadata = !settings_.no_metadata;
  if (input_metadata) output.engine = input_metadata->engine;
  CheckBits(output);
  CheckFormat(output);
  if (IsTerminal(output.path))
    throw request.label.Fault(
        ErrorKind::kUsage, output.path == "-" ? "standard output is a terminal" : "is a terminal",
        "write to a file or a pipe");
  return output;
}

// In: map, the first of the picture.
const Format& OutputOptions::FormatOf(const Request& request, const PictureMap& map) const {
  if (IsZarrPath(request.path)) return ZarrFormat();
  const Format* const known = request.path == "-" ? nullptr : FormatOfPath(request.path);
  if (known) return *known;
  if (settings_.format) return *settings_.format;
  if (is_raw_) {
    const MapBits* const given = settings_.FindBits(map);
    const int own = map.range == SampleRange::kUnbounded ? 32 : map.bits;
    const int bits = given ? given->bits : own;
    if (const Format* const raw = RawFormat(bits)) return *raw;
    throw request.label.Fault(ErrorKind::kUsage,
                              fmt::format("raw files have 8, 16 or 32 bits, not {}", bits));
  }
  if (request.path == "-")
    throw request.label.Fault(ErrorKind::kUsage, "standard output needs --format NAME",
                              fmt::format("one of {}", fmt::join(FormatNames(), ", ")));
  RefuseSuffix(request.label, request.path);
}

void OutputOptions::SetBits(const std::optional<OutputMetadata>& input_metadata,
                            PictureOutput* output) const {
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
    const MapBits* const given = settings_.FindBits(output->maps[k]);
    const int usual = keeps_each ? input_metadata->map_bits[k] : fallback;
    bits.push_back(given ? given->bits : usual);
  }
  output->bits = std::ranges::max(bits);
  for (std::size_t k = 0; k < bits.size(); ++k)
    if (bits[k] != output->bits) output->maps[k].stored_bits = bits[k];
}

}  // namespace cobble
