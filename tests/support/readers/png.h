// Reads whole PNG files with libpng.
#ifndef COBBLE_TESTS_SUPPORT_READERS_PNG_H_
#define COBBLE_TESTS_SUPPORT_READERS_PNG_H_

#include <cstdint>
#include <string>
#include <vector>

namespace cobble {

struct PngPicture {
  int64_t width = 0, height = 0;
  int bits = 0, channels = 0;
  bool ok = false;             // libpng found no error
  std::vector<uint8_t> bytes;  // row by row; 16-bit samples are big-endian
  std::string warnings;
};

// Throws std::runtime_error if the file does not exist.
PngPicture ReadPng(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_READERS_PNG_H_
