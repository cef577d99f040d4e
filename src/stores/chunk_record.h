// The record of a chunk that is whole: the checksums of its files and pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cobble {

struct FileRecord {
  uint64_t bytes = 0;      // size of the file
  uint32_t file_crc = 0;   // CRC-32 of the file
  uint64_t pixel_crc = 0;  // CRC-64 of the samples: see PixelHash
  bool operator==(const FileRecord&) const = default;
};

// By map, in the order of the plan.
using ChunkRecord = std::vector<FileRecord>;

// A record belongs to a chunk of a plan: `key` is a hash of both.
//
// {"key": "0011223344556677", "files": [{"bytes": 8388630, "crc32": "0a1b2c3d", "pixels":
// "0123456789abcdef"}], "crc32": "89abcdef"}, on one line with a line break. The last member is the
// CRC-32 of the text before it.
std::string WriteChunkRecord(const ChunkRecord& record, uint64_t key);

// Returns nullopt if the text is not exactly what WriteChunkRecord writes for a record and this
// key: it is truncated, damaged, or of another chunk or plan.
std::optional<ChunkRecord> ReadChunkRecord(std::string_view text, uint64_t key);

}  // namespace cobble
