// Writes, reads, compares and checks plans.
#include "stores/store_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "cobble/recipe_io.h"
#include "cobble/version.h"
#include "core/json/members.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/size.h"
#include "core/suggest.h"
#include "jobs/elevation.h"
#include "output/byte_checksums.h"
#include "output/zarr/chunk.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/json/json.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/sphere.h"
#include "stores/tile_names.h"

namespace cobble {
namespace {

// Raise this when readers of an earlier format would misread a plan.
constexpr int kPlanFormat = 1;
constexpr std::string_view kCrcKey = "crc32";
constexpr std::string_view kObjectEnd = "\n}";  // of an object that PrintJson printed
constexpr int64_t kTileSides[] = {256, 512};

// Returns the end of a plan: the checksum of the other members, in a member of fixed length.
std::string PlanEnd(std::string_view members) {
  return fmt::format(",\n  \"{}\": \"{:08x}\"{}\n", kCrcKey,
                     Crc32(0, members.data(), members.size()), kObjectEnd);
}

[[noreturn]] void RefuseDamaged(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::kRecipe, name, "is not a plan of a store: " + what,
              "remove this file, and run cobble plan again with the same recipe and flags");
}

class Members {
 public:
  Members(const Json& json, const std::string& name) : json_(json), name_(name) {}

  const Json& At(std::string_view key) const {
    const Json* const member = json_.Find(key);
    if (!member) RefuseDamaged(name_, fmt::format("{} is missing", Quoted(key)));
    return *member;
  }
  int64_t Whole(std::string_view key, int64_t minimum, int64_t maximum) const {
    const auto number = At(key).Whole(minimum, maximum);
    if (!number)
      RefuseDamaged(name_, fmt::format("{} must be a whole number from {} to {}", Quoted(key),
                                       minimum, maximum));
    return *number;
  }
  double Number(std::string_view key) const {
    const double* const number = At(key).number();
    if (!number) RefuseDamaged(name_, fmt::format("{} must be a number", Quoted(key)));
    return *number;
  }
  std::string Text(std::string_view key) const {
    const std::string* const text = At(key).text();
    if (!text) RefuseDamaged(name_, fmt::format("{} must be a string", Quoted(key)));
    return *text;
  }
  std::size_t Choice(std::string_view key, std::span<const std::string_view> names) const {
    const std::string text = Text(key);
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) RefuseDamaged(name_, fmt::format("unknown {} {}", key, Quoted(text)));
    return static_cast<std::size_t>(found - names.begin());
  }

 private:
  const Json& json_;
  const std::string& name_;
};

// Returns the text of a member of the object at the start of `text`; empty if it is missing.
std::string_view MemberText(std::string_view text, std::string_view key) {
  JsonMembers members(text);
  while (const auto member = members.Next())
    if (member->key == key) return member->value;
  return {};
}

// A plan is parsed in two parts, so that its recipe may be as long and deep as any other.
struct PlanText {
  std::string frame;        // all other members; "recipe" is {}
  std::string_view recipe;  // empty if it is missing
};

PlanText SplitPlan(std::string_view text) {
  const std::string_view recipe = MemberText(text, "recipe");
  if (recipe.empty()) return {std::string(text), recipe};
  const auto begin = static_cast<std::size_t>(recipe.data() - text.data());
  return {
      std::string(text.substr(0, begin)) + "{}" + std::string(text.substr(begin + recipe.size())),
      recipe};
}

constexpr int64_t kAnyVersion = int64_t{1} << 53;

void CheckFormat(const Members& members, const std::string& name) {
  if (const int64_t format = members.Whole("format", 0, kAnyVersion); format != kPlanFormat)
    throw Error(
        ErrorKind::kRecipe, name,
        fmt::format("has plan format {}, but this cobble reads format {}", format, kPlanFormat),
        "use the same version of cobble for all shards of a store");
}

void CheckNoiseVersion(const Members& members, const std::string& name) {
  if (const int64_t noise = members.Whole("noise", 0, kAnyVersion); noise != kNoiseVersion)
    throw Error(ErrorKind::kRecipe, name,
                fmt::format("was planned for noise version {}, but this cobble has version {}, "
                            "whose pixels differ",
                            noise, kNoiseVersion),
                "use the same version of cobble for all shards of a store");
}

