// PNG files read whole by libpng.
#ifndef COBBLE_TESTS_SUPPORT_PNG_READER_H_
#define COBBLE_TESTS_SUPPORT_PNG_READER_H_

#include <cstdint>
#include <string>
#include <vector>

namespace cobble {

struct PngPicture {
  int64_t width = 0, height = 0;
  int bits = 0, channels = 0;
  bool ok = false;             // libpng found no fault
  std::vector<uint8_t> bytes;  // row after row, samples of 16 bits big-endian
  std::string warnings;
};

// Throws std::runtime_error where there is no such file.
PngPicture ReadPng(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_PNG_READER_H_
