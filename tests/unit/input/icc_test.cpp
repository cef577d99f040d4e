// Tests what PNG chunks, among them colour profiles, say about the sRGB curve.
#include "input/readers.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <cmath>
#include <optional>
#include <string>

#include "core/color.h"
#include "output/png/chunk.h"
#include "unit/input/pictures.h"

namespace cobble {
namespace {

using std::string_literals::operator""s;

std::string Word(uint32_t x) { return std::string(BigEndian(x).text()); }
std::string HalfWord(uint32_t x) { return Word(x).substr(2); }

std::string Table(int count, double (*linear)(double)) {
  std::string curve = "curv" + Word(0) + Word(static_cast<uint32_t>(count));
  for (int i = 0; i < count; ++i)
    curve += HalfWord(static_cast<uint32_t>(std::lround(linear(i / (count - 1.0)) * 65535)));
  return curve;
}

std::string Function(uint32_t type, std::initializer_list<double> parameters) {
  std::string curve = "para" + Word(0) + HalfWord(type) + HalfWord(0);
  for (const double x : parameters) curve += Word(static_cast<uint32_t>(std::lround(x * 65536)));
  return curve;
}

// A display profile with one curve for all channels.
std::string Profile(std::string curve) {
  curve.resize((curve.size() + 3) / 4 * 4);
  std::string tags = Word(3);
  for (const char* name : {"rTRC", "gTRC", "bTRC"})
    tags += name + Word(128 + 4 + 3 * 12) + Word(static_cast<uint32_t>(curve.size()));
  std::string header(128, '\0');
  const auto put = [&](std::size_t at, const std::string& text) {
    header.replace(at, text.size(), text);
  };
  put(0, Word(static_cast<uint32_t>(header.size() + tags.size() + curve.size())));
  put(8, "\x02\x10"s);
  put(12, "mntrRGB XYZ ");
  put(36, "acsp");
  put(68, Word(0xF6D6) + Word(0x10000) + Word(0xD32D));
  return header + tags + curve;
}

std::string Compressed(const std::string& text) {
  const auto text_size = static_cast<uLong>(text.size());
  uLongf size = compressBound(text_size);
  std::string bytes(size, '\0');
  REQUIRE(compress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                   reinterpret_cast<const Bytef*>(text.data()), text_size) == Z_OK);
  return bytes.substr(0, size);
}

// Returns what a PNG with these chunks says; nullopt for nothing.
std::optional<bool> Says(const std::string& chunks) {
  const std::string png = std::string(kPngSignature) +
                          PngChunkText("IHDR", Word(1) + Word(1) + "\x08\x02\0\0\0"s) + chunks +
                          PngChunkText("IDAT", Compressed("\0abc"s)) + PngChunkText("IEND", "");
  const PictureInfo info = OpenPictureFile(FileOf("a.png", png))->info();
  return info.states_srgb ? std::optional(info.is_srgb) : std::nullopt;
}

std::optional<bool> SaysProfile(const std::string& curve) {
  const std::string name(60, 'n');  // libpng ignores chunks of less than 92 bytes
  return Says(PngChunkText("iCCP", name + "\0\0"s + Compressed(Profile(curve))));
}

TEST_CASE("a PNG says whether its samples are sRGB by a chunk, or says nothing") {
  CHECK(Says("") == std::nullopt);
  CHECK(Says(PngChunkText("sRGB", "\0"s)) == true);
  CHECK(Says(PngChunkText("gAMA", Word(100000))) == false);
  CHECK(Says(PngChunkText("gAMA", Word(45455))) == std::nullopt);
}

TEST_CASE("a colour profile says whether samples are sRGB by its curves") {
  constexpr auto kGamma = [](double x) { return std::pow(x, 2.2); };
  const auto srgb = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  CHECK(SaysProfile(Table(1024, &LinearFromSrgb)) == true);
  CHECK(SaysProfile(Function(3, srgb)) == true);
  CHECK(SaysProfile(Table(1024, kGamma)) == false);
  CHECK(SaysProfile(Function(3, {2.2, 1, 0, 0, 0})) == false);
  CHECK(SaysProfile(Function(0, {2.4})) == false);
  CHECK(SaysProfile("curv" + Word(0) + Word(0)) == false);                    // linear
  CHECK(SaysProfile("curv" + Word(0) + Word(1) + HalfWord(0x233)) == false);  // gamma 2.2
  CHECK(SaysProfile("mft2" + Word(0) + Word(0)) == std::nullopt);
}

TEST_CASE("a damaged profile says nothing about the curve, or that it is another") {
  const std::string whole = Profile(Table(16, &LinearFromSrgb));
  CHECK(HasSrgbCurve(whole) == true);
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_FALSE(HasSrgbCurve(std::string_view(whole).substr(0, size)).value_or(false));
  std::string many = whole;
  many.replace(128, 4, Word(0xFFFFFFFF));
  CHECK(HasSrgbCurve(many) == std::nullopt);
}

}  // namespace
}  // namespace cobble
