// Tests plans: as text, compared, and checked.
#include "stores/store_plan.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "cobble/version.h"
#include "support/plan_crc.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

constexpr const char* kSmallPlan = R"("size": [40, 30], "noise": {"type": "perlin", "octaves": 2})";
constexpr const char* kSquarePlan = R"("size": [1024, 1024], "noise": {"type": "perlin"})";

StorePlan SmallPlan() { return ZarrPlan(kSmallPlan, {{"height", 16}, {"normal", 8}}, 16, 2, 3); }

StorePlan Zarr3Plan() {
  StorePlan plan = SmallPlan();
  plan.kind = StoreKind::kZarr3;
  return plan;
}

StorePlan Terrain() {
  StorePlan plan = XyzPlan(kSquarePlan, {"height", 16}, 256, 2, 5);
  plan.elevation = {TerrainCode::kTerrarium, -12.5, 0.1};
  return plan;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string ReadError(const std::string& text) {
  return ErrorOf([&] { ReadStorePlan(text, "plan.json"); });
}

void CheckPlanRoundTrip(const StorePlan& plan) {
  const std::string text = WriteStorePlan(plan);
  const StorePlan read = ReadStorePlan(text, "plan.json");
  CHECK(WriteStorePlan(read) == text);
  CHECK(read.kind == plan.kind);
  CHECK(read.recipe == plan.recipe);
  REQUIRE(read.maps.size() == plan.maps.size());
  for (std::size_t k = 0; k < plan.maps.size(); ++k) {
    CHECK(read.maps[k].map.name == plan.maps[k].map.name);
    CHECK(read.maps[k].map.channels == plan.maps[k].map.channels);
    CHECK(read.maps[k].map.parts.size() == plan.maps[k].map.parts.size());
    CHECK(read.maps[k].bits == plan.maps[k].bits);
  }
  CHECK(read.chunk == plan.chunk);
  CHECK(read.levels == plan.levels);
  CHECK(read.shards == plan.shards);
  CHECK(read.compression == plan.compression);
  CHECK(read.tile_name == plan.tile_name);
  REQUIRE(read.elevation.has_value() == plan.elevation.has_value());
  if (!plan.elevation) return;
  CHECK(read.elevation->code == plan.elevation->code);
  CHECK(read.elevation->low == plan.elevation->low);
  CHECK(read.elevation->high == plan.elevation->high);
}

TEST_CASE("a plan reads back as it was written") {
  CheckPlanRoundTrip(SmallPlan());
  CheckPlanRoundTrip(Terrain());
  CheckPlanRoundTrip(XyzPlan(kSquarePlan, {"normal", 8}, 512));
  CheckPlanRoundTrip(Zarr3Plan());
  StorePlan plan = ZarrPlan(
      R"("size": [2147483647, 2147483647], "range": "fit", "seed": 7, "samples": 2, "flip": true,
         "nodes": {"r": {"type": "ridge", "source": {"type": "perlin"}},
                   "c": {"type": "ramp", "source": {"ref": "r"},
                         "stops": [[0, "#fff"], [1, "#123"]]}},
         "maps": {"color": {"ref": "c"}, "roughness": 0.25},
         "pack": {"orm": ["ao", "invert:roughness", 0.5]},
         "noise": {"type": "warp", "source": {"ref": "r"}, "by": [{"type": "value"}]})",
      {{"orm", 16}, {"color", 8}, {"@r", 32}, {"@c", 8}}, 8192, 1, 1 << 16);
  for (const Compression compression :
       {Compression::kFast, Compression::kSmall, Compression::kNone}) {
    plan.compression = compression;
    CheckPlanRoundTrip(plan);
  }
}

