// Resolves the formats and bit depths of a set of pictures for an engine.
#include <fmt/format.h>
#include <algorithm>
#include <cctype>

#include "cli/render/engine_settings.h"
#include "cli/render/outputs.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "jobs/admission.h"
#include "platform/file.h"
#include "recipe/fields/picture_maps.h"

namespace cobble {
namespace {

constexpr std::string_view kForm = "write -o DIR/NAME";

// Returns the length of what looks like a suffix of a file name: a dot and up to five letters and
// digits, not digits alone; 0 if there is none.
std::size_t SuffixLength(std::string_view name) {
  constexpr std::size_t kMaxLetters = 5;
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return 0;
  const std::string_view letters = name.substr(dot + 1);
  const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0; };
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool is_suffix = !letters.empty() && letters.size() <= kMaxLetters &&
                         std::ranges::all_of(letters, is_word) &&
                         !std::ranges::all_of(letters, is_digit);
  return is_suffix ? letters.size() + 1 : 0;
}

std::string WithoutSuffix(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return path.substr(0, path.size() - SuffixLength(name));
}

template <typename Range, typename T>
bool Contains(const Range& range, const T& item) {
  return std::ranges::find(range, item) != std::ranges::end(range);
}

// Returns the bits per channel without a flag: for heights, those that the format has without an
// engine, if the engine takes them.
int UsualBits(const SetPicture& picture, const Format& format, const PictureMap& map) {
  const int usual = DefaultBits(format, map);
  if (picture.channels.front().role == Role::kHeight && Contains(picture.bits, usual)) return usual;
  const auto first =
      std::ranges::find_if(picture.bits, [&](int bits) { return Contains(format.bits, bits); });
  return first == picture.bits.end() ? usual : *first;
}

// Returns whether the path is a device, a pipe or a socket.
bool IsDevice(const std::string& path) {
  FileStatus status;
  return file::StatusOf(path, &status) == 0 && status.kind != FileKind::kRegular &&
         status.kind != FileKind::kFolder;
}

bool IsPlainText(std::string_view name) {
  return IsUtf8(name) &&
         std::ranges::none_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

}  // namespace

std::string OutputOptions::SetName(const Engine& engine) const {
  const std::string for_flag = ForFlag(engine);
  const auto refuse = [](const OptionValue& at, const std::string& what, const std::string& hint) {
    throw at.Fault(ErrorKind::kUsage, what, hint);
  };
  if (requests_.empty()) refuse({}, "no output given", "specify one, as in -o DIR/NAME");
  const Request& request = requests_.front();
  const std::string& path = request.path;
  const std::string name = path.substr(path.rfind('/') + 1);
  if (requests_.size() > 1)
    refuse(requests_[1].label, for_flag + " writes the whole set: it takes one -o",
           "keep only one, as in -o " + Shown(WithoutSuffix(path)));
  if (!request.maps.empty())
    refuse(request.label, for_flag + " chooses the maps", "write -o " + Shown(WithoutSuffix(path)));
  if (path == "-") refuse(request.label, for_flag + " writes named files", std::string(kForm));
  if (IsDevice(path)) refuse(request.label, for_flag + " writes named files", std::string(kForm));
  if (name.empty() || file::IsFolder(path))
    refuse(request.label, "is a folder",
           "write -o " + Shown(path.ends_with('/') ? path : path + "/") + "NAME");
  if (SuffixLength(name) > 0)
    refuse(request.label, for_flag + " adds the suffixes itself",
           "write -o " + Shown(WithoutSuffix(path)));
  if (!IsPlainText(name))
    refuse(request.label, "must be UTF-8 without control characters", std::string(kForm));
  return path;
}

std::vector<PictureOutput> OutputOptions::PicturesOfSet(
    const Recipe& recipe, const Engine& engine, std::span<const SetRequest> requests) const {
  CheckBitsMaps(recipe);
  std::vector<std::string_view> formats;  // that any of the pictures takes
  for (const SetRequest& request : requests)
    for (const std::string_view name : request.picture->formats)
      if (!Contains(formats, name)) formats.push_back(name);
  if (format_ && !Contains(formats, format_->name))
    throw Error(ErrorKind::kUsage, fmt::format("--format {}", format_->name),
                fmt::format("{} takes {}", ForFlag(engine), ListText(formats, " or ")));
  std::vector<PictureOutput> pictures;
  for (const SetRequest& request : requests)
    pictures.push_back(SetPictureOf(recipe, engine, request));
  CheckAllUsed(pictures);
  return pictures;
}

PictureOutput OutputOptions::SetPictureOf(const Recipe& recipe, const Engine& engine,
                                          const SetRequest& request) const {
  const SetPicture& row = *request.picture;
  const bool takes_format = format_ && Contains(row.formats, format_->name);
  PictureOutput picture;
  picture.format = takes_format ? format_ : FirstFormat(row.formats);
  if (!picture.format)
    throw Error(ErrorKind::kUsage, ForFlag(engine),
                fmt::format("this build of cobble does not write {}", row.formats.front()));
  picture.path = request.stem + std::string(SuffixOf(row, *picture.format));
  picture.label = {.value = Shown(picture.path)};
  picture.maps = {*FindPictureMap(recipe, request.map)};
  picture.compression = compression_.value_or(Compression::kFast);
  picture.metadata = !no_metadata_;
  picture.engine = std::string(engine.name);

  const Bits* const given = FindBits(picture.maps.front());
  if (given) CheckSetBits(*given, engine, request, *picture.format);
  picture.bits = given ? given->bits : UsualBits(row, *picture.format, picture.maps.front());
  CheckFormat(picture);
  return picture;
}

// Refuses bits that the engine does not take, or that the format does not hold.
void OutputOptions::CheckSetBits(const Bits& given, const Engine& engine, const SetRequest& request,
                                 const Format& format) {
  const SetPicture& row = *request.picture;
  if (!Contains(row.bits, given.bits)) {
    const auto other = std::ranges::find_if(
        engine.pictures, [&](const SetPicture& each) { return Contains(each.bits, given.bits); });
    throw given.label.Fault(ErrorKind::kUsage,
                            fmt::format("contradicts {}, whose {} has {} bits per channel",
                                        ForFlag(engine), request.map, ListText(row.bits, " or ")),
                            given.map.empty() && other != engine.pictures.end()
                                ? fmt::format("name the map that it is for, as in --bits {}={}",
                                              InfoOf(other->channels.front().role).map, given.bits)
                                : "leave it out");
  }
  if (Contains(format.bits, given.bits)) return;
  std::vector<std::string_view> others;
  for (const std::string_view name : row.formats)
    if (const Format* const other = FindFormat(name); other && Contains(other->bits, given.bits))
      others.push_back(name);
  throw given.label.Fault(
      ErrorKind::kUsage,
      fmt::format("{} has {} bits per channel", format.name, ListText(format.bits, " or ")),
      others.empty() ? "leave it out" : "use --format " + ListText(others, " or "));
}

}  // namespace cobble
