// Reads packs after the maps that they name, and checks their parts and channels.
#include "recipe/reading/packs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/maps.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

constexpr int kMaxChannels = 4;

class PackReader : public ObjectReader {
 public:
  using ObjectReader::Fail;

  PackReader(const ObjectReader& in, const Recipe& recipe, const Json& packs)
      : ObjectReader(in), recipe_(recipe), packs_(packs) {
    for (const Json::Member& member : root_.At("maps").members())
      if (!IsUserKey(member.key)) maps_.insert(member.key);
  }

  // Returns nullopt if the pack is invalid.
  std::optional<std::vector<PackPart>> Read(const Field& pack, const Json& json,
                                            const std::string& pointer) {
    RecordOrigin(json, pointer);
    const std::size_t count = json.list() ? json.list()->size() : 0;
    if (count < 2 || count > static_cast<std::size_t>(pack.count))
      return Refuse(json, pointer, MustBe(Rule(pack), json));
    std::vector<PackPart> parts;
    int channels = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string at = ChildPointer(pointer, i);
      RecordOrigin((*json.list())[i], at);
      if (auto part = ReadPart(pack, (*json.list())[i], at)) {
        channels += part->map.empty() ? 1 : ChannelsOf(*part);
        parts.push_back(std::move(*part));
      }
    }
    if (parts.size() < count) return std::nullopt;
    if (std::ranges::count_if(parts, &PackPart::weight) == 1)
      return Refuse(
          json, pointer, "must have two weights or more, got one",
          "a weight is the map's share of the sum of all weights of the pack, so a single "
          "one is always 1");
    if (channels > kMaxChannels)
      return Refuse(json, pointer,
                    "must have at most 4 channels in all, got " + std::to_string(channels),
                    "a colour and \"normal\" have 3 each");
    return parts;
  }

  void CheckName(const Field& field, const Json::Member& member, const std::string& pointer) {
    std::string error = NameError(field, member.key);
    if (error.empty() && maps_.contains(member.key))
      error = Quoted(member.key) + " is also the name of a map; choose another name";
    if (!error.empty()) faults_->Add(member.place, pointer, std::move(error));
  }

 private:
  std::optional<PackPart> ReadPart(const Field& pack, const Json& json,
                                   const std::string& pointer) {
    if (json.is_hole()) {
      faults_->AddMissing(json.place, pointer, "is required: " + ItemRule(pack));
      return std::nullopt;
    }
    if (json.text()) return ReadMapPart(pack, json, pointer);
    if (const double* const number = json.number(); number && *number >= 0 && *number <= 1)
      return PackPart{.map = {}, .value = *number};
    return Refuse(json, pointer, MustBe(ItemRule(pack), json));
  }

  std::optional<PackPart> ReadMapPart(const Field& pack, const Json& json,
                                      const std::string& pointer) {
    PackPart part{.map = *json.text()};
    part.invert = part.map.starts_with(kInvertPrefix);
    part.weight = part.map.starts_with(kWeightPrefix);
    if (part.invert) part.map.erase(0, kInvertPrefix.size());
    if (part.weight) part.map.erase(0, kWeightPrefix.size());
    const auto [prefix, name, channel] = SplitMapName(part.map);
    Map built_in{};
    const bool is_built_in = FromName(name, &built_in);
    const bool is_name = prefix.empty() && (is_built_in || IsMapName(name));
    if (!is_name || !(is_built_in || maps_.contains(name))) {
      if (!faults_->Accepts(json.place)) return std::nullopt;
      if (is_name && packs_.Find(name)) return RefusePack(json, pointer, name);
      return Refuse(json, pointer,
                    is_name ? "unknown map " + Quoted(part.map) : MustBe(ItemRule(pack), json),
                    DidYouMean(NearestMap(part.map, MapNames())));
    }
    if (is_built_in && InfoOf(built_in).range == SampleRange::kUnbounded)
      return Refuse(json, pointer, Quoted(name) + " cannot be packed: its values have no range",
                    InfoOf(built_in).channels == 1 ? "use \"height\"" : "");
    const auto found =
        LookUpMap(recipe_, (part.invert ? std::string(kInvertPrefix) : "") + part.map);
    const bool counts_as_1 = recipe_.domain.IsSphere() && part.map == Name(Map::kAo);
    if (!found.message.empty() && !counts_as_1)
      return Refuse(json, pointer, found.message, found.hint);
    if (part.weight && ChannelsOf(part) > 1)
      return Refuse(json, pointer,
                    Quoted(name) + " cannot be a weight: it has more than one channel",
                    "use a channel, as in \"" + std::string(kWeightPrefix) + part.map + ".r\"");
    return part;
  }

  // In: name, of the pack that is a part, or whose channel is.
  std::nullopt_t RefusePack(const Json& json, const std::string& pointer, std::string_view name) {
    const Json& parts = *packs_.Find(name);
    const bool is_own = pointer.starts_with(ChildPointer("/pack", name) + "/");
    return Refuse(json, pointer,
                  Quoted(name) + " is a pack, and packs are made of maps and their channels",
                  parts.list() && !is_own ? "its parts are " + Shown(WriteJsonLine(parts)) : "");
  }

  std::vector<std::string_view> MapNames() const {
    std::vector<std::string_view> names;
    for (const MapInfo& map : kMapTable)
      if (map.range != SampleRange::kUnbounded) names.push_back(map.name);
    for (const auto& [name, node] : recipe_.maps) names.push_back(name);
    return names;
  }

  int ChannelsOf(const PackPart& part) const {
    const auto map = FindPictureMap(recipe_, part.map);
    return map ? map->channels : 1;  // the map's node is invalid
  }

  // Adds an error.
  std::nullopt_t Refuse(const Json& json, const std::string& pointer, std::string message,
                        Phrase hint = {}) {
    if (faults_->Accepts(json.place)) Fail(json, pointer, std::move(message), std::move(hint));
    return std::nullopt;
  }

  const Recipe& recipe_;
  const Json& packs_;
  std::set<std::string_view> maps_;  // of the recipe, even if their nodes are invalid
};

}  // namespace

void ReadPacks(const ObjectReader& in, const Field& field, const Json& json, Recipe* recipe) {
  PackReader reader(in, *recipe, json);
  const std::string pointer = ChildPointer("", field.key);
  if (!json.object()) return reader.Fail(json, pointer, MustBe(Rule(field), json));
  const Field pack = *ItemOf(field);
  for (const Json::Member& member : *json.object()) {
    if (IsUserKey(member.key)) continue;
    const std::string below = ChildPointer(pointer, member.key);
    reader.CheckName(field, member, below);
    if (auto parts = reader.Read(pack, member.value, below))
      recipe->packs[member.key] = std::move(*parts);
  }
}

Json PackToJson(const std::vector<PackPart>& parts) {
  Json list = Json::ListOf();
  for (const PackPart& part : parts) {
    std::string_view prefix;
    if (part.invert) prefix = kInvertPrefix;
    if (part.weight) prefix = kWeightPrefix;
    list.list()->push_back(part.map.empty() ? Json::Number(part.value)
                                            : Json::Text(std::string(prefix) + part.map));
  }
  return list;
}

}  // namespace cobble
