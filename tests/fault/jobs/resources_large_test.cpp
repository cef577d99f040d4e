// Tests pictures larger than memory and disk: a reader takes the output, and checks it to the end.
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

#include "output/byte_checksums.h"
#include "output/picture.h"
#include "support/files/redirected_writes.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/measured.h"
#include "support/readers/stream_readers.h"
#include "support/skip.h"

namespace cobble {
namespace {

constexpr int64_t kWidth = 65536;
constexpr uint64_t kMaxPeak = uint64_t{256} << 20;
constexpr const char* kRun = "subprocess: renders a picture into a reader";

test::RedirectedWrites::Take Into(StreamReader* reader) {
  return [reader](const uint64_t* offset, std::string_view bytes) {
    if (offset) {
      reader->TakeAt(*offset, bytes);
    } else {
      reader->Take(bytes);
    }
  };
}

std::unique_ptr<StreamReader> ReaderOf(const std::string& format) {
  if (format == "png") return ReadPngStream();
  if (format == "exr") return ReadExrStream();
  return ReadRawStream(kWidth * 2);
}

// In: the reader's format, then the words after "cobble".
TEST_CASE("subprocess: renders a picture into a reader" * doctest::skip()) {
  const std::string words = MeasuredWords();
  const auto reader = ReaderOf(words.substr(0, 3));
  Outcome outcome;
  {
    const test::RedirectedWrites redirect(Into(reader.get()));
    outcome = RunLine(words.substr(4));
  }
  const StreamReport report = reader->Finish();
  ReportMeasured(outcome.status, fmt::format("{} {:08x} {:08x} {}{}", report.bytes, report.checksum,
                                             Crc32(0, report.last.data(), report.last.size()),
                                             report.problem, outcome.err));
}

struct Found {
  uint64_t bytes = 0;
  std::string checksum, last, problem;
};

std::string Words(int64_t height) {
  return fmt::format("render --noise value --frequency 16 --size {},{} --bits 16", kWidth, height);
}

Found Render(const std::string& format, int64_t height, const std::string& more = "") {
  const std::string to = format == "r16" ? "-o /dev/null --format r16" : "-o a." + format;
  const Folder folder;
  const Measured run =
      RunMeasured(fmt::format("{} {} {} {}", format, Words(height), to, more), kRun);
  CAPTURE(format);
  CHECK_MESSAGE(run.status == 0, run.reported);
  if (kIsMeasurable) CHECK(run.peak < kMaxPeak);
  Found found;
  std::istringstream fields(run.reported);
  fields >> found.bytes >> found.checksum >> found.last >> std::ws;
  std::getline(fields, found.problem);
  CHECK(found.problem == "");
  return found;
}

// Returns the checksum of the last rows or blocks of a picture that high, rendered as a window.
std::string LastOf(const std::string& format, int64_t height) {
  const Folder folder;
  const Outcome outcome = RunCobble(
      SplitWords(Words(height) + fmt::format(" --window 0,{},{},{} -o a.{}", height - kKeptRows,
                                             kWidth, kKeptRows, format)));
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  const auto reader = ReaderOf(format);
  reader->Take(ReadAll("a." + format));
  const std::string last = reader->Finish().last;
  REQUIRE(last.size() > 1000);
  return fmt::format("{:08x}", Crc32(0, last.data(), last.size()));
}

// Sanitizers are slow; a few rows are enough for them.
int64_t Height() {
  if (test::IsLongForm()) return 65536;
  return kIsMeasurable ? 4096 : 256;
}

TEST_CASE("65536 x 65536 within 256 MiB: PNG and r16 hold the same rows") {
  const Found raw = Render("r16", Height()), png = Render("png", Height());
  CHECK(raw.bytes == static_cast<uint64_t>(kWidth * Height() * 2));
  CHECK(png.bytes < raw.bytes);
  CHECK(raw.checksum == png.checksum);
  CHECK(raw.last == LastOf("r16", Height()));
  CHECK(png.last == raw.last);
}

TEST_CASE("65536 x 65536 within 256 MiB: half EXR") {
  const Found exr = Render("exr", Height()), again = Render("exr", Height(), "--threads 7");
  CHECK(exr.last == LastOf("exr", Height()));
  CHECK(exr.bytes == again.bytes);
  CHECK(exr.checksum == again.checksum);
}

TEST_CASE("a raw file larger than 4 GiB ends with the same rows as a rendered window") {
  if (!kIsMeasurable) return test::Skip("takes minutes under a sanitizer");
  constexpr int64_t kHeight = 32768 + 5;
  const Found raw = Render("r16", kHeight);
  CHECK(raw.bytes == static_cast<uint64_t>(kWidth * kHeight * 2));
  CHECK(raw.last == LastOf("r16", kHeight));
}

class OffsetRange final : public StreamReader {
 public:
  void Take(std::string_view bytes) override { end += bytes.size(); }
  void TakeAt(uint64_t place, std::string_view bytes) override {
    first = std::min(first, place);
    end = std::max(end, place + bytes.size());
  }
  StreamReport Finish() override { return {}; }

