// Reads whole TIFF files with libtiff.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cobble {

struct TiffPicture {
  uint32_t width = 0, height = 0, strip_rows = 0;
  int channels = 0, bits = 0;
  int sample_format = 0, photometric = 0, predictor = 0;
  std::vector<int> extra_samples;
  bool is_big = false, is_little_endian = false;
  std::vector<uint8_t> bytes;  // the samples, row by row, channels interleaved, little-endian
  std::string xmp, software;
  std::string problem;  // libtiff's first error or warning; empty if none
};

TiffPicture ReadTiff(const std::string& path);

}  // namespace cobble
