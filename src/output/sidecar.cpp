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
  if (map.Source().built_in == Map::kHeight || map.IsNumberNode()) return {spec.low, spec.high};
  if (map.range == SampleRange::kSigned && !IsFloat(*spec.format, spec.bits)) return {-1, 1};
  return {0, 1};
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
  while (const auto member = members.Next())
    if (member->key == "bpp") return true;
  return false;
}

std::optional<PictureMetadata> ReadSidecarMetadata(std::string_view text) {
  // Text that starts with a comment is a recipe, not a sidecar.
  if (!text.substr(std::min(text.find_first_not_of(kWhitespace), text.size())).starts_with('{'))
    return std::nullopt;
  JsonMembers members(text);
  PictureMetadata metadata;
  while (const auto member = members.Next()) {
    if (!member->value.starts_with('{')) continue;
    if (member->key == kRecipeKeyword) metadata.recipe = member->value;
    if (member->key == kOutputKeyword) metadata.output = member->value;
  }
  if (!members.IsClosed() || metadata.recipe.empty()) return std::nullopt;
  return metadata;
}

}  // namespace cobble
