// Tests pictures' metadata, read back from intact, damaged and hostile files.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "output/byte_order.h"
#include "output/picture.h"
#include "output/png/chunk.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

const PictureMetadata kMetadata{
    R"({"cobble":1,"description":"{\"\\}] \u00e9, é","noise":{"type":"perlin"}})",
    R"({"map":"height","window":[0,0,4,4]})"};

std::string Picture(const std::string& format, const PictureMetadata& metadata) {
  const TemporaryFolder folder;
  const Format* const found = FindFormat(format);
  PictureSpec spec = SpecOf(folder / ("a." + format), format, {Map::kHeight},
                            DefaultBits(*found, Map::kHeight), 4, 4);
  spec.metadata = metadata;
  WritePicture(spec, 16, [](int64_t x, int64_t, int) { return static_cast<float>(x) / 4; });
  return ReadFile(found->has_sidecar ? spec.path + ".json" : spec.path);
}

// Returns JSON on one line; a sidecar has metadata on several.
std::string Line(const std::string& json) {
  return json.empty() ? "" : PrintJsonLine(JsonTree::parse(json));
}

bool IsOurs(const std::optional<PictureMetadata>& metadata) {
  return metadata && Line(metadata->recipe) == Line(kMetadata.recipe) &&
         Line(metadata->output) == Line(kMetadata.output);
}

std::string ReadError(const std::string& bytes) {
  return ErrorOf([&] { ReadPictureMetadata(bytes, "a.png"); });
}

// Returns a PNG with these chunks after an IHDR, which is not read.
std::string Png(const std::string& chunks) {
  return std::string(kPngSignature) + PngChunkText("IHDR", std::string(13, '\1')) + chunks;
}

std::string Text(const std::string& rest) { return PngChunkText("iTXt", "cobble:recipe" + rest); }

const std::string kEnd = PngChunkText("IEND", "");
const std::string kFlags(5, '\0');  // end of keyword, not compressed, method, two empty texts

TEST_CASE("the metadata of a picture reads back") {
  CHECK(IsOurs(ReadPictureMetadata(Picture("png", kMetadata), "a.png")));
  CHECK(IsOurs(ReadPictureMetadata(Picture("r16", kMetadata), "a.r16.json")));
  CHECK(IsOurs(ReadPictureMetadata(Picture("exr", kMetadata), "a.exr")));
}

TEST_CASE("a recipe without output metadata is accepted") {
  for (const char* format : {"png", "r32", "exr"}) {
    const auto metadata = ReadPictureMetadata(Picture(format, {kMetadata.recipe, ""}), "a");
    REQUIRE(metadata);
    CHECK(Line(metadata->recipe) == Line(kMetadata.recipe));
    CHECK(metadata->output == "");
  }
}

TEST_CASE("a text that is not a picture has no metadata and causes no error") {
  for (const char* text : {"", "{", "{}", "{\"cobble\": 1}", "[1]", "\x89PNG", "\x89PNX\r\n\x1a\n",
                           "// a recipe\n{\"cobble:recipe\": {}}", "{\"cobble:recipe\": 7}",
                           "{\"cobble:recipe\": {}", "{\"cobble:recipe\": {}]", "{\"a\" {}}",
                           "{\"a\":}", "{\"a\":1,}", "{\"a", "{\"a\\", "{\"a\":\"\\", "{,}"})
    CHECK_FALSE(ReadPictureMetadata(text, "a"));
}

TEST_CASE("brackets in comments of a sidecar are ignored") {
  const auto metadata = ReadPictureMetadata(
      "{\"a\": [ // ]\n 1], \"cobble:recipe\": {\"b\": 1 /* } */ }, \"c\": \"/*\"}", "a");
  REQUIRE(metadata);
  CHECK(metadata->recipe == "{\"b\": 1 /* } */ }");
}

TEST_CASE("a truncated sidecar has no metadata") {
  const std::string whole = Picture("r8", kMetadata);
  const std::size_t end = whole.find_last_of('}');
  for (std::size_t size = 0; size <= end; ++size)
    CHECK_FALSE(ReadPictureMetadata(whole.substr(0, size), "a"));
}

TEST_CASE("a PNG without a recipe is rejected") {
  const std::string refusal = "3 a.png: is a PNG without a recipe";
  CHECK(ReadError(Picture("png", {})) == refusal);
  CHECK(ReadError(Picture("png", {"", kMetadata.output})) == refusal);
  CHECK(ReadError(Png(Text(kFlags) + kEnd)) == refusal);
  CHECK(ReadError(Png(PngChunkText("tEXt", "cobble:recipe" + kFlags + "{}") + kEnd)) == refusal);
}

TEST_CASE("text chunks after the pixels are found") {
  const std::string moved = Png(PngChunkText("IDAT", "x") + Text(kFlags + "{}") + kEnd);
  CHECK(ReadPictureMetadata(moved, "a.png")->recipe == "{}");
  const std::string words = std::string(3, '\0') + "de" + '\0' + "Rezept" + '\0' + "{}";
  CHECK(ReadPictureMetadata(Png(Text(words) + kEnd), "a.png")->recipe == "{}");
}

TEST_CASE("a PNG truncated anywhere before the end of its recipe is rejected") {
  const std::string whole = Picture("png", kMetadata);
  const std::size_t recipe_end = whole.find("iTXt", whole.find("iTXt") + 4) - 4;
  for (std::size_t size = kPngSignature.size(); size < recipe_end; ++size)
    CHECK(ReadError(whole.substr(0, size)).starts_with("3 a.png: is a truncated PNG"));
}

