// Writes and reads test files.
#include "unit/output/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "cobble/error.h"
#include "core/simd_level.h"
#include "support/files/new_folder.h"

namespace cobble {
namespace {

constexpr int64_t kRun = 256;
constexpr int kMaxChannels = 8;

// Quantises a row in runs, from planes, as render/ does.
void QuantizeRow(const RowFormat& format, int64_t width, int64_t y, const Content& content,
                 std::byte* out) {
  alignas(64) float planes[kMaxChannels][kRun] = {};
  const float* pointers[kMaxChannels];
  for (int c = 0; c < kMaxChannels; ++c) pointers[c] = planes[c];
  for (int64_t x = 0; x < width; x += kRun) {
    const int n = static_cast<int>(std::min(kRun, width - x));
    for (int c = 0; c < format.channels; ++c)
      for (int k = 0; k < n; ++k) planes[c][k] = content(x + k, y, c);
    format.quantize(pointers, format.channels, n, out);
    out += n * format.channels * format.sample_bytes;
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path_(NewFolder("cobble-test-")) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> TemporaryFolder::Names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(std::filesystem::path(path), std::ios::binary) << bytes;
}

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.kind())) + " " + error.what();
  }
  return "none";
}

PictureSpec SpecOf(const std::string& path, std::string_view format,
                   const std::vector<PictureMap>& maps, int bits, int64_t width, int64_t height) {
  return {.path = path,
          .format = FindFormat(format),
          .maps = maps,
          .bits = bits,
          .width = width,
          .height = height,
          .metadata = {R"({"cobble": 1, "description": "<é> & \"x\""})", R"({"map":"x"})"},
          .simd_target = FindSimdLevel("auto")->target};
}

PictureMap MapOf(int channels) {
  PictureMap map(Map::kHeight);
  map.channels = channels;
  return map;
}

float Noisy(int64_t x, int64_t y, int c) {
  std::minstd_rand random(static_cast<unsigned>(1 + x * 7919 + y * 104729 + c * 1299709));
  random.discard(3);
  return static_cast<float>(random() % 65536) / 65536.0f;
}

float Smooth(int64_t x, int64_t y, int c) {
  return static_cast<float>((x + 2 * y + 50 * c) % 4096) / 4096.0f;
}

void WriteBands(BandSink& writer, const PictureSpec& spec, int64_t band_rows,
                const Content& content) {
  constexpr std::size_t kGap = 13;  // rows may be padded; the padding is not read
  const RowFormat format = writer.row_format();
  const std::size_t row_bytes =
      static_cast<std::size_t>(spec.width * format.channels * format.sample_bytes);
  const auto chunk = writer.NewChunk(band_rows);
  std::vector<std::byte> data(static_cast<std::size_t>(band_rows) * (row_bytes + kGap),
                              std::byte{0xA5});
  Band band{.data = data.data(), .stride = row_bytes + kGap};
  for (; band.first_row < spec.height; band.first_row += band.rows, ++band.index) {
    band.rows = std::min(band_rows, spec.height - band.first_row);
    for (int64_t j = 0; j < band.rows; ++j)
      QuantizeRow(format, spec.width, band.first_row + j, content,
                  data.data() + static_cast<std::size_t>(j) * band.stride);
    writer.Encode(band, *chunk);
    writer.Write(band, *chunk);
  }
}

void WritePicture(const PictureSpec& spec, int64_t band_rows, const Content& content) {
  const auto writer = OpenPicture(spec);
  WriteBands(*writer, spec, band_rows, content);
  writer->Commit();
}

}  // namespace cobble
