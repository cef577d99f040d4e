// Tests --grid, --flip and --loop: pictures in files, checksums, reading pictures back, errors.
#include <doctest/doctest.h>

#include <string>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

constexpr std::size_t kRow = 40 * sizeof(float);  // of an r32 picture, 40 pixels wide

std::string ReversedRows(const std::string& bytes) {
  std::string out;
  for (std::size_t end = bytes.size(); end > 0; end -= kRow) out += bytes.substr(end - kRow, kRow);
  return out;
}

TEST_CASE("--flip mirrors pictures in files") {
  GoodFolder folder;
  Out("render --quiet good.json -o a.r32 -o value=v.r32 -o ao=o.r32 -o curvature=c.r32");
  Out("render --quiet good.json --flip -o fa.r32 -o value=fv.r32 -o ao=fo.r32 -o curvature=fc.r32");
  for (const std::string name : {"a.r32", "v.r32", "o.r32", "c.r32"}) {
    CHECK(ReadAll("f" + name) == ReversedRows(ReadAll(name)));
    CHECK(ReadAll("f" + name) != ReadAll(name));
  }
  Out("render --quiet good.json --flip --no-flip -o b.r32");
  CHECK(ReadAll("b.r32") == ReadAll("a.r32"));
  Out("render --quiet good.json --flip --window 0,-7,40,30 -o w.r32");
  Out("render --quiet good.json --window 0,7,40,30 -o u.r32");
  CHECK(ReadAll("w.r32") == ReversedRows(ReadAll("u.r32")));
}

TEST_CASE("the checksum is of the picture as written, and a picture remakes itself") {
  GoodFolder folder;
  const std::string plain = Out("render --quiet good.json --checksum -o a.png").substr(0, 16);
  const std::string flipped =
      Out("render --quiet good.json --flip --checksum -o a.png").substr(0, 16);
  CHECK(plain != flipped);
  CHECK(Out("render --quiet a.png --checksum -o b.png").substr(0, 16) == flipped);
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  CHECK(Out("render --quiet a.png --no-flip --checksum -o b.png").substr(0, 16) == plain);
  Out("render --quiet good.json --flip --grid vertices --window 3,4,20,11 -o c.exr");
  Out("render --quiet c.exr -o d.exr");
  CHECK(ReadAll("d.exr") == ReadAll("c.exr"));
}

TEST_CASE("sample is the same with --flip, and repeats in a loop") {
  Folder folder;
  WriteFile("p.csv", "0.1,0.2,0.25\n0.1,0.2,1.25\n");
  const std::string noise = "sample --noise perlin --dimensions 3 --points p.csv";
  CHECK(Out(noise + " --flip") == Out(noise));
  const std::string rows = Out(noise + " --loop");
  const auto value_of = [&](const std::string& point) {
    const std::size_t begin = rows.find(point) + point.size();
    return rows.substr(begin, rows.find('\n', begin) - begin);
  };
  CHECK(value_of("0.1,0.2,0.25,") == value_of("0.1,0.2,1.25,"));
}

TEST_CASE("keys that do not go together are refused, each with its flag") { test::CheckRefusals(); }

TEST_CASE("a tiled picture of vertices that does not fit names the size that would") {
  test::CheckRefusals();
  CHECK_FALSE(
      Contains(Refusal("--dry-run -o a.png --noise perlin --tiling --grid vertices --size 1024x512 "
                       "--extent 2,1.6",
                       2),
               "--size"));
}

}  // namespace
}  // namespace cobble