// Damage is reported as damage, although it may look like a fault of the recipe.
void CheckCrc(std::string_view text, const std::string& name) {
  const std::size_t length = text.size() - std::min(PlanEnd({}).size(), text.size());
  if (text.substr(length) != PlanEnd(text.substr(0, length)))
    RefuseDamaged(name, "its text does not match its \"crc32\"");
}

std::vector<StoreMap> ReadMaps(const Json& list, const Recipe& recipe, const std::string& name) {
  std::vector<StoreMap> maps;
  if (!list.list()) RefuseDamaged(name, "\"maps\" must be a list");
  for (const Json& item : list.items()) {
    const Members members(item, name);
    const std::string map_name = members.Text("map");
    auto map = FindPictureMap(recipe, map_name);
    if (!map) RefuseDamaged(name, "unknown map " + Quoted(map_name));
    const auto bits = static_cast<int>(members.Whole("bits", 8, 32));
    SetNodeScale(IsFloat(ZarrFormat(), bits) ? NodeScale::kValues : NodeScale::kBounds, &*map);
    if (const Json* const range = item.Find("range")) {
      const auto ends = range->Pair();
      if (!ends) RefuseDamaged(name, "\"range\" must be two numbers");
      SetNodeScale(NodeScale::kRange, &*map, {(*ends)[0], (*ends)[1]});
    }
    maps.push_back({*std::move(map), bits});
  }
  if (maps.empty()) RefuseDamaged(name, "\"maps\" is empty");
  return maps;
}

// Returns the first difference of two values as text; empty if they are equal. In: path, to both.
std::string Difference(const Json& existing, const Json& wanted, const std::string& path) {
  const auto shown = [](const Json& json) {
    constexpr std::size_t kMaxShown = 60;
    std::string text = WriteJsonLine(json);
    if (text.size() > kMaxShown) text.replace(kMaxShown, std::string::npos, "...");
    return text;
  };
  if (existing.object() && wanted.object()) {
    for (const auto& member : *existing.object()) {
      if (path.empty() && member.key == kCrcKey) continue;
      const Json* const other = wanted.Find(member.key);
      const std::string below = path + '/' + member.key;
      if (!other) return below + " is " + shown(member.value) + ", not absent";
      const std::string text = Difference(member.value, *other, below);
      if (!text.empty()) return text;
    }
    for (const auto& member : *wanted.object())
      if (member.key != kCrcKey && !existing.Find(member.key))
        return path + '/' + member.key + " is absent, not " + shown(member.value);
    return {};
  }
  if (existing.list() && wanted.list()) {
    const auto &a = *existing.list(), &b = *wanted.list();
    if (a.size() != b.size())
      return fmt::format("{} has {} items, not {}", path, a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
      if (auto text = Difference(a[k], b[k], fmt::format("{}/{}", path, k)); !text.empty())
        return text;
    return {};
  }
  if (WriteJsonLine(existing) == WriteJsonLine(wanted)) return {};
  return path + " is " + shown(existing) + ", not " + shown(wanted);
}

void CheckXyz(const StorePlan& plan) {
  const Recipe& recipe = plan.recipe;
  if (recipe.domain.IsSphere())
    throw Error::At(ErrorKind::kUsage, "tile-scheme",
                    SurfaceMisfit(recipe) + ", whose pictures are not square",
                    "write NAME.zarr, or use " + Phrase::Option("domain.surface", "plane"));
  if (std::ranges::count(kTileSides, plan.chunk) == 0)
    throw Error::At(ErrorKind::kUsage, "chunk",
                    fmt::format("xyz tiles have 256 or 512 pixels a side, not {}", plan.chunk));
  const int64_t tiles = recipe.width / plan.chunk;
  const bool is_power = recipe.width % plan.chunk == 0 &&
                        std::has_single_bit(static_cast<uint64_t>(std::max<int64_t>(tiles, 1)));
  if (recipe.width != recipe.height || !is_power || tiles == 0) {
    const int64_t side = std::max({recipe.width, recipe.height, plan.chunk});
    const auto above = plan.chunk * static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(
                                        (side + plan.chunk - 1) / plan.chunk)));
    const Error fault = FaultAt(recipe, "/size",
                                fmt::format("{} x {} is not a square of 2^z tiles of {} pixels",
                                            recipe.width, recipe.height, plan.chunk),
                                "use " + Phrase::Option("size", std::to_string(above)));
    throw Error(ErrorKind::kUsage, fault.issues());
  }
  const int deepest = std::countr_zero(static_cast<uint64_t>(tiles));
  if (plan.levels > deepest)
    throw Error::At(ErrorKind::kUsage, "levels",
                    fmt::format("{} coarser levels, but zoom {} is the deepest for this size",
                                plan.levels, deepest));
}

