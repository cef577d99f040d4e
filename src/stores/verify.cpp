// Implements VerifyStore.
#include "stores/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <utility>

#include "core/simd_level.h"
#include "core/size.h"
#include "core/suggest.h"
#include "output/byte_checksums.h"
#include "platform/error_text.h"
#include "platform/file.h"
#include "platform/path.h"
#include "render/parallel.h"
#include "stores/chunks.h"
#include "stores/range_parts.h"
#include "stores/store_images.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxFolders = 256;

std::string MessageOf(const Obstacle& obstacle) {
  if (obstacle.error == 0) return {};
  const std::string path = Shown(obstacle.path) + ": ";
  if (obstacle.error == EISDIR) return path + "is a folder, not a file";
  if (obstacle.error == ENOTDIR) return path + "is not a folder";
  return path + ErrorText(obstacle.error);
}

// A hash of 64 bits, every one of which depends on every bit of x.
// Based on: G. L. Steele, D. Lea, C. H. Flood, Fast Splittable Pseudorandom Number Generators,
// 2014 (the mixing function of SplitMix64).
uint64_t Mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

// Returns the number of chunks of all levels.
int64_t AllChunks(const ChunkGrid& grid) {
  int64_t chunks = 0;
  for (int level = 0; level < grid.levels(); ++level) chunks += grid.ChunksOf(level);
  return chunks;
}

// Returns a chunk by its number, level by level, row by row.
ChunkIndex ChunkAt(const ChunkGrid& grid, int64_t index) {
  int level = 0;
  for (; index >= grid.ChunksOf(level); ++level) index -= grid.ChunksOf(level);
  const int64_t columns = grid.ColumnsOf(level);
  return {level, index / columns, index % columns};
}

struct Finding {
  std::optional<ChunkFault> fault;
  std::vector<std::string> obstacles{};  // messages; may be empty
  ChunkRecord record;
  bool recomputed = false;
};

// Returns a chunk of level 0 that the chunk covers.
ChunkIndex FirstLeaf(const ChunkIndex& chunk) {
  return {0, chunk.row << chunk.level, chunk.column << chunk.level};
}

class Verifier {
 public:
  Verifier(const ChunkStore& store, const VerifyRules& rules)
      : store_(store), rules_(rules), chunks_(AllChunks(store.grid())) {}

  VerifyReport Run() {
    VerifyReport report;
    report.chunks = chunks_;
    CheckOthers(&report);
    Prepare(report);
    report.is_range_known = rules_.recompute <= 0 || range_;
    const int threads = Lanes();
    std::vector<Finding> slots(static_cast<std::size_t>(SlotCount(chunks_, threads)));
    std::vector<ObstacleFinder> finders(slots.size());
    ItemSteps steps;
    steps.make = [&](int slot, int64_t item) {
      const auto index = static_cast<std::size_t>(slot);
      slots[index] = Check(item, &finders[index]);
    };
    steps.finish = [&](int slot, int64_t item) {
      Add(std::move(slots[static_cast<std::size_t>(slot)]), &report);
      if (rules_.progress)
        rules_.progress(static_cast<double>(item + 1) / static_cast<double>(chunks_));
    };
    InOrder(chunks_, threads, steps);
    return report;
  }

 private:
  // If the range is missing, which is reported, no chunk of level 0 is rendered again.
  void Prepare(const VerifyReport& report) {
    if (rules_.recompute <= 0) return;
    RequireImages(store_);
    program_.emplace(CompileStore(store_.plan(), rules_.simd));
    if (!HasRangeStage(store_.plan())) {
      range_ = ResolveRange(*program_, {});
    } else if (FindRange(store_) || report.shards_without_range.empty()) {
      range_ = JoinRange(store_, {.sync = false});
    }
  }

  // Whole files are read, and the parts and the result of a chunk that is rendered again.
  int Lanes() const {
    Size need = FileMemory(store_.plan());
    if (program_)
      need =
          need + std::max(ChunkMemory(*program_, store_.plan()), CoarseChunkMemory(store_.plan()));
    return LanesFor(need, rules_.memory, ThreadsOf(rules_.threads));
  }

  // Always draws one chunk, even from a small store.
  bool IsDrawn(int64_t index) const {
    if (rules_.recompute <= 0) return false;
    const auto item = static_cast<uint64_t>(index), count = static_cast<uint64_t>(chunks_);
    const auto draw = static_cast<double>(Mix(rules_.seed ^ Mix(item)) >> 11) * 0x1p-53;  // below 1
    return draw < rules_.recompute || item == Mix(rules_.seed) % count;
  }

