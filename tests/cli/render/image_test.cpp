// Tests --image: normal maps of height maps, remaking from metadata, builds' files, errors.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "output/png/chunk.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

// A grey PNG of 8 bits without pixels.
std::string EmptyPng(uint32_t width, uint32_t height) {
  std::string header;
  for (const uint32_t side : {width, height})
    for (int shift = 24; shift >= 0; shift -= 8) header += static_cast<char>(side >> shift);
  header += std::string("\x08\0\0\0\0", 5);
  return std::string(kPngSignature) + PngChunkText("IHDR", header) + PngChunkText("IDAT", "") +
         PngChunkText("IEND", "");
}

// Height maps of 16 bits, the first of which tiles, and a photograph.
void WriteImages() {
  Out("render --quiet --noise simplex(4,3) --tiling --size 96 -o scan.png");
  Out("render --quiet --noise simplex(3,5) --size 96x64 -o other.png");
  Out("render --quiet --preset rust --size 64 -o color=photo.jpg");
}

TEST_CASE("from-height makes the maps of a height map in its size, with each of its pixels") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --preset from-height --image height=scan.png -o height=h.png -o normal=n.png "
      "-o ao=a.png -o curvature=c.png");
  CHECK(RunLine("compare scan.png h.png").status == 0);
  CHECK(Out("info n.png").find("96 x 96") != std::string::npos);
  // The pixels' slopes are nearly the noise's.
  Out("render --quiet --noise simplex(4,3) --tiling --size 96 --range=-1,1 -o normal=m.png");
  CHECK(RunLine("compare n.png m.png --tolerance 0.04").status == 0);
}

TEST_CASE("a picture is only made again with the same image") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --preset from-height --image height=scan.png -o a.png");
  const Strings names = folder.Names();
  const std::string without = Refusal("a.png -o b.png", 3);
  CHECK(without.find("no image \"height\" is given; use --image height=FILE") != without.npos);
  const std::string wrong = Refusal("a.png --image height=other.png -o b.png", 3);
  CHECK(wrong.find("/noise/sha256: is not the checksum of the image \"height\"") != wrong.npos);
  CHECK(folder.Names() == names);
  // The same pixels in another file.
  Out("render --quiet scan.png -o again.tif");
  Out("render --quiet a.png --image height=again.tif -o b.png");
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
}

TEST_CASE("files for builds name images") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --preset from-height --image height=scan.png -o a.png --depfile a.d");
  CHECK(ReadAll("a.d") == "a.png: scan.png\n\nscan.png:\n");
  WriteFile("r.json", R"json({"cobble": 1, "noise": "image(a) + image(b)", "size": 8})json");
  Out("render --quiet r.json --image a=scan.png --image b=other.png -o b.png --depfile b.d");
  CHECK(ReadAll("b.d") ==
        "b.png: r.json scan.png other.png\n\nr.json:\n\nscan.png:\n\nother.png:\n");
}

TEST_CASE("a pipe is read once") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  WriteImages();
  Out("render --quiet --preset from-height --image height=scan.png -o a.png");
  const Outcome piped = RunShell(
      "mkfifo p; (cat scan.png > p &); cobble render --quiet --preset from-height "
      "--image height=p -o b.png");
  CHECK(piped.status == 0);
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
}

TEST_CASE("all commands that render recipes take images") {
  const Folder folder;
  WriteImages();
  WriteFile("p.csv", "x,y\n0,0\n");
  WriteFile("r.json", R"json({"cobble": 1, "size": 32, "noise": "image(h, filter=b-spline)",
    "maps": {"color": "image(photo, color)"}})json");
  const std::string images = " --image h=scan.png --image photo=photo.jpg";
  for (const char* line :
       {"sample r.json --points p.csv", "stats r.json", "stats r.json --map color",
        "sheet r.json --map color --quiet -o s.png", "view r.json --protocol blocks",
        "show r.json --bounds", "check r.json", "compare r.json r.json", "batch --quiet j.txt"}) {
    CAPTURE(line);
    const bool is_batch = std::string(line).starts_with("batch");
    if (is_batch) WriteFile("j.txt", "r.json -o batch.png" + images + "\n");
    const Outcome outcome = RunLine(line + (is_batch ? "" : images));
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
  }
}

TEST_CASE("recipes are shown, checked and listed without their images") {
  const Folder folder;
  CHECK(Out("show --preset from-height --brief").find("image('height')") != std::string::npos);
  CHECK(Out("list presets").find("from-height") != std::string::npos);
  Out("render --quiet --noise 1 --size 8 -o a.png");
  WriteFile("r.json", R"json({"cobble": 1, "tiling": true, "noise": "image(h, alpha)"})json");
  CHECK(Out("check r.json") == "");
  CHECK(RunLine("show r.json --bounds").status == 3);
}

TEST_CASE("images that cannot be used are reported, and nothing is written") {
  const Folder folder;
  WriteImages();
  WriteFile("good.json", kGoodRecipe);
  const std::string png = ReadAll("scan.png"), jpg = ReadAll("photo.jpg");
  WriteFile("cut.png", png.substr(0, png.size() / 2));
  WriteFile("photo.png", jpg);
  WriteFile("empty.png", "");
  WriteFile("notes.txt", "no picture\n");
  WriteFile("nan.pfm", std::string("Pf\n1 1\n-1\n\0\0\xc0\x7f", 14));
  WriteFile("long.png", EmptyPng(70000, 2));
  WriteFile("large.png", EmptyPng(30000, 30000));
  Out("render --quiet good.json -o normal,slope=many.exr");
  const Strings names = folder.Names();
  test::CheckRefusals([&] { CHECK(folder.Names() == names); });
}

}  // namespace
}  // namespace cobble
