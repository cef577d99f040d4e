// Finds the set among requests, DIR/NAME, and the maps that other requests add to it.
#include "jobs/sets/set_among.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/sets/engine_settings.h"
#include "jobs/sets/set_pictures.h"
#include "platform/path.h"

namespace cobble {
namespace {

// Returns whether the text is a Windows drive and a list of built-in maps: "a:height" is more
// likely a map of the set "a" than a file "height" on drive A.
bool NamesMapsOnDrive(const std::string& text) {
  const std::string folder = FolderOf(text);
  return folder.ends_with(':') && NamesBuiltInMaps(text.substr(folder.size()));
}

// Returns the position of the colon before a list of maps, or npos: the last colon of the file name
// that is not in a placeholder such as {frame:04}.
std::size_t MapsColon(const std::string& path) {
  const std::string folder = FolderOf(path);
  const std::size_t begin = folder.size();
  std::size_t colon = path.npos;
  if ((folder == path && folder.ends_with(':')) || NamesMapsOnDrive(path)) colon = begin - 1;
  bool in_braces = false;
  for (std::size_t at = begin; at < path.size(); ++at) {
    if (path[at] == '{' || path[at] == '}') in_braces = path[at] == '{';
    if (path[at] == ':' && !in_braces) colon = at;
  }
  return colon;
}

// Returns the name without the number of a tile: "rock" of "rock.{udim}".
std::string_view WithoutUdim(std::string_view name) {
  const std::size_t at = name.find("{udim");
  return at == std::string_view::npos || at == 0 ? name : name.substr(0, at - 1);
}

// Returns the text after "NAME:" or "DIR/NAME:", where `set` is DIR/NAME, or an empty string.
std::string MapsInSet(const std::string& path, std::string_view set) {
  const std::string_view stem = WithoutUdim(set);
  for (const std::string_view name : {set, FileNameOf(set), stem, FileNameOf(stem)})
    if (path.starts_with(std::string(name) + ':')) return path.substr(name.size() + 1);
  return {};
}

}  // namespace

void CheckDrive(const OptionValue& label, const std::string& text) {
  const std::string before = text.substr(0, text.find('='));
  if (before == text || !NamesMapsOnDrive(before)) return;
  const std::string drive = FolderOf(before), rest = Shown(text.substr(drive.size()));
  throw label.Fault(ErrorKind::kUsage, "has a drive before its map",
                    "write " + Phrase::Option("path", rest) + ", or " +
                        Phrase::Option("path", drive + "./" + rest) + " for a file of this name");
}

const PictureRequest& SetAmong(const EngineSpec& engine, std::span<const PictureRequest> requests) {
  if (requests.empty())
    throw Error(ErrorKind::kUsage, "", "no output given",
                "specify one, as in " + Phrase::Option("path", "DIR/NAME"));
  for (const PictureRequest& request : requests)
    if (request.maps.empty() && MapsColon(request.path) + 1 == request.path.size())
      throw request.label.Fault(ErrorKind::kUsage, "names no map after the colon",
                                "write " + Phrase::Option("path", Shown(request.path + "MAP")));
  std::vector<const PictureRequest*> sets;
  for (const PictureRequest& request : requests) {
    const bool adds = std::ranges::any_of(requests, [&](const PictureRequest& other) {
      return other.maps.empty() && !MapsInSet(request.path, other.path).empty();
    });
    if (request.maps.empty() && !adds) sets.push_back(&request);
  }
  const PictureRequest& first = sets.empty() ? requests.front() : *sets.front();
  const std::string path = WithoutSuffix(first.path.substr(0, MapsColon(first.path)));
  if (sets.empty() || MapsColon(first.path) != std::string::npos)
    throw first.label.Fault(ErrorKind::kUsage, NameOf(engine) + " needs an output for its set",
                            "add " + Phrase::Option("path", Shown(path)));
  if (sets.size() == 1) return first;
  const std::string other = sets[1]->path;
  const std::size_t colon = MapsColon(other);
  const std::string map = colon == std::string::npos ? "MAP" : other.substr(colon + 1);
  throw sets[1]->label.Fault(
      ErrorKind::kUsage, NameOf(engine) + fmt::format(" writes one set, {}", Quoted(first.path)),
      "to add a map to it, write " +
          Phrase::Option("path",
                         Shown(std::string(FileNameOf(WithoutUdim(first.path))) + ':' + map)));
}

std::vector<PictureOutput> AddedPictures(const EngineSpec& engine, const Recipe& recipe,
                                         std::span<const PictureRequest> requests,
                                         const OutputSettings& settings,
                                         const std::optional<OutputMetadata>& input_metadata) {
  const PictureRequest& set = SetAmong(engine, requests);
  std::vector<PictureOutput> pictures;
  for (const PictureRequest& request : requests) {
    if (&request == &set) continue;
    if (!request.maps.empty()) {
      pictures.push_back(PictureOf(recipe, request, settings, input_metadata));
      continue;
    }
    for (const std::string& name : SplitNames(MapsInSet(request.path, set.path)))
      pictures.push_back(
          AddedPicture(engine, MapNamed(recipe, request.label, {}, name), settings, request.label));
  }
  return pictures;
}

}  // namespace cobble