TEST_CASE("a plan holds recipes of the maximum depth and length") {
  std::string node = R"({"type": "value"})";
  for (int depth = 2; depth < kMaxRecipeDepth; ++depth)
    node = R"({"type": "abs", "source": )" + node + "}";
  StorePlan plan = ZarrPlan(R"("size": [8, 8], "noise": )" + node, {{"height", 8}}, 8);
  CheckPlanRoundTrip(plan);

  // Many short lines: indented, they would exceed the limit.
  std::string text = R"("size": [8, 8], "noise": {"type": "value"}, "nodes": {)";
  for (int k = 0; k < 9000; ++k)
    text += fmt::format(R"({}"n{}": {{"type": "abs", "source": 1}})", k > 0 ? ", " : "", k);
  CheckPlanRoundTrip(ZarrPlan(text + "}", {{"height", 8}}, 8));
}

TEST_CASE("a plan of another format or noise version is refused") {
  const std::string text = WriteStorePlan(SmallPlan());
  const std::string hint = "; use the same version of cobble for all shards of a store";
  CHECK(ReadError(Replaced(text, R"("format": 1)", R"("format": 2)")) ==
        "3 plan.json: has plan format 2, but this cobble reads format 1" + hint);
  const std::string noise = fmt::format(R"("noise": {},)", kNoiseVersion);
  CHECK(ReadError(test::WithPlanCrc(Replaced(text, noise, R"("noise": 999,)"))) ==
        fmt::format("3 plan.json: was planned for noise version 999, but this cobble has version "
                    "{}, whose pixels differ{}",
                    kNoiseVersion, hint));
  // The version comes first, since other members of another format may mean anything.
  CHECK(ReadError(R"({"format": 7})").starts_with("3 plan.json: has plan format 7"));
}

TEST_CASE("a plan without a member, or with an invalid one, is refused by name") {
  const std::string zarr = WriteStorePlan(SmallPlan()), xyz = WriteStorePlan(Terrain());
  const auto refusal = [](const std::string& what) {
    return "3 plan.json: is not a plan of a store: " + what +
           "; remove this file, and run cobble plan again with the same recipe and flags";
  };
  for (const std::string member : {"format", "store", "maps", "compression", "chunk", "levels",
                                   "shards", "recipe", "tiles", "low", "encoding"}) {
    const bool is_of_tiles = member == "tiles" || member == "low" || member == "encoding";
    const std::string name = '"' + member + '"';
    CHECK(ReadError(test::WithPlanCrc(Replaced(is_of_tiles ? xyz : zarr, name, "\"x\""))) ==
          refusal(name + " is missing"));
  }
  struct Case {
    const std::string& text;
    std::string from, to, what;
  };
  for (const Case& c : std::vector<Case>{
           {xyz, "\"terrarium\"", "\"teravium\"", "unknown encoding \"teravium\""},
           {zarr, "\"zarr\"", "\"tar\"", "unknown store \"tar\""},
           {zarr, "\"zarr\"", "7", "\"store\" must be a string"},
           {zarr, "\"fast\"", "\"slow\"", "unknown compression \"slow\""},
           {zarr, "\"chunk\": 16", "\"chunk\": 1.5",
            "\"chunk\" must be a whole number from 1 to 65536"},
           {zarr, "\"chunk\": 16", "\"chunk\": 1e300",
            "\"chunk\" must be a whole number from 1 to 65536"},
           {zarr, "\"levels\": 2", "\"levels\": -1",
            "\"levels\" must be a whole number from 0 to 31"},
           {zarr, "\"levels\": 2", "\"levels\": 7",
            "levels: must be at most 6 for a side of 40 pixels, got 7"},
           {zarr, "\"chunk\": 16", "\"chunk\": 15",
            "chunk: must be even with coarser levels, got 15"},
           {zarr, "\"shards\": 3", "\"shards\": 0",
            "\"shards\" must be a whole number from 1 to 1099511627776"},
           {zarr, "\"shards\": 3", "\"shards\": 7",
            "shards: must be from 1 to 6, the number of chunks, got 7"},
           {zarr, "\"height\"", "\"higth\"", "unknown map \"higth\""},
           {zarr, "\"height\"", "\"normal\"", "has the map \"normal\" twice"},
           {xyz, "\"{z}/{x}/{y}.png\"", "\"up/{z}/{x}/{y}.png\"", "\"tiles\" has a folder"},
           {xyz, "\"{z}/{x}/{y}.png\"", "\"{z}/{x}/y.png\"", "\"tiles\": lacks {y}"},
           {xyz, "\"height\"", "\"normal\"", ".png supports 8 bits"}}) {
    CAPTURE(c.what);
    const std::string error = ReadError(test::WithPlanCrc(Replaced(c.text, c.from, c.to)));
    if (c.what == ".png supports 8 bits") {
      CHECK(error.starts_with("3 plan.json: is not a plan of a store: "));
    } else {
      CHECK(error == refusal(c.what));
    }
  }
  for (const std::string bits : {"7", "9", "24", "64", "\"16\"", "null"})
    CHECK_MESSAGE(ReadError(test::WithPlanCrc(Replaced(zarr, "\"bits\": 16", "\"bits\": " + bits)))
                      .starts_with("3 plan.json: is not a plan of a store: "),
                  bits);
}

