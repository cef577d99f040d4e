// Writes and reads the records of chunks.
#include "stores/chunk_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "output/byte_checksums.h"

namespace cobble {

std::string WriteChunkRecord(const ChunkRecord& record, uint64_t key) {
  std::string text = fmt::format("{{\"key\": \"{:016x}\", \"files\": [", key);
  for (const FileRecord& file : record)
    text +=
        fmt::format("{}{{\"bytes\": {}, \"crc32\": \"{:08x}\", \"pixels\": \"{:016x}\"}}",
                    &file == record.data() ? "" : ", ", file.bytes, file.file_crc, file.pixel_crc);
  text += "]";
  return text + fmt::format(", \"crc32\": \"{:08x}\"}}\n", Crc32(0, text.data(), text.size()));
}

// The record must also be written the same, which checks the CRC and the rest of the text.
std::optional<ChunkRecord> ReadChunkRecord(std::string_view text, uint64_t key) {
  std::string_view rest = text;
  const auto take = [&rest](std::string_view before, int base, auto* number) {
    rest.remove_prefix(std::min(rest.find(before), rest.size()));
    if (rest.empty()) return false;
    std::from_chars(rest.data() + before.size(), rest.data() + rest.size(), *number, base);
    return true;
  };
  ChunkRecord record;
  for (FileRecord file; take("\"bytes\": ", 10, &file.bytes) &&
                        take("\"crc32\": \"", 16, &file.file_crc) &&
                        take("\"pixels\": \"", 16, &file.pixel_crc);)
    record.push_back(file);
  if (record.empty() || WriteChunkRecord(record, key) != text) return std::nullopt;
  return record;
}

}  // namespace cobble
