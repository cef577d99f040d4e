// Readers that check pictures while they are written and keep only checksums and the last rows, for
// files larger than the test's disk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cobble {

struct StreamReport {
  uint64_t bytes = 0;     // size of the file
  uint64_t checksum = 0;  // CRC-32 of all rows (PNG, raw) or of all blocks (EXR)
  std::string last{};     // rows (PNG, raw) or blocks (EXR): the last kKeptRows
  std::string problem{};  // what is wrong with the file; empty if nothing
};

inline constexpr int64_t kKeptRows = 3;

class StreamReader {
 public:
  virtual ~StreamReader() = default;

  virtual void Take(std::string_view bytes) = 0;
  // Takes bytes that overwrite earlier bytes.
  virtual void TakeAt(uint64_t place, std::string_view bytes) = 0;
  // Called when the file is complete.
  virtual StreamReport Finish() = 0;
};

// `row_bytes` is a row's size in the file.
std::unique_ptr<StreamReader> ReadRawStream(uint64_t row_bytes);
// Runs libpng's checks. Converts 16-bit samples to little-endian, as in raw files.
std::unique_ptr<StreamReader> ReadPngStream();
// Checks that the table has the blocks' offsets, and that the blocks are contiguous and in order.
std::unique_ptr<StreamReader> ReadExrStream();

}  // namespace cobble
