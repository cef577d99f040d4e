// For tests of output/: temporary folders, files as bytes, pictures with any content and bands.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "output/picture.h"

namespace cobble {

// A new folder that is removed with its contents at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + '/' + name; }
  std::vector<std::string> Names() const;  // names of all entries, sorted, including hidden ones

 private:
  std::string path_;
};

std::string ReadFile(const std::string& path);
void WriteFile(const std::string& path, const std::string& bytes);

// Returns the message of the Error that `action` throws, after the number of its kind ("5 a.png:
// cannot write: ..."), or "none".
std::string ErrorOf(const std::function<void()>& action);

// Returns what a picture is written with at the best SIMD level, with any kind of metadata.
PictureSpec SpecOf(const std::string& path, std::string_view format,
                   const std::vector<PictureMap>& maps, int bits, int64_t width, int64_t height);

// Returns a map like the height, with that many channels.
PictureMap MapOf(int channels);

// Values in 0..1 that do not compress, and that do.
float Noisy(int64_t x, int64_t y, int c);
float Smooth(int64_t x, int64_t y, int c);

// Returns channel c of pixel (x, y), as rendered.
using Content = std::function<float(int64_t x, int64_t y, int c)>;

// Writes the picture in bands of `band_rows` rows, without Commit.
void WriteBands(BandSink& writer, const PictureSpec& spec, int64_t band_rows,
                const Content& content);
void WritePicture(const PictureSpec& spec, int64_t band_rows, const Content& content);

}  // namespace cobble
