// Tests the metadata in TIFF files, read back from intact, damaged and hostile files.
#include <doctest/doctest.h>

#include <string>

#include "core/bands.h"
#include "output/writers.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

const PictureMetadata kMetadata{R"({"cobble":1,"description":"]]> <a> & \"b\" é"})",
                                R"({"map":"height","window":[0,0,4,4]})"};

std::string Tiff(const PictureMetadata& metadata, int64_t height = 4) {
  PictureBytes memory;
  PictureSpec spec = SpecOf("", "tiff", {Map::kHeight}, 16, 4, height);
  spec.memory = &memory;
  spec.metadata = metadata;
  WritePicture(spec, BandRows(4, height),
               [](int64_t x, int64_t, int) { return static_cast<float>(x) / 4; });
  return memory.bytes;
}

std::string ReadError(const std::string& bytes) {
  return ErrorOf([&] { ReadPictureMetadata(bytes, "a.tif"); });
}

std::string Number(uint64_t x, int size, bool little = true) {
  std::string bytes;
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(x >> 8 * (little ? i : size - 1 - i) & 0xFF);
  return bytes;
}

// Returns a TIFF of another program, whose only entry is a packet.
std::string Foreign(const std::string& packet, bool little, uint64_t type = 1) {
  const auto number = [&](uint64_t x, int size) { return Number(x, size, little); };
  return (little ? "II" : "MM") + number(42, 2) + number(8, 4) + number(1, 2) + number(700, 2) +
         number(type, 2) + number(packet.size(), 4) + number(26, 4) + number(0, 4) + packet;
}

TEST_CASE("the metadata of a TIFF reads back") {
  const auto metadata = ReadPictureMetadata(Tiff(kMetadata), "a.tif");
  REQUIRE(metadata);
  CHECK(metadata->recipe == kMetadata.recipe);
  CHECK(metadata->output == kMetadata.output);
  CHECK(ReadPictureMetadata(Tiff({kMetadata.recipe, ""}), "a.tif")->output == "");
}

TEST_CASE("characters that XML forbids are written as JSON escapes them") {
  const std::string recipe = "{\"description\": \"\xEF\xBF\xBE\xEF\xBF\xBF\"}";
  CHECK(ReadPictureMetadata(Tiff({recipe, ""}), "a")->recipe ==
        R"({"description": "\ufffe\uffff"})");
}

TEST_CASE("a packet is found in both byte orders, with any of XML's own entities") {
  const std::string packet = "<x><cobble:recipe>{&quot;&apos;&lt;&gt;&amp;}</cobble:recipe></x>";
  for (const bool little : {true, false})
    for (const uint64_t type : {1, 7})
      CHECK(ReadPictureMetadata(Foreign(packet, little, type), "a")->recipe == "{\"'<>&}");
  CHECK(ReadError(Foreign(packet, true, 3)) == "3 a.tif: is a TIFF without a recipe");
}

TEST_CASE("a TIFF without a recipe is rejected") {
  const std::string refusal = "3 a.tif: is a TIFF without a recipe";
  CHECK(ReadError(Tiff({})) == refusal);
  CHECK(ReadError(Tiff({"", kMetadata.output})) == refusal);
  CHECK(ReadError(Foreign("<cobble:recipes>{}</cobble:recipes>", true)) == refusal);
  CHECK(ReadError(Foreign("<cobble:recipe></cobble:recipe>", true)) == refusal);
}

TEST_CASE("damaged and hostile packets and directories are rejected") {
  const std::string damaged = "3 a.tif: is a TIFF whose cobble:recipe is damaged";
  for (const char* packet :
       {"<cobble:recipe>{}", "<cobble:recipe>{}<b></cobble:recipe>",
        "<cobble:recipe>{}</cobble:output>", "<cobble:recipe>{}</cobble:recip",
        "<cobble:recipe>&a;</cobble:recipe>", "<cobble:recipe>&</cobble:recipe>",
        "<cobble:recipe>&#60;</cobble:recipe>"})
    CHECK(ReadError(Foreign(packet, true)) == damaged);
  const std::string early = "3 a.tif: is a truncated TIFF";
  const std::string magic("II*\0", 4), big("II+\0\x8\0\0\0", 8);
  const std::string largest = Number(~uint64_t{0}, 8);
  CHECK(ReadError(magic) == early);
  CHECK(ReadError(magic + largest) == early);
  CHECK(ReadError(magic + Number(8, 4) + "\xFF\xFF" + std::string(100, 'x')) == early);
  CHECK(ReadError(big + largest) == early);
  CHECK(ReadError(big + Number(16, 8) + largest + std::string(100, '\0')) == early);
  const std::string entry = Number(700, 2) + Number(1, 2);
  CHECK(ReadError(big + Number(16, 8) + Number(1, 8) + entry + largest + largest) == early);
  CHECK(ReadError(big + Number(16, 8) + Number(1, 8) + entry + Number(9, 8) + largest) == early);
  CHECK_FALSE(ReadPictureMetadata("II*", "a"));
}

TEST_CASE("a TIFF truncated anywhere before the end of its recipe is rejected") {
  const std::string whole = Tiff(kMetadata);
  const std::size_t end = whole.find("</cobble:recipe>");
  for (std::size_t size = 4; size < end; ++size)
    CHECK(ReadError(whole.substr(0, size)) == "3 a.tif: is a truncated TIFF");
}

TEST_CASE("the metadata comes before the strips, even if there are many") {
  const std::string whole = Tiff(kMetadata, 1 << 18);
  const std::string front = whole.substr(0, 2048);
  CHECK(ReadPictureMetadata(front, "a.tif")->output == kMetadata.output);
}

TEST_CASE("a TIFF with any byte changed is read or rejected") {
  const std::string whole = Tiff(kMetadata);
  for (std::size_t at = 4; at < whole.size(); ++at) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ change);
      const std::string error = ReadError(changed);
      CHECK((error == "none" || error.starts_with("3 a.tif: is a TIFF ") ||
             error.starts_with("3 a.tif: is a truncated TIFF")));
    }
  }
}

}  // namespace
}  // namespace cobble
