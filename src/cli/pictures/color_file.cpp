// Checks and writes composed pictures.
#include "cli/pictures/color_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

#include "cli/render/render_flags.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/picture_run.h"
#include "jobs/series/name_template.h"
#include "output/formats.h"
#include "output/picture.h"
#include "recipe/fields/fields.h"
#include "render/parallel.h"

namespace cobble {
namespace {

constexpr int kBits = 8;

// Returns the suffixes of the formats that can hold the map: ".png, .tif".
std::string SuffixesFor(const PictureMap& map) {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Formats())
    if (WhyNot(format, map, kBits).empty())
      suffixes.insert(suffixes.end(), format.suffixes.begin(), format.suffixes.end());
  return fmt::format("{}", fmt::join(suffixes, ", "));
}

}  // namespace

void ColorFile::AddOutput(CommandLine* line, FlagTraits traits) {
  traits.alias = "--output";
  traits.is_main = true;
  traits.kind = ValueKind::kFile;
  line->AddText({{"-o", "FILE"},
                 "write the " + name_ + ": PNG, or another format with 8 bits",
                 std::move(traits)},
                &path_);
}

void ColorFile::AddRules(CommandLine* line) {
  const NeededFlag file{"-o", "FILE"};
  line->AddSwitch(
      {"--no-clobber", "refuse to replace an existing file", {.is_main = true, .needs = file}},
      &no_clobber_);
  line->AddSwitch(
      {"--if-changed", "do not rewrite a file whose bytes would not change", {.needs = file}},
      &if_changed_);
  FlagSpec no_sync = NoSyncFlag();
  no_sync.needs = file;
  line->AddSwitch(std::move(no_sync), &no_sync_);
}

PictureOutput ColorFile::Output() const {
  const std::string example = fmt::format("as in -o {}.png", name_);
  if (path_.empty()) Refuse("", "no output given", "specify one, " + example);
  PictureOutput output;
  output.label = {"path", Shown(path_)};
  output.path = path_;
  if (output.path == "-")
    throw output.label.Fault(ErrorKind::kUsage, fmt::format("a {} must be a file", name_), example);
  const std::size_t equals = path_.find('=');
  if (equals != std::string::npos && IsMapName(std::string_view{path_}.substr(0, equals)))
    throw output.label.Fault(ErrorKind::kUsage,
                             fmt::format("a {} has no maps: -o takes only a file", name_),
                             fmt::format("use -o {}, or -o ./{} for a file with this name",
                                         Shown(path_.substr(equals + 1)), Shown(path_)));
  output.path = PlainName(path_, output.label);
  output.format = FormatOfPath(path_);
  PictureMap map;
  map.name = name_;
  map.channels = 3;
  map.is_color = true;
  output.maps = {map};
  output.bits = kBits;
  if (!output.format || !WhyNot(*output.format, map, output.bits).empty())
    throw output.label.Fault(ErrorKind::kUsage,
                             fmt::format("{}s are written in RGB with 8 bits per channel", name_),
                             "use one of " + SuffixesFor(map));
  CheckFormat(output);
  return output;
}

void ColorFile::CheckSize(const PictureOutput& output, int64_t width, int64_t height,
                          Size other) const {
  const Window whole{0, 0, width, height};
  const std::string reason = WhyTooLarge(*output.format, output.maps, output.bits, whole);
  if (!reason.empty())
    throw output.label.Fault(ErrorKind::kLimit, reason,
                             "use another format or a smaller " + size_by_);
  const uint64_t limit = Limits{}.max_memory;
  const Size bytes = other + SampleBytes(output.maps, output.bits, whole) +
                     MemoryOf(*output.format, output.maps, output.bits, whole).whole;
  if (bytes > Size(limit))
    throw output.label.Fault(
        ErrorKind::kLimit,
        fmt::format("{} x {} pixels need {} bytes of memory, but the limit is {}", width, height,
                    bytes.value(), limit),
        "use a smaller " + size_by_);
}

void ColorFile::Write(const PictureOutput& output, const PixelBuffer& pixels, int threads) const {
  PictureSpec spec;
  spec.path = output.path;
  spec.format = output.format;
  spec.maps = output.maps;
  spec.bits = output.bits;
  spec.width = pixels.width();
  spec.height = pixels.height();
  spec.files = {.no_clobber = no_clobber_, .sync = !no_sync_, .if_changed = if_changed_};
  TidyFolders({output.path});
  const auto writer = OpenPicture(spec);
  WriteBuffer(pixels, ThreadsOf(threads), writer.get());
  writer->Commit();
}

}  // namespace cobble
