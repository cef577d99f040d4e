// Reads whole PNG files with libpng.
#pragma once

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

// Returns a channel of a PNG of 8 bits. Throws std::runtime_error if it is anything else.
std::vector<uint8_t> ReadPngChannel(const std::string& path, int channel);
// Returns 255 - each sample.
std::vector<uint8_t> Inverted(std::vector<uint8_t> samples);

}  // namespace cobble
