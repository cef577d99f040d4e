// Files past 4 GiB, and those of formats that cannot be so large at their largest, are right: rows
// from all over them are those that a window renders.
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
// Takes row y of the picture at `path`, for rising y, as bytes that depend on its samples alone.
using TakeRow = std::function<void(int64_t y, const Bytes& row)>;

// Calls take for every row, or for those that are wanted (rising) where the file can be read there.
using ReadRows = void (*)(const std::string& path, const std::vector<int64_t>& wanted,
                          const TakeRow& take);

// A number of the sidecar.
int64_t Member(const std::string& json, const std::string& key) {
  return std::stoll(json.substr(json.find("\"" + key + "\":") + key.size() + 3));
}

std::string ReadStart(const std::string& path, std::size_t size) {
  std::string start(size, '\0');
  REQUIRE(
      std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(size)));
  return start;
}

void ReadRaw(const std::string& path, const std::vector<int64_t>& wanted, const TakeRow& take) {
  const std::string json = ReadAll(path + ".json");
  Bytes row(static_cast<std::size_t>(Member(json, "width") * Member(json, "bpp") / 8));
  std::ifstream file(path, std::ios::binary);
  REQUIRE(fs::file_size(path) == row.size() * static_cast<std::size_t>(Member(json, "height")));
  for (const int64_t y : wanted) {
    file.seekg(y * static_cast<int64_t>(row.size()));
    REQUIRE(file.read(row.data(), static_cast<std::streamsize>(row.size())));
    take(y, row);
  }
}

void ReadPfm(const std::string& path, const std::vector<int64_t>& wanted, const TakeRow& take) {
  std::ifstream file(path, std::ios::binary);
  std::string type, scale;
  int64_t width = 0, height = 0;
  file >> type >> width >> height >> scale;
  const int64_t begin = static_cast<int64_t>(file.tellg()) + 1;
  Bytes row(static_cast<std::size_t>(width * (type == "PF" ? 12 : 4)));
  const auto row_bytes = static_cast<int64_t>(row.size());
  REQUIRE(fs::file_size(path) == static_cast<uint64_t>(begin + height * row_bytes));
  for (const int64_t y : wanted) {
    file.seekg(begin + (height - 1 - y) * row_bytes);
    REQUIRE(file.read(row.data(), row_bytes));
    take(y, row);
  }
}

// Last row first, blue, green and red, rows of whole words, sizes of 32 bits.
void ReadBmp(const std::string& path, const std::vector<int64_t>& wanted, const TakeRow& take) {
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
  for (const int64_t y : wanted) {
    file.seekg(kHeader + (height - 1 - y) * row_bytes);
    REQUIRE(file.read(row.data(), row_bytes));
    take(y, row);
  }
}

void ReadExrRows(const std::string& path, const std::vector<int64_t>& wanted, const TakeRow& take) {
  Imf::InputFile file(path.c_str(), 0);
  REQUIRE(file.isComplete());
  const auto& window = file.header().dataWindow();
  const auto width = static_cast<std::size_t>(window.max.x - window.min.x) + 1;
  std::vector<float> row(width);
  Bytes bytes(width * sizeof(float));
  for (const int64_t at : wanted) {
    const int y = window.min.y + static_cast<int>(at);
    for (auto c = file.header().channels().begin(); c != file.header().channels().end(); ++c) {
      Imf::FrameBuffer buffer;
      // No step from row to row: whatever row is read, it lands here.
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

// A PNG has to be decoded from its beginning, which checks all that it holds.
void ReadPng(const std::string& path, const std::vector<int64_t>& wanted, const TakeRow& take) {
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
      if (std::binary_search(wanted.begin(), wanted.end(), y)) take(y, row);
    }
    png_read_end(png, nullptr);
  }
  png_destroy_read_struct(&png, &info, nullptr);
  CHECK_FALSE(failed);
}

struct Case {
  std::string file, flags;
  int64_t width, height;
  ReadRows read;
};

// Rows at both ends, on both sides of every 2 GiB, and between.
std::vector<int64_t> WantedRows(int64_t height, uint64_t row_bytes) {
  std::vector<int64_t> rows{0, 1, height / 3, height / 2, height - 17, height - 2, height - 1};
  for (int64_t y = 0; y < height;) {
    rows.insert(rows.end(), {std::max<int64_t>(y - 1, 0), y});
    y += static_cast<int64_t>((uint64_t{1} << 31) / row_bytes) + 1;
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void CheckFile(const Case& c) {
  CAPTURE(c.file);
  const Folder folder;
  const std::string recipe = fmt::format("render --noise value --frequency 64 --size {},{} {} -o ",
                                         c.width, c.height, c.flags);
  const Outcome whole = RunShell("cobble " + recipe + c.file);
  REQUIRE_MESSAGE(whole.status == 0, whole.err);
  const std::string path = c.file.substr(c.file.find('=') + 1);  // its maps stand before
  const uint64_t bytes = fs::file_size(path);
  const auto wanted = WantedRows(c.height, bytes / static_cast<uint64_t>(c.height) + 1);

  std::vector<std::pair<int64_t, Bytes>> rows;  // with EXR a channel after another
  c.read(path, wanted, [&](int64_t y, const Bytes& row) { rows.emplace_back(y, row); });
  fs::remove(path);
  REQUIRE(rows.size() >= wanted.size());
  std::size_t at = 0, wrong = 0;
  for (const int64_t y : wanted) {
    const Outcome one =
        RunCobble(SplitWords(recipe + c.file + fmt::format(" --window 0,{},{},1", y, c.width)));
    REQUIRE_MESSAGE(one.status == 0, one.err);
    c.read(path, {0}, [&](int64_t, const Bytes& row) {
      CHECK(rows[at].first == y);
      wrong += rows[at++].second != row;
    });
  }
  CHECK(at == rows.size());
  CHECK(wrong == 0);
}

TEST_CASE("resources: files past 4 GiB hold the rows that windows render") {
  if (!test::IsLongForm()) return test::Skip("the long form writes 50 GB, one file at a time");
  const Case cases[] = {{"a.r16", "", 65536, 65536, &ReadRaw},
                        {"a.png", "", 65536, 65536, &ReadPng},
                        {"a.exr", "--bits 16", 65536, 65536, &ReadExrRows},
                        {"height,normal,value=a.exr", "", 16384, 20000, &ReadExrRows},
                        {"a.pfm", "", 32768, 34000, &ReadPfm},
                        {"normal=a.r8", "", 40000, 40000, &ReadRaw},
                        {"a.bmp", "", 16384, 16384, &ReadBmp},
                        {"normal=a.r32", "", 8192, 50000, &ReadRaw}};
  for (const Case& c : cases) CheckFile(c);
}

// The same for small ones, so that the readers and what they compare are known to be right.
TEST_CASE("resources: files hold the rows that windows render") {
  const Case cases[] = {{"a.r16", "", 300, 1000, &ReadRaw},
                        {"a.png", "", 300, 1000, &ReadPng},
                        {"normal=a.png", "", 300, 1000, &ReadPng},
                        {"a.exr", "--bits 16", 300, 1000, &ReadExrRows},
                        {"height,normal,value=a.exr", "", 40000, 33, &ReadExrRows},
                        {"a.pfm", "", 300, 1000, &ReadPfm},
                        {"normal=a.r8", "", 400, 400, &ReadRaw},
                        {"a.bmp", "", 333, 400, &ReadBmp},
                        {"normal=a.r32", "", 8192, 50, &ReadRaw}};
  for (const Case& c : cases) CheckFile(c);
}

}  // namespace
}  // namespace cobble
