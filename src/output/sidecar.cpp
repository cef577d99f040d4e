// Writes and reads the sidecars of raw files.
#include "output/sidecar.h"

#include <algorithm>
#include <utility>

#include "core/json/members.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/maps.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::string_view kWhitespace = " \t\r\n";

struct Scale {
  double low, high;
};

// Returns the values that samples 0 and 1 (integers: the maximum) represent: 0 and 1 for float
// samples of maps other than height and nodes, which are the values themselves.
Scale ScaleOf(const PictureSpec& spec) {
  const PictureMap& map = spec.maps.front();
  if (map == Map::kHeight || (map.IsNode() && !map.is_color)) return {spec.low, spec.high};
  if (map.range == SampleRange::kSigned && !IsFloat(*spec.format, spec.bits)) return {-1, 1};
  return {0, 1};
}

// Takes a member `"key": value` and stores cobble's metadata. Returns false if there is none.
bool TakeMember(JsonMembers* scanner, PictureMetadata* metadata) {
  const auto key = scanner->TakeText();
  if (!key || !scanner->Take(':')) return false;
  const auto value = scanner->TakeValue();
  if (!value) return false;
  if (*key == kRecipeKeyword && value->starts_with('{')) metadata->recipe = *value;
  if (*key == kOutputKeyword && value->starts_with('{')) metadata->output = *value;
  return true;
}

}  // namespace

std::string SidecarPath(const std::string& picture_path) {
  const Location picture = Locate(picture_path);
  std::string by_link = picture_path + ".json", by_target = picture.target + ".json";
  if (picture.error != 0 || (Locate(by_link).exists && !Locate(by_target).exists)) return by_link;
  return by_target;
}

std::string SidecarText(const PictureSpec& spec) {
  const PictureMap& map = spec.maps.front();
  const int channels = map.channels;
  const bool is_srgb = map.is_color && !IsFloat(*spec.format, spec.bits);
  const Scale scale = ScaleOf(spec);
  JsonTree json{{"width", spec.width},  {"height", spec.height}, {"bpp", channels * spec.bits},
                {"channels", channels}, {"low", scale.low},      {"high", scale.high}};
  if (is_srgb) json["transfer"] = "srgb";
  for (const auto& [key, text] : {std::pair(kRecipeKeyword, &spec.metadata.recipe),
                                  std::pair(kOutputKeyword, &spec.metadata.output)})
    if (!text->empty()) json[key] = JsonTree::parse(*text);
  return PrintJson(json) + '\n';
}

bool IsSidecar(std::string_view text) {
  JsonMembers members(text);
  if (!members.Take('{')) return false;
  do {
    const auto key = members.TakeText();
    if (!key || !members.Take(':') || !members.TakeValue()) return false;
    if (*key == "bpp") return true;
  } while (members.Take(','));
  return false;
}

std::optional<PictureMetadata> ReadSidecarMetadata(std::string_view text) {
  // Text that starts with a comment is a recipe, not a sidecar.
  if (!text.substr(std::min(text.find_first_not_of(kWhitespace), text.size())).starts_with('{'))
    return std::nullopt;
  JsonMembers scanner(text);
  PictureMetadata metadata;
  if (!scanner.Take('{')) return std::nullopt;
  do {
    if (!TakeMember(&scanner, &metadata)) return std::nullopt;
  } while (scanner.Take(','));
  if (!scanner.Take('}') || metadata.recipe.empty()) return std::nullopt;
  return metadata;
}

}  // namespace cobble