// Throws Error kRecipe if a plan has contents that cobble does not write.
void CheckContents(const StorePlan& plan, const std::string& name) {
  const bool is_zarr = IsZarr(plan.kind);
  for (auto map = plan.maps.begin(); map != plan.maps.end(); ++map) {
    const std::string why = WhyNot(plan.format(), map->map, map->bits);
    if (!why.empty()) RefuseDamaged(name, why);
    if (std::any_of(plan.maps.begin(), map, [&](const auto& m) { return m.map == map->map; }))
      RefuseDamaged(name, "has the map " + Quoted(map->map.name) + " twice");
  }
  if (is_zarr && plan.elevation) RefuseDamaged(name, "only xyz tiles have an \"elevation\"");
  if (!is_zarr && plan.maps.size() > 1) RefuseDamaged(name, "xyz tiles hold one map");
  if (plan.elevation && plan.maps.front().map.channels != 1)
    RefuseDamaged(name, "elevations need a map with one channel");
  try {
    if (!is_zarr && !SplitTilePath(plan.tile_name, "\"tiles\"").folder.empty())
      RefuseDamaged(name, "\"tiles\" has a folder");
    CheckStorePlan(plan);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kRecipe) throw;
    Issue issue = error.issues().front();
    issue.hint = {};  // concerns the flags of a new plan
    RefuseDamaged(name, issue.Text());
  }
}

}  // namespace

const Format& StorePlan::format() const { return IsZarr(kind) ? ZarrFormat() : *FindFormat("png"); }

uint64_t IdentityOf(const StorePlan& plan) {
  StorePlan whole = plan;
  whole.shards = 1;
  whole.base_url.clear();
  const std::string text = WriteStorePlan(whole);
  return Crc64(0, text.data(), text.size());
}

std::string WriteStorePlan(const StorePlan& plan) {
  JsonTree json = JsonTree::object();
  json["format"] = kPlanFormat;
  json["noise"] = kNoiseVersion;
  json["store"] = kStoreKinds[static_cast<std::size_t>(plan.kind)];
  if (plan.kind == StoreKind::kXyz) json["tiles"] = plan.tile_name;
  if (!plan.base_url.empty()) json["base_url"] = plan.base_url;
  json["maps"] = JsonTree::array();
  for (const auto& [map, bits] : plan.maps) {
    json["maps"].push_back({{"map", map.name}, {"bits", bits}});
    const PictureMap& source = map.Source();
    if (map.IsNumberNode() && source.scale == NodeScale::kRange)
      json["maps"].back()["range"] = {source.node_range.low, source.node_range.high};
  }
  json["compression"] = kCompressions[static_cast<std::size_t>(plan.compression)];
  if (const auto& elevation = plan.elevation)
    json["elevation"] = {
        {"encoding", NameOf(elevation->code)}, {"low", elevation->low}, {"high", elevation->high}};
  json["chunk"] = plan.chunk;
  json["levels"] = plan.levels;
  json["shards"] = plan.shards;
  std::string text = PrintJson(json);
  text.resize(text.size() - kObjectEnd.size());
  text += ",\n  \"recipe\": " + WriteRecipeLine(plan.recipe);
  return text + PlanEnd(text);
}

StorePlan ReadStorePlan(std::string_view text, const std::string& name) {
  const PlanText parts = SplitPlan(text);
  const auto json = ParseJson(parts.frame);
  if (!json || !json->object()) RefuseDamaged(name, "it is not a JSON object");
  const Members members(*json, name);
  CheckFormat(members, name);
  CheckCrc(text, name);
  CheckNoiseVersion(members, name);
  members.At("recipe");

  StorePlan plan;
  plan.recipe = ReadRecipe(parts.recipe, name);
  plan.recipe.origins.clear();
  plan.kind = static_cast<StoreKind>(members.Choice("store", kStoreKinds));
  if (plan.kind == StoreKind::kXyz) plan.tile_name = members.Text("tiles");
  if (json->Find("base_url")) plan.base_url = members.Text("base_url");
  plan.maps = ReadMaps(members.At("maps"), plan.recipe, name);
  plan.compression = static_cast<Compression>(members.Choice("compression", kStoreCompressions));
  if (const Json* const given = json->Find("elevation")) {
    const Members elevation(*given, name);
    plan.elevation = {.code = static_cast<TerrainCode>(elevation.Choice("encoding", kTerrainCodes)),
                      .low = elevation.Number("low"),
                      .high = elevation.Number("high")};
  }
  plan.chunk = members.Whole("chunk", 1, kMaxChunkSide);
  plan.levels = static_cast<int>(members.Whole("levels", 0, kMaxCoarseLevels));
  plan.shards = members.Whole("shards", 1, kMaxChunks);
  CheckContents(plan, name);
  return plan;
}

