// Tests files larger than 4 GiB, and the largest files of formats with lower limits: rows
// throughout the file equal those of rendered windows.
#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfInputFile.h>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/harness.h"
#include "support/long_form.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<char>;
// Receives row y of a picture as bytes that depend only on its samples. Calls come in order of
// increasing y.
using TakeRow = std::function<void(int64_t y, const Bytes& row)>;

// Calls `take` for each of the `selected` rows, which are in increasing order.
using ReadRows = void (*)(const std::string& path, const std::vector<int64_t>& selected,
                          const TakeRow& take);

// Returns a number in a sidecar.
int64_t Member(const std::string& json, const std::string& key) {
  return std::stoll(json.substr(json.find("\"" + key + "\":") + key.size() + 3));
}

std::string ReadStart(const std::string& path, std::size_t size) {
  std::string start(size, '\0');
  REQUIRE(
      std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(size)));
  return start;
}

void ReadRaw(const std::string& path, const std::vector<int64_t>& selected, const TakeRow& take) {
  const std::string json = ReadAll(path + ".json");
  Bytes row(static_cast<std::size_t>(Member(json, "width") * Member(json, "bpp") / 8));
  std::ifstream file(path, std::ios::binary);
  REQUIRE(fs::file_size(path) == row.size() * static_cast<std::size_t>(Member(json, "height")));
  for (const int64_t y : selected) {
    file.seekg(y * static_cast<int64_t>(row.size()));
    REQUIRE(file.read(row.data(), static_cast<std::streamsize>(row.size())));
    take(y, row);
  }
}

void ReadPfm(const std::string& path, const std::vector<int64_t>& selected, const TakeRow& take) {
  std::ifstream file(path, std::ios::binary);
  std::string type, scale;
  int64_t width = 0, height = 0;
  file >> type >> width >> height >> scale;
  const int64_t begin = static_cast<int64_t>(file.tellg()) + 1;
  Bytes row(static_cast<std::size_t>(width * (type == "PF" ? 12 : 4)));
  const auto row_bytes = static_cast<int64_t>(row.size());
  REQUIRE(fs::file_size(path) == static_cast<uint64_t>(begin + height * row_bytes));
  for (const int64_t y : selected) {
    file.seekg(begin + (height - 1 - y) * row_bytes);
    REQUIRE(file.read(row.data(), row_bytes));
    take(y, row);
  }
}

// BMP: last row first, BGR, rows padded to 4 bytes, 32-bit sizes.
void ReadBmp(const std::string& path, const std::vector<int64_t>& selected, const TakeRow& take) {
  constexpr int64_t kHeader = 54;
  const std::string header = ReadStart(path, kHeader);
  const auto number = [&](std::size_t at) {
    uint32_t value;
    std::memcpy(&value, header.data() + at, sizeof value);
    return int64_t{value};
  };
  const int64_t width = number(18), height = number(22), row_bytes = (width * 3 + 3) / 4 * 4;
  REQUIRE(number(2) == kHeader + height * row_bytes);
  REQUIRE(fs::file_size(path) == static_cast<uint64_t>(number(2)));
  std::ifstream file(path, std::ios::binary);
  Bytes row(static_cast<std::size_t>(row_bytes));
  for (const int64_t y : selected) {
    file.seekg(kHeader + (height - 1 - y) * row_bytes);
    REQUIRE(file.read(row.data(), row_bytes));
    take(y, row);
  }
}

void ReadExrRows(const std::string& path, const std::vector<int64_t>& selected,
                 const TakeRow& take) {
  Imf::InputFile file(path.c_str(), 0);
  REQUIRE(file.isComplete());
  const auto& window = file.header().dataWindow();
  const auto width = static_cast<std::size_t>(window.max.x - window.min.x) + 1;
  std::vector<float> row(width);
  Bytes bytes(width * sizeof(float));
  for (const int64_t at : selected) {
    const int y = window.min.y + static_cast<int>(at);
    for (auto c = file.header().channels().begin(); c != file.header().channels().end(); ++c) {
      Imf::FrameBuffer buffer;
      // The row stride is 0, so every row is read into the same buffer.
      buffer.insert(c.name(),
                    Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(row.data() - window.min.x),
                               sizeof(float), 0));
      file.setFrameBuffer(buffer);
      file.readPixels(y);
      std::copy_n(reinterpret_cast<const char*>(row.data()), bytes.size(), bytes.data());
      take(at, bytes);
    }
  }
}

