// What the tests of output/ share: a folder of their own, whole files as bytes, pictures of any
// content written in any bands.
#ifndef COBBLE_TESTS_UNIT_OUTPUT_FILES_H_
#define COBBLE_TESTS_UNIT_OUTPUT_FILES_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "output/picture.h"

namespace cobble {

// A new folder, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ / name; }
  std::vector<std::string> Names() const;  // of what is in it, sorted, hidden ones too

 private:
  std::filesystem::path path_;
};

std::string ReadFile(const std::string& path);
void WriteFile(const std::string& path, const std::string& bytes);

// The message of the Error that `action` throws, with its kind's number first ("5 a.png: cannot
// write: ..."); "none" where it throws none.
std::string ErrorOf(const std::function<void()>& action);

// Component c of pixel (x, y), float32 as it comes from a render.
using Content = std::function<float(int64_t x, int64_t y, int c)>;

// Writes all bands of the picture in bands of `band_rows` rows, without Commit.
void WriteBands(PictureWriter& writer, const PictureSpec& spec, int64_t band_rows,
                const Content& content);
void WritePicture(const PictureSpec& spec, int64_t band_rows, const Content& content);

}  // namespace cobble

#endif  // COBBLE_TESTS_UNIT_OUTPUT_FILES_H_