  Finding Check(int64_t index, ObstacleFinder* finder) const {
    const ChunkIndex chunk = ChunkAt(store_.grid(), index);
    Finding finding;
    try {
      CheckRecord(chunk, &finding);
      if (!finding.fault && IsDrawn(index)) Recompute(chunk, &finding);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kIo) throw;
      finding.fault = {chunk, error.issues().front().Text()};
    }
    if (!finding.fault) return finding;
    finding.obstacles.push_back(finder->At(store_.RecordPath(chunk)));
    for (std::size_t map = 0; map < store_.plan().maps.size(); ++map)
      finding.obstacles.push_back(finder->At(store_.PathOf(chunk, map)));
    return finding;
  }

  void CheckRecord(const ChunkIndex& chunk, Finding* finding) const {
    auto record = store_.FindRecord(chunk);
    if (!record) {
      finding->fault = {
          chunk, fmt::format("level {}, row {}, column {} is missing or has no record", chunk.level,
                             chunk.row, chunk.column)};
      return;
    }
    finding->record = *std::move(record);
    for (std::size_t map = 0; map < finding->record.size(); ++map) {
      const FileRecord& file = finding->record[map];
      const FileState state = store_.StateOf(chunk, map, file);
      if (state == FileState::kWhole) continue;
      finding->fault = {
          chunk, Shown(store_.PathOf(chunk, map)) +
                     (state == FileState::kMissing ? " is missing" : " does not match its record")};
    }
  }

  // Leaves out a coarse chunk with parts that are not whole: these are faults themselves.
  void Recompute(const ChunkIndex& chunk, Finding* finding) const {
    if (chunk.level == 0 && !range_) return;
    if (chunk.level > 0 &&
        !std::ranges::all_of(store_.grid().PartsOf(chunk),
                             [&](const auto& part) { return store_.IsWhole(part); }))
      return;
    const auto files =
        chunk.level == 0
            ? RenderChunk(store_, *program_, *range_, chunk, 1, [] {})
            : MakeCoarseChunk(store_, chunk, FindSimdLevel(program_->simd())->target, [] {});
    finding->recomputed = true;
    for (std::size_t map = 0; map < files.size(); ++map)
      if (files[map].pixel_crc != finding->record[map].pixel_crc ||
          Crc32(0, files[map].bytes.data(), files[map].bytes.size()) !=
              finding->record[map].file_crc)
        finding->fault = {chunk, Shown(store_.PathOf(chunk, map)) + " is not what the recipe gives",
                          true};
  }

  void Add(Finding finding, VerifyReport* report) const {
    if (finding.fault) AddFault(*std::move(finding.fault), report);
    for (std::string& obstacle : finding.obstacles) AddObstacle(std::move(obstacle), report);
    report->recomputed += finding.recomputed;
    for (const FileRecord& file : finding.record) {
      std::array<unsigned char, 8> bytes;
      for (std::size_t k = 0; k < bytes.size(); ++k)
        bytes[k] = static_cast<unsigned char>(file.pixel_crc >> 8 * k);
      report->hash = Crc64(report->hash, bytes.data(), bytes.size());
    }
  }

  void AddFault(ChunkFault fault, VerifyReport* report) const {
    ++report->fault_count;
    const int64_t shard = store_.grid().ShardOf(FirstLeaf(fault.chunk), store_.plan().shards);
    const auto stage = fault.chunk.level == 0 ? StoreStage::kRender : StoreStage::kPyramid;
    report->repairs.insert({stage, fault.is_recorded, shard});
    // The levels above were made from the wrong pixels.
    if (fault.is_recorded && store_.plan().levels > 0)
      report->repairs.insert({StoreStage::kPyramid, true, shard});
    if (report->faults.size() < rules_.max_faults) {
      report->faults.push_back(std::move(fault));
    } else {
      ++report->unlisted_faults;
    }
  }

  void AddObstacle(std::string message, VerifyReport* report) const {
    if (message.empty() || report->obstacles.contains(message)) return;
    if (report->obstacles.size() < rules_.max_faults) {
      report->obstacles.insert(std::move(message));
    } else {
      report->has_more_obstacles = true;
    }
  }

  // Checks the metadata and the range.
  void CheckOthers(VerifyReport* report) const {
    report->damaged_metadata = store_.DamagedMetadata();
    if (HasRangeStage(store_.plan())) {
      report->shards_without_range = ShardsWithoutRange(store_);
      if (!FindRange(store_) && file::NamesAnything(JoinedRangePath(store_)))
        report->damaged_metadata.push_back(JoinedRangePath(store_));
    }
    ObstacleFinder finder;
    for (const std::string& path : report->damaged_metadata) AddObstacle(finder.At(path), report);
    for (const int64_t shard : report->shards_without_range) {
      AddObstacle(finder.At(RangePath(store_, shard)), report);
      report->repairs.insert({StoreStage::kRange, false, shard});
    }
    if (!report->damaged_metadata.empty()) report->repairs.insert({StoreStage::kRender, false, 0});
  }

  const ChunkStore& store_;
  const VerifyRules& rules_;
  const int64_t chunks_;
  std::optional<Program> program_;
  std::optional<HeightRange> range_;
};

}  // namespace

std::string ObstacleFinder::At(const std::string& file) {
  const std::string folder = FolderOf(file);
  auto found = above_.find(folder);
  if (found == above_.end()) {
    if (above_.size() >= kMaxFolders) above_.clear();
    found = above_.emplace(folder, MessageOf(FindObstacleAbove(folder))).first;
  }
  return found->second.empty() ? MessageOf(FindObstacleAt(file)) : found->second;
}

VerifyReport VerifyStore(const ChunkStore& store, const VerifyRules& rules) {
  return Verifier(store, rules).Run();
}

}  // namespace cobble
