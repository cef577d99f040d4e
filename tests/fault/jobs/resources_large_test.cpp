// Tests pictures larger than memory and disk: the output goes straight to a reader instead of a
// file and is checked to its last row.
#include <doctest/doctest.h>
#include <fmt/format.h>

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

// Passes the output for every file to a reader.
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

// The parsed report of the subprocess.
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

// Returns the checksum of the last rows or blocks of a picture of that height, rendered as a
// window.
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

// Sanitizers are slow: few rows suffice for them.
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

// Records the range of offsets written.
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

// Returns bytes that do not compress.
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
  writer.Encode({0, 0, kBandRows, band.data(), kWidth * sizeof(float)}, *chunk);
  for (int64_t row = 0; row < height; row += kBandRows) writer.Write(*chunk);
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
  // All blocks carry the row numbers of the first band; nothing else is wrong.
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

}  // namespace
}  // namespace cobble