TEST_CASE("text that is not a plan is refused, however deep or long") {
  const std::string refusal = "3 plan.json: is not a plan of a store: it is not a JSON object";
  const std::string deep(1000000, '[');
  for (const std::string& text :
       {std::string(), std::string("null"), std::string("[]"), std::string("\"format\""),
        std::string("\xFF\xFE\0x", 4), std::string(1 << 20, '\0'), deep, "{\"recipe\": " + deep,
        "{\"recipe\": {}, \"x\": " + deep, "{\"x\": " + std::string(2 << 20, '1') + "}"})
    CHECK(ReadError(text).starts_with(refusal));
  CHECK(ReadError("{}").find("\"format\" is missing") != std::string::npos);

  // Half of a plan, as after a full disk.
  const std::string plan = WriteStorePlan(SmallPlan());
  for (std::size_t size = 0; size + 2 < plan.size(); size += 7)
    CHECK_MESSAGE(ReadError(plan.substr(0, size)).starts_with("3 "), size);
}

TEST_CASE("every flipped bit, and text after the end, is damage and not a fault of the recipe") {
  const std::string plan = WriteStorePlan(SmallPlan());
  const std::string start = "3 plan.json: is not a plan of a store: ";
  const std::size_t format = plan.find("\"format\": 1") + 10;  // other formats may differ
  for (std::size_t byte = 0; byte < plan.size(); ++byte) {
    std::string flipped = plan;
    flipped[byte] = static_cast<char>(flipped[byte] ^ 1 << byte % 7);
    CAPTURE(flipped);
    if (byte != format) CHECK(ReadError(flipped).starts_with(start));
  }
  CHECK(ReadError(Replaced(plan, "\"\n}\n", "\",\n  \"chunk\": 8\n}\n")).starts_with(start));
  CHECK(ReadError(plan + '\n').starts_with(start));
}

TEST_CASE("an error of the recipe is reported as such") {
  const std::string text =
      test::WithPlanCrc(Replaced(WriteStorePlan(SmallPlan()), R"("perlin")", R"("berlin")"));
  CHECK(ReadError(text).find("did you mean \"perlin\"?") != std::string::npos);
  CHECK(ReadError(text).starts_with("3 plan.json"));
}

TEST_CASE("the first difference of two plans is named") {
  const auto difference = [](const StorePlan& other) { return PlanDifference(SmallPlan(), other); };
  CHECK(difference(SmallPlan()).empty());
  StorePlan other = SmallPlan();
  other.shards = 2;
  CHECK(difference(other).empty());
  other.chunk = 32;
  CHECK(difference(other) == "/chunk is 16, not 32");
  other = SmallPlan();
  other.recipe.seed = 5;
  CHECK(difference(other) == "/recipe/seed is 0, not 5");
  CHECK(difference(ZarrPlan(kSmallPlan, {{"height", 8}, {"normal", 8}}, 16, 2, 3)) ==
        "/maps/0/bits is 16, not 8");
  CHECK(difference(ZarrPlan(kSmallPlan, {{"height", 16}}, 16, 2, 3)) == "/maps has 2 items, not 1");
  CHECK(difference(ZarrPlan(R"("size": [40, 30], "noise": {"type": "value"})",
                            {{"height", 16}, {"normal", 8}}, 16, 2, 3)) ==
        R"(/recipe/noise/type is "perlin", not "value")");
  CHECK(difference(Zarr3Plan()) == R"(/store is "zarr", not "zarr3")");
  const StorePlan plain = XyzPlan(kSquarePlan, {"height", 16}, 256, 2, 5);
  CHECK(PlanDifference(Terrain(), plain) == "/elevation is set, not absent");
  CHECK(PlanDifference(plain, Terrain()) == "/elevation is absent, not set");
}

