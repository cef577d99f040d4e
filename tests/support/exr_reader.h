// EXR files read whole by OpenEXR, and any picture by oiiotool.
#ifndef COBBLE_TESTS_SUPPORT_EXR_READER_H_
#define COBBLE_TESTS_SUPPORT_EXR_READER_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cobble {

struct ExrPicture {
  std::array<int, 4> data_window{}, display_window{};  // least x, least y, greatest x, greatest y
  bool complete = false, tiled = false;
  int block_lines = 0;
  std::map<std::string, std::vector<float>> channels;  // row after row; halves as floats
  std::map<std::string, bool> is_half;
  std::map<std::string, std::string> texts;  // the string attributes
  std::vector<std::string> attributes;       // the names of all, sorted

  int64_t Width() const { return data_window[2] - data_window[0] + 1; }
  int64_t Height() const { return data_window[3] - data_window[1] + 1; }
};

// Throws what OpenEXR throws. Rows are read from the last to the first, so that their places count.
ExrPicture ReadExr(const std::string& path);

// Any picture that oiiotool reads, by way of an EXR of floats beside it, which is removed.
ExrPicture ReadByOiiotool(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_EXR_READER_H_
