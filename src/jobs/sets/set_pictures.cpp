// Resolves the formats and bit depths of the pictures of a set.
#include "jobs/sets/set_pictures.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cctype>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "jobs/admission.h"
#include "jobs/sets/engine_settings.h"
#include "platform/file.h"
#include "platform/path.h"
#include "recipe/fields/picture_maps.h"

namespace cobble {
namespace {

// Returns the length of what looks like a file suffix, or 0: a dot and up to five letters and
// digits, not digits alone.
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

template <typename Range, typename T>
bool Contains(const Range& range, const T& item) {
  return std::ranges::find(range, item) != std::ranges::end(range);
}

// Returns the default bits: for heights, the format's own default if the engine takes it.
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

// In: given, the path of a set or its name.
[[noreturn]] void RefuseSet(const OptionValue& given, const Phrase& what,
                            const std::string& example) {
  throw given.Fault(ErrorKind::kUsage, what,
                    "write " + Phrase::Option(given.option, Shown(example)));
}

// In: form, of what is given.
void CheckFileName(const EngineSpec& engine, const OptionValue& given, const std::string& path,
                   const char* form) {
  const std::string_view name = FileNameOf(path);
  if (SuffixLength(name) > 0)
    RefuseSet(given, NameOf(engine) + " adds the suffixes itself", WithoutSuffix(path));
  if (!IsPlainText(name)) RefuseSet(given, "must be UTF-8 without control characters", form);
}

// Refuses bits that the engine does not take, or that the format does not hold.
void CheckSetBits(const MapBits& given, const EngineSpec& engine, const SetPicture& row,
                  const PictureOutput& picture) {
  const Format& format = *picture.format;
  if (!Contains(row.bits, given.bits)) {
    const auto other = std::ranges::find_if(
        engine.pictures, [&](const SetPicture& each) { return Contains(each.bits, given.bits); });
    const bool is_for_other = given.map.empty() && other != engine.pictures.end();
    throw LabelOf(given).Fault(
        ErrorKind::kUsage,
        "contradicts " + NameOf(engine) +
            fmt::format(", whose {} has {} bits per channel", picture.maps.front().name,
                        ListText(row.bits, " or ")),
        is_for_other
            ? "name the map that it is for, as in " +
                  Phrase::Option(
                      "bits",
                      fmt::format("{}={}", InfoOf(other->channels.front().role).map, given.bits))
            : "leave it out");
  }
  if (Contains(format.bits, given.bits)) return;
  std::vector<std::string_view> others;
  for (const std::string_view name : row.formats)
    if (const Format* const other = FindFormat(name); other && Contains(other->bits, given.bits))
      others.push_back(name);
  throw LabelOf(given).Fault(
      ErrorKind::kUsage,
      fmt::format("{} has {} bits per channel", format.name, ListText(format.bits, " or ")),
      others.empty() ? "leave it out"
                     : "use " + ListText(others, " or ", [&](std::string_view name) {
                         return name == others.front() ? Phrase::Option("format", name)
                                                       : Phrase(name);
                       }));
}

}  // namespace

std::string WithoutSuffix(const std::string& path) {
  const std::string_view name = FileNameOf(path);
  return path.substr(0, path.size() - SuffixLength(name));
}

void CheckSetName(const EngineSpec& engine, const std::string& name) {
  constexpr const char* kForm = "NAME";
  const OptionValue given{"name", Shown(name)};
  if (name.empty() || FileNameOf(name) != name || name.find_first_of("{}") != name.npos)
    RefuseSet(given, "must be a name without a folder and without placeholders", kForm);
  CheckFileName(engine, given, name, kForm);
}

void CheckSetPath(const EngineSpec& engine, const std::string& path) {
  constexpr const char* kForm = "DIR/NAME";
  const OptionValue given{"path", Shown(path)};
  if (path == "-" || IsDevice(path))
    RefuseSet(given, NameOf(engine) + " writes named files", kForm);
  if (FileNameOf(path).empty() || (!engine.is_folder && file::IsFolder(path)))
    RefuseSet(given, "is a folder", WithSeparator(path) + "NAME");
  CheckFileName(engine, given, path, kForm);
}

PictureOutput PictureOfSet(const Recipe& recipe, const EngineSpec& engine,
                           const SetPictureRequest& request, const OutputSettings& settings) {
  const SetPicture& row = *request.picture;
  const bool takes_format = settings.format && Contains(row.formats, settings.format->name);
  PictureOutput picture;
  picture.format = takes_format ? settings.format : FirstFormat(row.formats);
  if (!picture.format)
    throw Error::AtValue(
        ErrorKind::kUsage, "engine", engine.name,
        fmt::format("this build of cobble does not write {}", row.formats.front()));
  picture.path = request.stem + std::string(SuffixOf(row, *picture.format));
  picture.label = {.value = Shown(picture.path)};
  picture.maps = {*FindPictureMap(recipe, request.map)};
  picture.compression = settings.CompressionOf(picture);
  picture.metadata = !settings.no_metadata;
  picture.engine = std::string(engine.name);
  picture.bottom_up = row.bottom_up;

  const MapBits* const given = settings.FindBits(picture.maps.front());
  const bool suits =
      given && Contains(row.bits, given->bits) && Contains(picture.format->bits, given->bits);
  picture.bits = suits ? given->bits : UsualBits(row, *picture.format, picture.maps.front());
  CheckFormat(picture);
  return picture;
}

void CheckSetSettings(const Recipe& recipe, const EngineSpec& engine,
                      std::span<const SetPicture* const> rows,
                      std::span<const PictureOutput> pictures, const OutputSettings& settings,
                      std::span<const PictureOutput> added) {
  settings.CheckMaps(recipe);
  std::vector<std::string_view> formats;  // that any of the pictures takes
  for (const SetPicture* const row : rows)
    for (const std::string_view name : row->formats)
      if (!Contains(formats, name)) formats.push_back(name);
  const auto is_used = [&](const PictureOutput& each) { return each.format == settings.format; };
  if (settings.format && !Contains(formats, settings.format->name) &&
      std::ranges::none_of(added, is_used))
    throw Error::AtValue(ErrorKind::kUsage, "format", settings.format->name,
                         NameOf(engine) + " takes " + ListText(formats, " or "));
  for (std::size_t i = 0; i < pictures.size(); ++i)
    if (const MapBits* const given = settings.FindBits(pictures[i].maps.front()))
      CheckSetBits(*given, engine, *rows[i], pictures[i]);
  std::vector<PictureOutput> all(added.begin(), added.end());
  all.insert(all.end(), pictures.begin(), pictures.end());
  settings.CheckUsed(all);
}

PictureOutput AddedPicture(const EngineSpec& engine, const PictureMap& map,
                           const OutputSettings& settings, OptionValue label) {
  constexpr std::array<std::string_view, 3> kImported{"png", "tga", "exr"};
  const auto holds = [&](const Format* format) {
    return format && Contains(kImported, format->name) && CanHold(*format, map);
  };
  PictureOutput picture;
  picture.label = std::move(label);
  picture.names_maps = true;
  picture.in_set = true;
  picture.maps = {map};
  picture.metadata = !settings.no_metadata;
  picture.engine = std::string(engine.name);
  picture.format = holds(settings.format) ? settings.format : nullptr;
  for (const std::string_view name : kImported)
    if (!picture.format && holds(FindFormat(name))) picture.format = FindFormat(name);
  if (!picture.format)
    throw picture.label.Fault(ErrorKind::kUsage,
                              fmt::format("no format that engines import holds {}", map.name),
                              "write " + Phrase::Option("path", Shown(map.name) + "=FILE"));
  picture.compression = settings.CompressionOf(picture);
  picture.primaries = settings.PrimariesOf(picture);
  const MapBits* const given = settings.FindBits(map);
  picture.bits = given ? given->bits : DefaultBits(*picture.format, map);
  CheckFormat(picture);
  return picture;
}

}  // namespace cobble