  uint64_t first = ~uint64_t{0}, end = 0;
};

PictureSpec Spec(const std::string& path, const std::string& format, int64_t height) {
  return {.path = path,
          .format = FindFormat(format),
          .maps = {Map::kHeight},
          .bits = 32,
          .width = kWidth,
          .height = height};
}

std::vector<std::byte> Noise(std::size_t size) {
  std::vector<std::byte> noise(size);
  uint32_t state = 1;
  for (std::byte& byte : noise) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::byte>(state >> 24);
  }
  return noise;
}

constexpr int64_t kBandRows = 8;
constexpr std::size_t kBandBytes = kBandRows * kWidth * sizeof(float);

// Writes a picture of identical bands; only the first is encoded.
void WriteSameBands(PictureWriter& writer, const std::vector<std::byte>& band, int64_t height) {
  REQUIRE(band.size() == kBandBytes);
  const auto chunk = writer.NewChunk(kBandRows);
  Band rows{0, 0, kBandRows, band.data(), kWidth * sizeof(float)};
  writer.Encode(rows, *chunk);
  for (; rows.first_row < height; rows.first_row += kBandRows, ++rows.index)
    writer.Write(rows, *chunk);
  writer.Commit();
}

TEST_CASE("the offset table of an EXR reaches blocks beyond 4 GiB") {
  constexpr int64_t kHeight = 16384 + 64;
  const Folder folder;
  const auto reader = ReadExrStream();
  {
    const test::RedirectedWrites redirect(Into(reader.get()));
    WriteSameBands(*OpenPicture(Spec("a.exr", "exr", kHeight)), Noise(kBandBytes), kHeight);
  }
  const StreamReport report = reader->Finish();
  CHECK(report.bytes > uint64_t{1} << 32);
  // All blocks have the row numbers of the first band. Nothing else is wrong.
  CHECK(report.problem == "has blocks out of order");
}

constexpr const char* kRunOfBlocks = "subprocess: writes an EXR of many blocks";

// In: the height, which is the number of blocks.
TEST_CASE("subprocess: writes an EXR of many blocks" * doctest::skip()) {
  const int64_t height = std::stoll(MeasuredWords());
  const Folder folder;
  OffsetRange offsets;
  {
    const test::RedirectedWrites redirect(Into(&offsets));
    const std::vector<std::byte> black(kBandBytes);
    WriteSameBands(*OpenPicture(Spec("a.exr", "exr", height)), black, height);
  }
  ReportMeasured(0, std::to_string(offsets.end));
}

TEST_CASE("memory does not grow with the offset table of an EXR") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  constexpr int64_t kLow = int64_t{1} << 16, kHigh = int64_t{1} << 21;
  const Measured low = RunMeasured(std::to_string(kLow), kRunOfBlocks);
  const Measured high = RunMeasured(std::to_string(kHigh), kRunOfBlocks);
  CHECK(std::stoull(high.reported) > kHigh * sizeof(uint64_t));
  CHECK(high.peak < low.peak + (uint64_t{4} << 20));  // the table grows by 15.5 MiB
}

TEST_CASE("the rows of a PFM larger than 4 GiB are at the correct offsets") {
  constexpr int64_t kHeight = 16384 + 64;
  const Folder folder;
  OffsetRange offsets;
  {
    const test::RedirectedWrites redirect(Into(&offsets));
    WriteSameBands(*OpenPicture(Spec("a.pfm", "pfm", kHeight)), Noise(kBandBytes), kHeight);
  }
  constexpr uint64_t kHeader = std::string_view("Pf\n65536 16448\n-1.0\n").size();
  CHECK(offsets.first == kHeader);
  CHECK(offsets.end == kHeader + static_cast<uint64_t>(kWidth * kHeight) * sizeof(float));
}

// Appending n zeros to bytes with sums a and b gives the sums a and b + n a.
TEST_CASE("Adler-32 sums are combined across segments longer than 4 GiB") {
  constexpr uint64_t kModulus = 65521;
  const uint32_t text = Adler32(1, "cobble", 6);
  const uint64_t a = text & 0xFFFF, b = text >> 16;
  for (const uint64_t n : {uint64_t{1} << 31, uint64_t{1} << 32, (uint64_t{1} << 33) + 12345}) {
    const auto zeros = static_cast<uint32_t>(1 | (n % kModulus) << 16);
    CHECK(CombineAdler32(text, zeros, n) == (a | (b + n % kModulus * a) % kModulus << 16));
  }
}

// --- Rows of files ---

namespace fs = std::filesystem;

using Bytes = std::vector<char>;
// Receives row y of a picture as bytes that depend only on its samples, in increasing order of y.
using TakeRow = std::function<void(int64_t y, const Bytes& row)>;

// Calls `take` for each of the `selected` rows, which are in increasing order.
using ReadRows = void (*)(const std::string& path, const std::vector<int64_t>& selected,
                          const TakeRow& take);

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
      // A row stride of 0 reads every row into the same buffer.
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

// Decodes the PNG from its start, and so checks all of it.
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

// Checks the readers in every run, unlike the test above.
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
