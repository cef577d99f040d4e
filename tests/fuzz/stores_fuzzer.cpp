// Reads the files of stores. The first byte chooses the kind: a plan or a record without its CRC,
// which is added here, or a chunk, whose store the second byte chooses.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "fuzz/fuzzer.h"
#include "output/byte_checksums.h"
#include "recipe/fields/picture_maps.h"
#include "stores/chunk_store.h"
#include "stores/chunks.h"
#include "support/plan_crc.h"

namespace cobble::test {
namespace {

// Removes and returns the first byte; 0 if there is none.
uint8_t TakeByte(std::string_view* bytes) {
  if (bytes->empty()) return 0;
  const auto byte = static_cast<uint8_t>(bytes->front());
  bytes->remove_prefix(1);
  return byte;
}

std::string CrcOf(std::string_view text) {
  return fmt::format("\"crc32\": \"{:08x}\"", Crc32(0, text.data(), text.size()));
}

bool IsExpected(const Error& error) {
  return error.kind() == ErrorKind::kRecipe || error.kind() == ErrorKind::kUsage ||
         error.kind() == ErrorKind::kLimit;
}

// A plan that can be read is written as one that reads the same.
void FuzzPlan(std::string_view body) {
  StorePlan plan;
  try {
    plan = ReadStorePlan(WithPlanCrc(body), "a");
  } catch (const Error& error) {
    Demand(IsExpected(error), std::string("unexpected error: ") + error.what());
    return;
  }
  const std::string text = WriteStorePlan(plan);
  Demand(WriteStorePlan(ReadStorePlan(text, "b")) == text, "a plan does not read back");
  Demand(PlanDifference(plan, plan).empty(), "a plan differs from itself");
  const ChunkGrid grid = plan.Grid();
  const ChunkStore store("s", plan);
  const ChunkIndex last{plan.levels, grid.RowsOf(plan.levels) - 1, grid.ColumnsOf(plan.levels) - 1};
  for (std::size_t map = 0; map < plan.maps.size(); ++map)
    Demand(store.PathOf(last, map).starts_with("s/"), "a chunk outside the store");
}

void FuzzRecord(std::string_view body) {
  const std::string text = std::string(body) + ", " + CrcOf(body) + "}\n";
  if (const auto record = ReadChunkRecord(text, 0))
    Demand(WriteChunkRecord(*record, 0) == text, "a record does not read back");
}

struct StoreCase {
  StoreKind kind;
  const char* map;
  int bits;
  Compression compression;
  bool has_elevation;
};

constexpr std::array kStoreCases{
    StoreCase{StoreKind::kZarr, "height", 16, Compression::kFast, false},
    StoreCase{StoreKind::kZarr, "normal", 8, Compression::kFast, false},
    StoreCase{StoreKind::kZarr, "height", 32, Compression::kNone, false},
    StoreCase{StoreKind::kXyz, "height", 16, Compression::kFast, false},
    StoreCase{StoreKind::kXyz, "normal", 8, Compression::kFast, false},
    StoreCase{StoreKind::kXyz, "height", 8, Compression::kFast, true},
    StoreCase{StoreKind::kZarr3, "normal", 16, Compression::kFast, false},
};

// A picture of 12 x 12 pixels with chunks of 8 x 8, so that the second row and column are padded.
ChunkStore StoreOf(const StoreCase& store) {
  StorePlan plan;
  plan.kind = store.kind;
  plan.recipe = ReadRecipe(R"({"cobble": 1, "size": 12, "noise": {"type": "value"}})", "a");
  plan.maps = {{FindPictureMap(plan.recipe, store.map).value(), store.bits}};
  plan.chunk = 8;
  plan.compression = store.compression;
  if (plan.kind == StoreKind::kXyz) plan.tile_name = "{z}/{x}/{y}.png";
  if (store.has_elevation) plan.elevation = {.code = TerrainCode::kMapbox, .low = 0, .high = 100};
  return {"s", plan};
}

void FuzzChunk(std::string_view bytes) {
  const uint8_t choice = TakeByte(&bytes);
  const ChunkStore store = StoreOf(kStoreCases[choice % kStoreCases.size()]);
  const ChunkIndex chunk{0, choice / 128, choice / 128};
  const Window window = store.grid().WindowOf(chunk);
  try {
    const ChunkPixels pixels = DecodeChunk(store, chunk, 0, std::string(bytes));
    Demand(pixels.width == window.width && pixels.height == window.height, "another size");
  } catch (const Error& error) {
    Demand(error.kind() == ErrorKind::kIo || error.kind() == ErrorKind::kLimit,
           std::string("unexpected error: ") + error.what());
  }
}

}  // namespace

void FuzzStores(std::string_view bytes) {
  switch (TakeByte(&bytes) % 4) {
    case 0:
      return FuzzPlan(bytes);
    case 1:
      return FuzzRecord(bytes);
    default:
      return FuzzChunk(bytes);
  }
}

}  // namespace cobble::test
