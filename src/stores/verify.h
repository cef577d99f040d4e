// Verifies a store: each chunk against its record, and a random share against the recipe.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cobble/encode.h"
#include "stores/chunk_store.h"
#include "stores/shard_run.h"

namespace cobble {

struct ChunkFault {
  ChunkIndex chunk;
  std::string message;       // "land.zarr/height/0/3/4 is missing"
  bool is_recorded = false;  // the record matches the files, but not the recipe
};

struct VerifyRules {
  int threads = 0;       // maximum; 0: all CPUs available to this process
  double recompute = 0;  // the share of chunks, 0 to 1, that are also rendered again
  uint64_t seed = 0;     // selects them
  std::string simd = "auto";
  uint64_t memory = Limits().max_memory;   // maximum bytes; at least one thread runs
  std::size_t max_faults = 1000;           // that the report lists
  std::function<void(double)> progress{};  // may be empty; calls never overlap
};

// A shard of a stage to run again. Within a stage, repairs that resume come first, since the others
// make chunks from theirs.
struct Repair {
  StoreStage stage = StoreStage::kRender;
  bool again = false;  // without `resume`: the wrong pixels have records
  int64_t shard = 0;   // from 0

  auto operator<=>(const Repair&) const = default;
};

struct VerifyReport {
  std::vector<ChunkFault> faults;  // the first `max_faults`, in the order of levels, rows, columns
  int64_t fault_count = 0;
  int64_t unlisted_faults = 0;  // beyond `max_faults`
  // Repairs everything in this order. The first render shard also writes metadata and joined range.
  std::set<Repair> repairs{};
  // Messages about paths that cannot be read or replaced (they are folders, below a file, or this
  // process has no rights), at most `max_faults`. To be fixed before the repairs.
  std::set<std::string> obstacles{};
  bool has_more_obstacles = false;
  std::vector<std::string> damaged_metadata{};  // paths
  std::vector<int64_t> shards_without_range{};  // see ShardsWithoutRange
  int64_t chunks = 0;                           // that the store should have
  int64_t recomputed = 0;
  bool is_range_known = true;  // otherwise no chunk of level 0 was rendered again
  // The CRC-64 of the hashes of all chunks' pixels, level by level, row by row, map by map. Depends
  // only on recipe, maps and grid. Only valid without faults.
  uint64_t hash = 0;

  bool IsWhole() const {
    return fault_count == 0 && damaged_metadata.empty() && shards_without_range.empty();
  }
};

// Throws what RequireImages, if chunks are rendered again, and CompileStore throw, and errors of
// rendering other than kIo.
VerifyReport VerifyStore(const ChunkStore& store, const VerifyRules& rules);

// Remembers folders, which many files share. For one thread.
class ObstacleFinder {
 public:
  // Returns "PATH: is a folder, not a file", "PATH: Permission denied" and so on. Empty if a
  // command can read the file, if it exists, and replace it.
  std::string At(const std::string& file);

 private:
  std::map<std::string, std::string> above_;  // messages by folder
};

}  // namespace cobble