TEST_CASE("any changed bit before the end of the recipe is detected") {
  const std::string whole = Picture("png", kMetadata);
  const std::size_t recipe_end = whole.find("iTXt", whole.find("iTXt") + 4) - 4;
  for (std::size_t at = kPngSignature.size(); at < recipe_end; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      CHECK(ReadError(damaged).starts_with("3 a.png: is a "));
    }
  }
}

TEST_CASE("hostile PNG chunks are rejected") {
  const std::string huge = std::string(BigEndian(0xFFFFFFFF).text()) + "iTXt";
  CHECK(ReadError(Png(huge)) == "3 a.png: is a truncated PNG");
  CHECK(ReadError(Png(huge + std::string(100, 'x'))) ==
        "3 a.png: is a truncated PNG: it ends within the chunk at byte 33");
  const std::string maximum =
      std::string(BigEndian(0x7FFFFFFF).text()) + "iTXt" + std::string(9, 'x');
  CHECK(ReadError(Png(maximum)).starts_with("3 a.png: is a truncated PNG"));
  for (const std::string& rest : {std::string(), std::string(1, '\0'), std::string(4, '\0')})
    CHECK(ReadError(Png(Text(rest) + kEnd)).starts_with("3 a.png: is a "));
  const std::string compressed = std::string("\0\1\0\0\0", 5) + "{}";
  CHECK(ReadError(Png(Text(compressed) + kEnd)) ==
        "3 a.png: is a PNG whose cobble:recipe is compressed, which is not supported");
  const std::string open = std::string(3, '\0') + "no end of the language";
  CHECK(ReadError(Png(Text(open) + kEnd)) == "3 a.png: is a PNG without a recipe");
}

// Returns an EXR with these attributes and no pixels.
std::string Exr(const std::string& attributes) {
  return "\x76\x2F\x31\x01\x02" + std::string(3, '\0') + attributes + '\0';
}

std::string Attribute(const std::string& name, const std::string& type, const std::string& value) {
  std::string size(4, '\0');
  StoreLittleEndian(static_cast<uint32_t>(value.size()), reinterpret_cast<uint8_t*>(size.data()));
  return name + '\0' + type + '\0' + size + value;
}

std::string Text(const std::string& name, const std::string& value) {
  return Attribute(name, "string", value);
}

TEST_CASE("an EXR without a recipe is rejected") {
  const std::string refusal = "3 a.png: is an EXR without a recipe";
  CHECK(ReadError(Picture("exr", {})) == refusal);
  CHECK(ReadError(Picture("exr", {"", kMetadata.output})) == refusal);
  CHECK(ReadError(Exr("")) == refusal);
  CHECK(ReadError(Exr(Text("cobble:recipe", ""))) == refusal);
  CHECK(ReadError(Exr(Text("cobble:recipes", "{}"))) == refusal);
}

TEST_CASE("an EXR truncated anywhere before the end of its header is rejected") {
  const std::string whole = Picture("exr", kMetadata);
  std::size_t end = 0;
  while (ErrorOf([&] { ReadPictureMetadata(whole.substr(0, end), "a"); }) != "none" || end < 4)
    ++end;
  CHECK(IsOurs(ReadPictureMetadata(whole.substr(0, end), "a")));
  CHECK(end > kMetadata.recipe.size() + kMetadata.output.size());
  for (std::size_t size = 4; size < end; ++size)
    CHECK(ReadError(whole.substr(0, size)) == "3 a.png: is a truncated EXR");
}

TEST_CASE("an EXR with any byte changed is read or rejected") {
  const std::string whole = Picture("exr", kMetadata);
  for (std::size_t at = 4; at < whole.size(); ++at) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      const std::string error = ReadError(damaged);
      CHECK((error == "none" || error.starts_with("3 a.png: is an EXR ") ||
             error.starts_with("3 a.png: is a truncated EXR")));
    }
  }
}

TEST_CASE("hostile EXR attributes are rejected") {
  const std::string early = "3 a.png: is a truncated EXR";
  const std::string damaged = "3 a.png: is an EXR whose header is damaged";
  const std::string name = std::string("cobble:recipe") + '\0' + "string" + '\0';
  CHECK(ReadError(Exr(name + "\xFF\xFF\xFF\xFF{}")) == early);
  CHECK(ReadError(Exr(name + "\xFF\xFF\xFF\x7F{}")) == early);
  CHECK(ReadError(Exr(std::string(255, 'n'))) == early);
  CHECK(ReadError(Exr(std::string(256, 'n'))) == damaged);
  CHECK(ReadError(Exr(std::string(1 << 20, 'n'))) == damaged);
  CHECK(ReadError(Exr(Attribute(std::string(255, 'n'), std::string(255, 't'), "") +
                      Text("cobble:recipe", "{}"))) == "none");
  CHECK(ReadError(Exr(Attribute("cobble:recipe", "int", std::string(4, '\0')))) ==
        "3 a.png: is an EXR whose cobble:recipe is not text");
  CHECK_FALSE(ReadPictureMetadata("\x76\x2F\x31", "a"));
}

TEST_CASE("millions of nested brackets do not exhaust the reader of sidecars") {
  const std::string deep = "{\"a\": " + std::string(1 << 22, '[');
  CHECK_FALSE(ReadPictureMetadata(deep, "a"));
}

}  // namespace
}  // namespace cobble
