// Pictures read while they are written, of which nothing is kept but what tells whether they are
// right: files larger than any disk of a test.
#ifndef COBBLE_TESTS_SUPPORT_STREAM_READERS_H_
#define COBBLE_TESTS_SUPPORT_STREAM_READERS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cobble {

// What was found in a picture.
struct StreamReport {
  uint64_t bytes = 0;     // of the file
  uint64_t checksum = 0;  // CRC-64 of all rows (PNG, raw) or of all blocks (EXR)
  std::string last{};     // rows (PNG, raw) or blocks (EXR): the last kKeptRows
  std::string fault{};    // what is wrong with the file; empty: nothing
};

inline constexpr int64_t kKeptRows = 3;

class StreamReader {
 public:
  virtual ~StreamReader() = default;

  // What is written behind all that came before.
  virtual void Take(std::string_view bytes) = 0;
  // What is written over a place before that.
  virtual void TakeAt(uint64_t place, std::string_view bytes) = 0;
  // All is written.
  virtual StreamReport Finish() = 0;
};

// Rows of that many bytes, as they stand in the file.
std::unique_ptr<StreamReader> ReadRawStream(uint64_t row_bytes);
// Checks everything that libpng does. Samples of 16 bits are turned little-endian, as those of raw
// files are.
std::unique_ptr<StreamReader> ReadPngStream();
// Checks that the table leads to the blocks, and that these follow one another.
std::unique_ptr<StreamReader> ReadExrStream();

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_STREAM_READERS_H_
