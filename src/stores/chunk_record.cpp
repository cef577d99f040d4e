// Writes and reads the records of chunks.
#include "stores/chunk_record.h"

#include <fmt/format.h>

#include <charconv>
#include <concepts>

#include "output/byte_checksums.h"

namespace cobble {
namespace {

class Taker {
 public:
  explicit Taker(std::string_view text) : rest_(text) {}

  bool Take(std::string_view fixed) {
    if (!rest_.starts_with(fixed)) return false;
    rest_.remove_prefix(fixed.size());
    return true;
  }
  template <std::unsigned_integral T>
  bool TakeNumber(int base, T* number) {
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), *number, base);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

 private:
  std::string_view rest_;
};

}  // namespace

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
  Taker taker(text);
  if (!taker.Take(fmt::format("{{\"key\": \"{:016x}\", \"files\": [", key))) return std::nullopt;
  ChunkRecord record;
  do {
    FileRecord file;
    if (!taker.Take("{\"bytes\": ") || !taker.TakeNumber(10, &file.bytes) ||
        !taker.Take(", \"crc32\": \"") || !taker.TakeNumber(16, &file.file_crc) ||
        !taker.Take("\", \"pixels\": \"") || !taker.TakeNumber(16, &file.pixel_crc) ||
        !taker.Take("\"}"))
      return std::nullopt;
    record.push_back(file);
  } while (taker.Take(", "));
  if (WriteChunkRecord(record, key) != text) return std::nullopt;
  return record;
}

}  // namespace cobble
