// Pictures larger than memory and than any disk of a test, into files that keep nothing: what is
// written is read at once, and must be right to its last row.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "output/deflate.h"
#include "output/picture.h"
#include "output/sink_calls.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/measured.h"
#include "support/skip.h"
#include "support/stream_readers.h"

namespace cobble {
namespace {

constexpr int64_t kWidth = 65536;
constexpr uint64_t kMaxPeak = uint64_t{256} << 20;
constexpr const char* kRun = "resources: the run of a picture that is not kept";

// Hands what is written, to whatever file, to a reader. Files are made, and stay empty.
class Swallow final : public SystemCalls {
 public:
  explicit Swallow(StreamReader* reader) : reader_(reader) { ReplaceSystemCalls(this); }
  ~Swallow() override { ReplaceSystemCalls(nullptr); }

  ssize_t Write(int, const void* data, std::size_t size) override {
    reader_->Take({static_cast<const char*>(data), size});
    return static_cast<ssize_t>(size);
  }
  ssize_t WriteAt(int, const void* data, std::size_t size, off_t place) override {
    reader_->TakeAt(static_cast<uint64_t>(place), {static_cast<const char*>(data), size});
    return static_cast<ssize_t>(size);
  }

 private:
  StreamReader* reader_;
};

std::unique_ptr<StreamReader> ReaderOf(const std::string& format) {
  if (format == "png") return ReadPngStream();
  if (format == "exr") return ReadExrStream();
  return ReadRawStream(kWidth * 2);
}

// In: a format, and the words after "cobble".
TEST_CASE("resources: the run of a picture that is not kept" * doctest::skip()) {
  const std::string words = MeasuredWords();
  const auto reader = ReaderOf(words.substr(0, 3));
  Outcome outcome;
  {
    const Swallow swallow(reader.get());
    outcome = RunCobble(SplitWords(words.substr(4)));
  }
  const StreamReport report = reader->Finish();
  TellMeasured(outcome.status, fmt::format("{} {:08x} {:08x} {}{}", report.bytes, report.checksum,
                                           Crc32(0, report.last.data(), report.last.size()),
                                           report.fault, outcome.err));
}

// What RunMeasured was told.
struct Found {
  uint64_t bytes = 0;
  std::string checksum, last, fault;
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
  CHECK_MESSAGE(run.status == 0, run.told);
  if (kIsMeasurable) CHECK(run.peak < kMaxPeak);
  Found found;
  std::istringstream told(run.told);
  told >> found.bytes >> found.checksum >> found.last >> std::ws;
  std::getline(told, found.fault);
  CHECK(found.fault == "");
  return found;
}

// The last rows or blocks of a picture of that height, from a window of it.
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

// A sanitizer looks at every sample, and sees in a few what it sees in all.
int64_t Height() { return test::IsLongForm() ? 65536 : kIsMeasurable ? 4096 : 256; }

TEST_CASE("resources: 65536 x 65536 within 256 MiB: PNG and r16 hold the same rows") {
  const Found raw = Render("r16", Height()), png = Render("png", Height());
  CHECK(raw.bytes == static_cast<uint64_t>(kWidth * Height() * 2));
  CHECK(png.bytes < raw.bytes);
  CHECK(raw.checksum == png.checksum);
  CHECK(raw.last == LastOf("r16", Height()));
  CHECK(png.last == raw.last);
}

TEST_CASE("resources: 65536 x 65536 within 256 MiB: half EXR") {
  const Found exr = Render("exr", Height()), again = Render("exr", Height(), "--threads 7");
  CHECK(exr.last == LastOf("exr", Height()));
  CHECK(exr.bytes == again.bytes);
  CHECK(exr.checksum == again.checksum);
}

TEST_CASE("resources: a raw file past 4 GiB ends with the rows of a window") {
  if (!kIsMeasurable) return test::Skip("it would take a sanitizer minutes");
  constexpr int64_t kHeight = 32768 + 5;
  const Found raw = Render("r16", kHeight);
  CHECK(raw.bytes == static_cast<uint64_t>(kWidth * kHeight * 2));
  CHECK(raw.last == LastOf("r16", kHeight));
}

// Takes note of where it is written.
class Places final : public StreamReader {
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

// Bytes that do not compress.
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

// Writes a picture whose bands are all the same, which costs nothing but the first.
void WriteSameBands(PictureWriter& writer, const std::vector<std::byte>& band, int64_t height) {
  REQUIRE(band.size() == kBandBytes);
  const auto chunk = writer.NewChunk(kBandRows);
  writer.Encode({0, 0, kBandRows, band.data(), kWidth * sizeof(float)}, *chunk);
  for (int64_t row = 0; row < height; row += kBandRows) writer.Write(*chunk);
  writer.Commit();
}

TEST_CASE("resources: the table of an EXR leads to blocks past 4 GiB") {
  constexpr int64_t kHeight = 16384 + 64;
  const Folder folder;
  const auto reader = ReadExrStream();
  {
    const Swallow swallow(reader.get());
    WriteSameBands(*OpenPicture(Spec("a.exr", "exr", kHeight)), Noise(kBandBytes), kHeight);
  }
  const StreamReport report = reader->Finish();
  CHECK(report.bytes > uint64_t{1} << 32);
  // The rows that the blocks name are those of the first band; they are all that is wrong.
  CHECK(report.fault == "has blocks out of order");
}

constexpr const char* kRunOfBlocks = "resources: the run of an EXR of many blocks";

// In: its height, which is the number of its blocks.
TEST_CASE("resources: the run of an EXR of many blocks" * doctest::skip()) {
  const int64_t height = std::stoll(MeasuredWords());
  const Folder folder;
  Places places;
  {
    const Swallow swallow(&places);
    const std::vector<std::byte> black(kBandBytes);
    WriteSameBands(*OpenPicture(Spec("a.exr", "exr", height)), black, height);
  }
  TellMeasured(0, std::to_string(places.end));
}

TEST_CASE("resources: memory does not grow with the table of an EXR") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  constexpr int64_t kLow = int64_t{1} << 16, kHigh = int64_t{1} << 21;
  const Measured low = RunMeasured(std::to_string(kLow), kRunOfBlocks);
  const Measured high = RunMeasured(std::to_string(kHigh), kRunOfBlocks);
  CHECK(std::stoull(high.told) > kHigh * sizeof(uint64_t));
  CHECK(high.peak < low.peak + (uint64_t{4} << 20));  // the table grows by 15.5 MiB
}

TEST_CASE("resources: the rows of a PFM past 4 GiB are where they belong") {
  constexpr int64_t kHeight = 16384 + 64;
  const Folder folder;
  Places places;
  {
    const Swallow swallow(&places);
    WriteSameBands(*OpenPicture(Spec("a.pfm", "pfm", kHeight)), Noise(kBandBytes), kHeight);
  }
  constexpr uint64_t kHeader = std::string_view("Pf\n65536 16448\n-1.0\n").size();
  CHECK(places.first == kHeader);
  CHECK(places.end == kHeader + static_cast<uint64_t>(kWidth * kHeight) * sizeof(float));
}

// Of n zeros behind bytes whose sums are a and b, the sums are a and b + n a.
TEST_CASE("resources: the checksum of a PNG counts stretches past 4 GiB") {
  constexpr uint64_t kModulus = 65521;
  const uint32_t text = Adler32(1, "cobble", 6);
  const uint64_t a = text & 0xFFFF, b = text >> 16;
  for (const uint64_t n : {uint64_t{1} << 31, uint64_t{1} << 32, (uint64_t{1} << 33) + 12345}) {
    const auto zeros = static_cast<uint32_t>(1 | (n % kModulus) << 16);
    CHECK(JoinAdler32(text, zeros, n) == (a | (b + n % kModulus * a) % kModulus << 16));
  }
}

}  // namespace
}  // namespace cobble
