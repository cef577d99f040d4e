// Reads whole EXR files with OpenEXR, and any picture with oiiotool.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cobble {

struct ExrPicture {
  std::array<int, 4> data_window{}, display_window{};  // minimum x, y, maximum x, y
  bool complete = false, tiled = false;
  int block_lines = 0;
  std::map<std::string, std::vector<float>> channels;  // row by row; halves as floats
  std::map<std::string, bool> is_half;
  std::map<std::string, std::string> texts;  // string attributes
  std::vector<std::string> attributes;       // names of all attributes, sorted

  int64_t Width() const { return data_window[2] - data_window[0] + 1; }
  int64_t Height() const { return data_window[3] - data_window[1] + 1; }
};

// Passes on OpenEXR's exceptions. Reads rows from last to first, which tests their offsets.
ExrPicture ReadExr(const std::string& path);

// Reads any picture that oiiotool can read, via a temporary EXR of floats beside it.
ExrPicture ReadByOiiotool(const std::string& path);
// The same for many pictures, in one process.
std::vector<ExrPicture> ReadByOiiotool(const std::vector<std::string>& paths);

}  // namespace cobble
