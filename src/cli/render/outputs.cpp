// Parses the flags of outputs.
#include "cli/render/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/line/flag_values.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/sets/set_among.h"
#include "output/formats.h"
#include "platform/file.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr int kMaxBits = 64;  // sanity limit; each format checks its own

// Returns the length of "MAP[,MAP...]=", or 0. Text before the first "=" names maps unless a name
// other than "@/POINTER" contains '/' (on Windows also '\\' or a drive).
std::size_t MapsLength(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || RootLength(text) > 0) return 0;
  for (const std::string& name : SplitNames(text.substr(0, equals))) {
    if (name.starts_with("@/") || name.starts_with("invert:@/")) continue;
    if (!FolderOf(name).empty()) return 0;
  }
  return equals + 1;
}

// Returns the outputs that `text` lists although -o takes one: "color=a.png" and "normal=b.png". A
// file ends at a comma if both it and the next one have the suffix of a format.
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

std::vector<std::string> NamesOfBuiltInMaps() {
  const auto names = Names<Map>();
  return {names.begin(), names.end()};
}

}  // namespace

void OutputOptions::AddTo(CommandLine* line) {
  line->BeginGroup("Output");
  const bool plans = line->destinations() == kPlans;
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
  line->AddEnum({{"--compression", "NAME"},
                 plans ? "compression of chunks: fast (default), small (smaller files, many times "
                         "slower) or none (Zarr only)"
                       : fmt::format("compression of {}: fast (default), or small (smaller files, "
                                     "many times slower); for EXR also zip, zips (each line alone) "
                                     "or none; for Zarr also none",
                                     CompressingFormats())},
                plans ? std::span<const std::string_view>(kStoreCompressions) : kCompressions,
                &settings_.compression);
  line->BeginGroup("Output", kPictureFiles);
  line->AddChoice({{"--format", "NAME"},
                   fmt::format("format for outputs without a known suffix: {}; {} is r8, r16 or "
                               "r32, depending on the bits",
                               fmt::join(FormatNames(), ", "), FormatNames().back())},
                  FormatNames(), [this](std::size_t format) {
                    settings_.is_raw = format == Formats().size();
                    settings_.format = settings_.is_raw ? nullptr : &Formats()[format];
                  });
  line->AddEnum({{"--primaries", "NAME"},
                 "primaries of colours in EXR files: rec709 (default, as in sRGB) or acescg"},
                kPrimaries, &settings_.primaries);
  line->AddSwitch(
      {"--no-metadata", "do not record the recipe in pictures; cobble cannot render them again"},
      &settings_.no_metadata);
}

void OutputOptions::AddOutput(CommandLine* line) {
  const bool plans = line->destinations() == kPlans;
  line->Add(
      {{"-o", "[MAP[,MAP...]=]FILE"},
       plans ? "the store to make: NAME.zarr or, with --tile-scheme, "
               "\"DIR/{z}/{x}/{y}.png\"; MAP is a map as in cobble render (default: height, "
               "or the maps of PICTURE)"
             : fmt::format("write a picture, or a store (NAME.zarr); MAP is one of {}, a "
                           "map or pack of the recipe, @NODE or @/POINTER (default: height, or "
                           "the maps of PICTURE), or a channel of one, as in normal.y; invert: "
                           "inverts a single channel; use - for standard output",
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
  PictureRequest request{.label = {"path", Shown(text)}, .path = text, .maps = {}};
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
  const auto has_dot = [](const std::string& map) { return map.find('.') != map.npos; };
  if (std::ranges::any_of(request.maps, has_dot)) request.whole = text;
  if (request.path.empty()) throw request.label.Fault(ErrorKind::kUsage, "has no file name");
  requests_.push_back(std::move(request));
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
  for (const PictureRequest& request : requests_) {
    if (!request.maps.empty() || !NamesBuiltInMaps(request.path)) continue;
    for (const std::string& path : positionals)
      if (FormatOfPath(path) && !file::Exists(path))
        throw request.label.Fault(ErrorKind::kUsage, "names a map but no file",
                                  "write -o " + request.label.value + '=' + Shown(path));
  }
}

void OutputOptions::RequireAny() const {
  if (requests_.empty())
    throw Error(ErrorKind::kUsage, "", "no output given", "specify one, as in -o NAME.png");
}

std::vector<std::string> OutputOptions::Paths() const {
  std::vector<std::string> paths;
  for (const PictureRequest& request : requests_) paths.push_back(request.path);
  return paths;
}

std::vector<std::string> OutputOptions::Given() const {
  std::vector<std::string> given;
  for (const PictureRequest& request : requests_) given.push_back(request.label.value);
  return given;
}

}  // namespace cobble
