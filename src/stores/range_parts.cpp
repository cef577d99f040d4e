// Reads, writes and joins the parts of a range.
#include "stores/range_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/numbers.h"
#include "core/suggest.h"
#include "output/byte_checksums.h"
#include "platform/file.h"

namespace cobble {
namespace {

std::string PathOf(const ChunkStore& store, const std::string& name) {
  return store.InternalPath("range/" + name);
}

constexpr const char* kJoined = "all";

std::string PartName(int64_t shard) { return std::to_string(shard + 1); }

// "CHUNKS MINIMUM MAXIMUM CRC": decimal numbers that read back exactly, and the CRC-32 of the text
// before it, the plan and the file's name, so that it is not used for another plan or shard.
std::string TextOf(const ChunkStore& store, const std::string& name, const RangePart& part) {
  const std::string text =
      fmt::format("{} {} {} ", part.chunks, Shortest(part.minimum), Shortest(part.maximum));
  const std::string owned =
      text + fmt::format("{:016x} {} {}", store.identity(), store.plan().shards, name);
  return text + fmt::format("{:08x}\n", Crc32(0, owned.data(), owned.size()));
}

// Returns nullopt if the file is missing or damaged. Throws Error kIo if it is not readable.
std::optional<RangePart> Read(const ChunkStore& store, const std::string& name) {
  const auto text = ReadIfGood(PathOf(store, name));
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  const auto take = [&] {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
  };
  const auto chunks = ParseInteger(take());
  const auto minimum = ParseNumber(take()), maximum = ParseNumber(take());
  if (!chunks || !minimum || !maximum) return std::nullopt;
  const RangePart part{*chunks, *minimum, *maximum};
  if (TextOf(store, name, part) != *text) return std::nullopt;
  return part;
}

std::optional<RangePart> ReadIfReadable(const ChunkStore& store, const std::string& name) try {
  return Read(store, name);
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace

void RangePart::Add(double low, double high) {
  minimum = chunks == 0 ? low : std::min(minimum, low);
  maximum = chunks == 0 ? high : std::max(maximum, high);
  ++chunks;
}

int64_t ChunksInShard(const ChunkStore& store, int64_t shard) {
  return store.grid().ChunkCountOfShard(shard, store.plan().shards);
}

RangePart ReadRangePart(const ChunkStore& store, int64_t shard) {
  const std::string name = PartName(shard);
  const int64_t all = ChunksInShard(store, shard);
  if (const auto whole = Read(store, name); whole && whole->chunks == all) return *whole;
  if (const auto part = Read(store, name + ".part"); part && part->chunks < all) return *part;
  return {};
}

void WriteRangePart(const ChunkStore& store, int64_t shard, const RangePart& part,
                    const FileRules& files) {
  const bool is_whole = part.chunks == ChunksInShard(store, shard);
  const std::string whole = PartName(shard), partial = whole + ".part";
  const std::string& name = is_whole ? whole : partial;
  WriteSmallFile(PathOf(store, name), TextOf(store, name, part), files);
  if (is_whole) file::Remove(PathOf(store, partial));  // ReadRangePart ignores what remains
}

std::string RangePath(const ChunkStore& store, int64_t shard) {
  return PathOf(store, PartName(shard));
}

std::string JoinedRangePath(const ChunkStore& store) { return PathOf(store, kJoined); }

std::optional<HeightRange> FindRange(const ChunkStore& store) {
  const auto known = ReadIfReadable(store, kJoined);
  if (!known || known->chunks != store.plan().shards) return std::nullopt;
  return HeightRange{false, known->minimum, known->maximum};
}

std::vector<int64_t> ShardsWithoutRange(const ChunkStore& store) {
  const bool is_known = FindRange(store).has_value();
  std::vector<int64_t> missing;
  for (int64_t shard = 0; shard < store.plan().shards; ++shard) {
    const auto part = ReadIfReadable(store, PartName(shard));
    if (part && part->chunks == ChunksInShard(store, shard)) continue;
    if (!is_known || file::NamesAnything(RangePath(store, shard))) missing.push_back(shard);
  }
  return missing;
}

HeightRange JoinRange(const ChunkStore& store, const FileRules& files,
                      const std::function<void()>& poll) {
  const int64_t shards = store.plan().shards;
  if (const auto known = FindRange(store)) return *known;
  RangePart all;
  for (int64_t shard = 0; shard < shards; ++shard) {
    poll();
    const RangePart part = ReadRangePart(store, shard);
    if (part.chunks != ChunksInShard(store, shard))
      throw Error(ErrorKind::kIo, Shown(store.name()),
                  fmt::format("the range stage of shard {} of {} is not done", shard + 1, shards),
                  "run the commands of " + Phrase::Option("stage", "range") + " first");
    all.Add(part.minimum, part.maximum);
  }
  try {
    WriteSmallFile(JoinedRangePath(store), TextOf(store, kJoined, all), files);
  } catch (const Error&) {  // it only saves time: verify may read a store that it cannot write
  }
  return {false, all.minimum, all.maximum};
}

}  // namespace cobble