std::string PlanDifference(const StorePlan& existing, StorePlan wanted) {
  // Otherwise the difference would be the map's bits, which elevations change as well.
  if (existing.elevation && !wanted.elevation) return "/elevation is set, not absent";
  if (!existing.elevation && wanted.elevation) return "/elevation is absent, not set";
  wanted.shards = existing.shards;
  const std::string existing_text = WriteStorePlan(existing), wanted_text = WriteStorePlan(wanted);
  const PlanText a = SplitPlan(existing_text), b = SplitPlan(wanted_text);
  const std::string difference = Difference(*ParseJson(a.frame), *ParseJson(b.frame), "");
  return difference.empty() ? Difference(*ParseJson(a.recipe), *ParseJson(b.recipe), "/recipe")
                            : difference;
}

void CheckStorePlan(const StorePlan& plan) {
  if (plan.chunk < 1 || plan.chunk > kMaxChunkSide)
    throw Error::At(ErrorKind::kUsage, "chunk",
                    fmt::format("must be from 1 to {} pixels, got {}", kMaxChunkSide, plan.chunk));
  if (plan.levels > 0 && plan.chunk % 2 != 0)
    throw Error::At(ErrorKind::kUsage, "chunk",
                    fmt::format("must be even with coarser levels, got {}", plan.chunk));
  const auto control =
      std::ranges::find_if(plan.maps, [](const StoreMap& m) { return m.map.control; });
  if (plan.levels > 0 && control != plan.maps.end())
    throw Error::At(ErrorKind::kUsage, "levels",
                    "coarser levels are means, but the samples of " + control->map.name +
                        " are bits, which have none",
                    "write it without coarser levels, or the pack " + control->map.whole->name);
  for (const StoreMap& map : plan.maps)
    if (IsZarr(plan.kind) &&
        ZarrChunkShape{
            .side = plan.chunk, .channels = map.map.channels, .sample_bytes = map.bits / 8}
                .Bytes() > Size(kMaxZarrChunkBytes))
      throw Error::At(
          ErrorKind::kUsage, "chunk",
          fmt::format("chunks of {} x {} pixels of the map {} exceed 2^31 - 1 bytes, the "
                      "limit of many readers",
                      plan.chunk, plan.chunk, map.map.name),
          "use smaller chunks");
  if (plan.kind == StoreKind::kXyz) CheckXyz(plan);
  if (plan.elevation) CheckElevation(*plan.elevation);
  const int64_t side = std::max(plan.recipe.width, plan.recipe.height);
  if (plan.levels > 0 && (plan.levels > kMaxCoarseLevels || (side - 1) >> (plan.levels - 1) == 0))
    throw Error::At(ErrorKind::kUsage, "levels",
                    fmt::format("must be at most {} for a side of {}, got {}",
                                std::bit_width(static_cast<uint64_t>(side - 1)),
                                CountText(side, "pixel"), plan.levels));
  const ChunkGrid grid = plan.Grid();
  if (Size(grid.ColumnsOf(0)) * Size(grid.RowsOf(0)) > Size(kMaxChunks))
    throw Error::At(ErrorKind::kLimit, "chunk",
                    fmt::format("{} x {} chunks exceed the limit of {}", grid.ColumnsOf(0),
                                grid.RowsOf(0), kMaxChunks),
                    "use larger chunks");
  if (const int64_t chunks = grid.ChunksOf(0); plan.shards < 1 || plan.shards > chunks)
    throw Error::At(ErrorKind::kUsage, "shards",
                    fmt::format("must be {}{}, the number of chunks, got {}",
                                chunks > 1 ? "from 1 to " : "", chunks, plan.shards),
                    "use " + Phrase::Option("shards", std::to_string(chunks)));
}

}  // namespace cobble