TEST_CASE("grids that a store cannot have are refused by name") {
  const auto error = [](const StorePlan& plan) { return ErrorOf([&] { CheckStorePlan(plan); }); };
  CHECK(error(SmallPlan()) == "none");
  const auto zarr = [](int64_t chunk, int levels = 0, int64_t shards = 1) {
    return ZarrPlan(kSmallPlan, {{"height", 16}}, chunk, levels, shards);
  };
  CHECK(error(zarr(0)) == "2 chunk: must be from 1 to 65536 pixels, got 0");
  CHECK(error(zarr(65537)) == "2 chunk: must be from 1 to 65536 pixels, got 65537");
  CHECK(error(zarr(15)) == "none");
  CHECK(error(zarr(15, 1)) == "2 chunk: must be even with coarser levels, got 15");
  CHECK(error(zarr(16, 6)) == "none");  // 40 pixels become 1
  CHECK(error(zarr(16, 7)) == "2 levels: must be at most 6 for a side of 40 pixels, got 7");
  CHECK(error(zarr(16, 0, 6)) == "none");
  CHECK(error(zarr(16, 0, 7)) ==
        "2 shards: must be from 1 to 6, the number of chunks, got 7; use `shards=6`");
  CHECK(error(zarr(65536))
            .starts_with("2 chunk: chunks of 65536 x 65536 pixels of the map height "
                         "exceed 2^31 - 1 bytes"));
  StorePlan plan = zarr(1024);
  plan.recipe.width = plan.recipe.height = 2147483647;
  CHECK(error(plan).starts_with(
      "4 chunk: 2097152 x 2097152 chunks exceed the limit of 1099511627776"));
}

TEST_CASE("xyz tiles need a square of 2^z tiles, and elevations that their code can hold") {
  const auto error = [](int64_t width, int64_t height, int64_t chunk, int levels = 0) {
    StorePlan plan = XyzPlan(kSquarePlan, {"height", 16}, 256, levels);
    plan.recipe.width = width;
    plan.recipe.height = height;
    plan.chunk = chunk;
    return ErrorOf([&] { CheckStorePlan(plan); });
  };
  CHECK(error(1024, 1024, 256, 2) == "none");
  CHECK(error(512, 512, 512) == "none");
  CHECK(error(1024, 1024, 128) == "2 chunk: xyz tiles have 256 or 512 pixels a side, not 128");
  const std::string no_square = " is not a square of 2^z tiles of 256 pixels; use `size=";
  CHECK(error(1024, 512, 256) == "2 /size: 1024 x 512" + no_square + "1024`");
  CHECK(error(768, 768, 256) == "2 /size: 768 x 768" + no_square + "1024`");
  CHECK(error(1000, 1000, 256) == "2 /size: 1000 x 1000" + no_square + "1024`");
  CHECK(error(1, 1, 256) == "2 /size: 1 x 1" + no_square + "256`");
  CHECK(error(1024, 1024, 256, 3) ==
        "2 levels: 3 coarser levels, but zoom 2 is the deepest for this size");

  StorePlan plan = Terrain();
  const auto elevation_error = [&](double low, double high) {
    plan.elevation->low = low;
    plan.elevation->high = high;
    return ErrorOf([&] { CheckStorePlan(plan); });
  };
  CHECK(elevation_error(-32768, 32767) == "none");
  CHECK(elevation_error(10, -10) == "none");
  CHECK(elevation_error(3, 3) == "2 elevation: LOW and HIGH are equal");
  CHECK(elevation_error(-40000, 0).starts_with("2 elevation: -40000 m is outside -32768 to "));
}

}  // namespace
}  // namespace cobble