// Decodes the PNG from its beginning, and so checks all of it.
void ReadPng(const std::string& path, const std::vector<int64_t>& selected, const TakeRow& take) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  REQUIRE(file != nullptr);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  Bytes row;
  bool failed = false;
  if (setjmp(png_jmpbuf(png))) {
    failed = true;
  } else {
    png_init_io(png, file.get());
    png_read_info(png, info);
    row.resize(png_get_rowbytes(png, info));
    const auto height = static_cast<int64_t>(png_get_image_height(png, info));
    for (int64_t y = 0; y < height; ++y) {
      png_read_row(png, reinterpret_cast<png_bytep>(row.data()), nullptr);
      if (std::binary_search(selected.begin(), selected.end(), y)) take(y, row);
    }
    png_read_end(png, nullptr);
  }
  png_destroy_read_struct(&png, &info, nullptr);
  CHECK_FALSE(failed);
}

struct FileCase {
  std::string file, flags;
  int64_t width, height;
  ReadRows read;
};

// Selects rows at both ends, on both sides of every multiple of 2 GiB, and in between.
std::vector<int64_t> SelectedRows(int64_t height, uint64_t row_bytes) {
  std::vector<int64_t> rows{0, 1, height / 3, height / 2, height - 17, height - 2, height - 1};
  for (int64_t y = 0; y < height;) {
    rows.insert(rows.end(), {std::max<int64_t>(y - 1, 0), y});
    y += static_cast<int64_t>((uint64_t{1} << 31) / row_bytes) + 1;
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void CheckFile(const FileCase& c) {
  CAPTURE(c.file);
  const Folder folder;
  const std::string recipe = fmt::format("render --noise value --frequency 64 --size {},{} {} -o ",
                                         c.width, c.height, c.flags);
  const Outcome whole = RunCommands("cobble " + recipe + c.file);
  REQUIRE_MESSAGE(whole.status == 0, whole.err);
  const std::string path = c.file.substr(c.file.find('=') + 1);  // after the maps
  const uint64_t bytes = fs::file_size(path);
  const auto selected = SelectedRows(c.height, bytes / static_cast<uint64_t>(c.height) + 1);

  std::vector<std::pair<int64_t, Bytes>> rows;  // for EXR one entry per channel
  c.read(path, selected, [&](int64_t y, const Bytes& row) { rows.emplace_back(y, row); });
  fs::remove(path);
  REQUIRE(rows.size() >= selected.size());
  std::size_t at = 0, wrong = 0;
  for (const int64_t y : selected) {
    const Outcome one = RunLine(recipe + c.file + fmt::format(" --window 0,{},{},1", y, c.width));
    REQUIRE_MESSAGE(one.status == 0, one.err);
    c.read(path, {0}, [&](int64_t, const Bytes& row) {
      CHECK(rows[at].first == y);
      wrong += rows[at++].second != row;
    });
  }
  CHECK(at == rows.size());
  CHECK(wrong == 0);
}

TEST_CASE("files larger than 4 GiB hold the same rows as rendered windows") {
  if (!test::IsLongForm()) return test::Skip("the long form writes 50 GB, one file at a time");
  const FileCase cases[] = {{"a.r16", "", 65536, 65536, &ReadRaw},
                            {"a.png", "", 65536, 65536, &ReadPng},
                            {"a.exr", "--bits 16", 65536, 65536, &ReadExrRows},
                            {"height,normal,value=a.exr", "", 16384, 20000, &ReadExrRows},
                            {"a.pfm", "", 32768, 34000, &ReadPfm},
                            {"normal=a.r8", "", 40000, 40000, &ReadRaw},
                            {"a.bmp", "", 16384, 16384, &ReadBmp},
                            {"normal=a.r32", "", 8192, 50000, &ReadRaw}};
  for (const FileCase& c : cases) CheckFile(c);
}

// Unlike the test above, this one checks the readers in every run.
TEST_CASE("small files hold the same rows as rendered windows") {
  const FileCase cases[] = {{"a.r16", "", 300, 1000, &ReadRaw},
                            {"a.png", "", 300, 1000, &ReadPng},
                            {"normal=a.png", "", 300, 1000, &ReadPng},
                            {"a.exr", "--bits 16", 300, 1000, &ReadExrRows},
                            {"height,normal,value=a.exr", "", 40000, 33, &ReadExrRows},
                            {"a.pfm", "", 300, 1000, &ReadPfm},
                            {"normal=a.r8", "", 400, 400, &ReadRaw},
                            {"a.bmp", "", 333, 400, &ReadBmp},
                            {"normal=a.r32", "", 8192, 50, &ReadRaw}};
  for (const FileCase& c : cases) CheckFile(c);
}

}  // namespace
}  // namespace cobble
