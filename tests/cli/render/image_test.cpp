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
  Out("render --quiet --preset from-height --image height=scan.png --tiling -o height=h.png "
      "-o normal=n.png -o ao=a.png -o curvature=c.png");
  CHECK(RunLine("compare scan.png h.png").status == 0);
  CHECK(Out("info n.png").find("96 x 96") != std::string::npos);
  // The pixels' slopes are nearly the noise's.
  Out("render --quiet --noise simplex(4,3) --tiling --size 96 --range=-1,1 -o normal=m.png");
  CHECK(RunLine("compare n.png m.png --tolerance 0.04").status == 0);
}

using test::Said;

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("from-sketch makes dry land where the sketch is bright, and sea where it is black") {
  const Folder folder;
  Out("render --quiet --noise 1-smoothstep(abs(x),0.2,0.3) --range 0,1 --size 64 -o height=s.png");
  WriteFile("p.csv", "x,y\n0,0\n-0.45,0\n");
  CHECK(Said("--preset from-sketch --image sketch=s.png --size 64 -o lit=l.png") == "");
  const std::string water =
      Out("sample --preset from-sketch --image sketch=s.png --map water,forest --points p.csv");
  CHECK(Has(water, "\n0,0,0,0,"));
  CHECK(Has(water, "\n-0.45,0,0,0.008,"));
}

TEST_CASE("a picture that does not tile has the normals of its middle at its borders") {
  const Folder folder;
  Out("render --quiet --noise x --size 16 -o height=r.png");
  CHECK(Said("--preset from-height --image height=r.png -o normal=n.png -o ao=a.png") == "");
  Out("render --quiet --noise x --range=-0.5,0.5 --size 16 -o normal=m.png -o ao=b.png");
  CHECK(RunLine("compare n.png m.png --tolerance 0.004").status == 0);
  CHECK(RunLine("compare a.png b.png --tolerance 0.004").status == 0);
}

TEST_CASE("borders that meet although they differ are warned about, and nothing else is") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --noise simplex(3,5) --size 64 -o other.png");
  const std::string warned = Said("--noise image(a) --image a=other.png -o normal=a.png");
  CHECK(Has(warned,
            "the borders of the image \"a\" meet, but differ: left and right, and top and "
            "bottom; slopes and shadows there are wrong"));
  CHECK(Has(warned, "use --set noise.edges=extend with --range 0,1, which keeps the heights"));
  CHECK(Said("--noise image(a,edges=extend) --image a=other.png --range 0,1 -o b.png") == "");
  CHECK(RunLine("compare other.png b.png").status == 0);
  CHECK(Has(Said("--noise image(a)*2 --image a=other.png --size 64 -o normal=a.png"),
            "edges=extend with --range "));
  CHECK(!Has(Said("--noise image(a) --image a=other.png --range 0,1 -o normal=a.png"), "with"));
  CHECK(Has(Said("--noise blur(image(a)) --image a=other.png -o a.png"),
            "use --set noise.source.edges=extend"));
  CHECK(Has(Said("--noise image(a) --image a=other.png --size 128 -o a.png"), "values there"));
  CHECK(Has(Said("--noise transform(image(a),scale=3) --image a=other.png --size 64 -o a.png"),
            "the picture shows a seam"));
  const std::string tiled = Said("--noise image(a) --image a=other.png --tiling -o a.png");
  CHECK(Has(tiled, "the picture shows a seam; for"));
  CHECK(Has(tiled, "use by-example(a), which tiles, or --no-tiling"));
  WriteFile("r.json", R"json({"cobble": 1, "noise": {"type": "image", "name": "a"}})json");
  CHECK(Has(Said("r.json --image a=other.png -o normal=a.png"), "use \"edges\": \"extend\""));
  for (const char* line :
       {"--noise image(a) --image a=scan.png -o a.png",
        "--noise image(a,edges=extend) --image a=other.png -o a.png",
        "--noise image(a,edges=clamp) --image a=other.png -o a.png",
        "--noise image(a) --image a=scan.png --tiling -o a.png",
        "--noise image(a) --image a=other.png --tiling -o a.png --window 20,20,20,20",
        "--noise image(a) --image a=other.png --size 64 --scale 0.5 -o a.png",
        "--noise image(a) --image a=other.png -o height=a.png -o value=a.exr",
        "--noise perlin --set maps.color=image(a,color) --image a=other.png --size 64 "
        "-o color=a.png -o normal=n.png",
        "--noise image(a) --image a=other.png -o normal=a.png --window 20,20,20,20",
        "--noise image(a) --image a=other.png --size 128 -o a.png --window 20,20,20,20",
        "--noise scatter(image(a)) --image a=other.png --size 64 -o a.png"}) {
    CAPTURE(line);
    CHECK(Said(line) == "");
  }
}

TEST_CASE("an image of another shape than the picture is warned about, unless its fit says how") {
  const Folder folder;
  WriteImages();  // other.png has 96 x 64 pixels
  const std::string from = "--preset from-height --image height=other.png ";
  const std::string strips = Said(from + "--size 48 -o a.png");
  CHECK(Has(strips,
            "the image \"height\" of 96 x 64 pixels has another shape than the picture: it "
            "goes on at the top and bottom"));
  CHECK(Has(strips, "use --size 48x32, or --set noise.fit=cover (or contain, or stretch)"));
  CHECK(Has(Said(from + "--set noise.edges=wrap --size 48 -o a.png"), "it repeats at the top"));
  CHECK(Has(Said(from + "--size 96x32 -o a.png"), "50 % of its height are cut off"));
  const std::string terrain = Said(from + "--for unity-terrain -o t");
  CHECK(Has(terrain, "use --set noise.fit=cover (or contain, or stretch)"));
  CHECK(Has(Out("info t.raw"), "65 x 65"));  // the nearest size
  for (const char* line :
       {"-o a.png", "--size 48x32 -o a.png", "--size 50x33 -o a.png",
        "--size 48 --set noise.fit=cover -o a.png", "--size 48 --set noise.fit=contain -o a.png",
        "--size 48 --set noise.fit=stretch -o a.png", "--size 48 --scale 3 -o a.png"}) {
    CAPTURE(line);
    CHECK(Said(from + line) == "");
  }
  for (const char* line :
       {"--image a=other.png --size 96x128 --tiling", "--image a=scan.png --size 96x48 --scale 2",
        "--image a=scan.png --size 64x32 --extent 2,1 --tiling"}) {
    CAPTURE(line);
    CHECK(!Has(Said("--noise image(a) -o a.png " + std::string(line)), "another shape"));
  }
  CHECK(
      Has(Said("--noise image(a) -o a.png --image a=scan.png --size 48x96"), "it repeats at the"));
}

TEST_CASE("of a sphere, an image is warned about that is not twice as wide as high, or too fine") {
  const Folder folder;
  WriteImages();  // other.png has 96 x 64 pixels
  const std::string from = "--surface cube -o a.png --noise image(a) --image a=";
  CHECK(Has(Said(from + "other.png --size 64"), "pixels is stretched"));
  const std::string whole = "--surface equirectangular --noise perlin(4) ";
  REQUIRE(Said(whole + "-o whole.png --size 300") == "");
  REQUIRE(Said(whole + "-o vertices.png --size 301 --grid vertices") == "");
  for (const char* image : {"whole.png", "vertices.png"}) {
    CAPTURE(image);
    CHECK(Said(from + image) == "");
    CHECK(Has(Said(from + image + " --size 64"), "has 2.3 pixels for each sample"));
  }
}

TEST_CASE("formulas of an image are warned about outside 0..1, but its filter is not") {
  const Folder folder;
  Out("render --quiet --noise threshold(x,0,0) --size 16 --range 0,1 -o b.png");
  const std::string image = "image(a,edges=extend)";
  const std::string map = "--noise x --image a=b.png --size 64 -o m=m.png --set maps.m=";
  CHECK(Said(map + image) == "");
  CHECK(Said(map + "image(a,color,edges=extend)") == "");
  CHECK(Said("--preset from-height --range 0,1 --image height=b.png --size 64 -o h.png") == "");
  const std::string doubled = Said(map + image + "*2");
  CHECK(Has(doubled, " % of m is outside"));
  CHECK(Has(doubled, "maps.m=remap(image(a,edges=extend)*2, [-0."));
}

TEST_CASE("steps=smooth keeps images of black and white, with a warning") {
  const Folder folder;
  Out("render --quiet --noise checker(4) --size 16 -o b.png");
  const std::string image = "--image a=b.png --size 16 --noise image(a";
  CHECK(Has(Said(image + ",steps=smooth) -o s.r32"), "too few levels"));
  CHECK(Said(image + ") -o k.r32") == "");
  CHECK(ReadAll("s.r32") == ReadAll("k.r32"));
  CHECK(Said(image + ",steps=smooth,step=0.5) -o s.r32") == "");
}

TEST_CASE("an image of whose pixels a picture skips many is warned about") {
  const Folder folder;
  Out("render --quiet --noise simplex(4,3) --size 256 -o fine.png");
  const std::string words = "--preset from-height --image height=fine.png ";
  const std::string skips = "the image \"height\" has 4 pixels for each sample of the picture";
  const std::string said = Said(words + "--size 64 -o a.png");
  CHECK(Has(said, skips));
  CHECK(Has(said, "use --samples 3, or blur the image"));
  CHECK(Has(Said(words + "--size 64 --scale 5 -o a.png"), "use --samples 8, and blur the image"));
  for (const char* more : {"--samples 3", "--noise blur(image(height,edges=auto),0.02)"})
    CHECK(Said(words + "--size 64 -o a.png " + more) == "");
  CHECK(Said(words + "--size 128 -o a.png") == "");
  CHECK(!Has(RunLine("sheet " + words + "--size 64 -o s.png").err, skips));
}

TEST_CASE("beside an image that is contained in the picture, its edge goes on, level") {
  const Folder folder;
  const std::string range = " --range=-0.5,0.5 ";
  for (const std::string axis : {"x", "y"}) {
    CAPTURE(axis);
    Out("render --quiet --noise " + axis + " --size 16x8 -o height=h.pfm" + range);
    const std::string level = axis == "y" ? "clamp(y,-0.21875,0.21875)" : axis;
    Out("render --quiet --size 16 -o height=level.pfm -o normal=level.png --noise " + level +
        range);
    for (const char* edges : {"auto", "extend"})
      Out("render --quiet --preset from-height --image height=h.pfm --size 16 --range 0,1 "
          "--set noise.fit=contain --set noise.edges=" +
          std::string(edges) + " -o height=a.pfm -o normal=a.png");
    CHECK(RunLine("compare a.pfm level.pfm --tolerance 0.00001").status == 0);
    // The slope of a plane along x is the same everywhere.
    if (axis == "x") CHECK(RunLine("compare a.png level.png --tolerance 0.004").status == 0);
  }
}

TEST_CASE("a mask of holes that an image lacks is black, like a node that is 0 everywhere") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --noise image(a,missing) --image a=scan.png -o @/noise=m.png");
  Out("render --quiet --noise 0 --size 96 -o @/noise=zero.png");
  Out("render --quiet --noise 0.25 --size 96 -o @/noise=quarter.png");
  CHECK(!Has(Out("stats m.png"), "0.5"));
  CHECK(RunLine("compare m.png zero.png").status == 0);
  CHECK(Has(Out("stats quarter.png"), "0.25"));
}

TEST_CASE("a blurred image has its size, too") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --preset from-height --noise blur(image(height,edges=auto),4/96) "
      "--image height=other.png -o a.png");
  CHECK(Has(Out("info a.png"), "96 x 64"));
}

// A plane in metres, from -500 to 500 at the edges of 8 pixels.
TEST_CASE("heights outside 0..1 have the range of the file, and are metres in a world") {
  const Folder folder;
  Out("render --quiet --noise 1000*x --size 8 -o value=m.r32 -o value=m.tif");
  for (const char* file : {"m.r32", "m.tif"}) {
    CAPTURE(file);
    const std::string from = std::string("--preset from-height --image height=") + file;
    Out("render --quiet " + from + " -o height=h.r32 -o normal=n.png --report j");
    CHECK(Has(ReadAll("j"), R"("range": [-437.5, 437.5])"));
    Out("render --quiet " + from + " --range 0,1000 -o height=h.r32 --report j");
    CHECK(Has(ReadAll("j"), R"("range": [0, 1000])"));
    Out("render --quiet " + from + " --world-width 8000 -o height=h.tif --report j");
    CHECK(Has(ReadAll("j"), R"("heights": [-437.5, 437.5])"));
    Out("render --quiet " + from +
        " --world-width 8000 --range=-500,500 -o height=h.tif --report j");
    CHECK(Has(ReadAll("j"), R"("heights": [-500, 500])"));
    Out("render --quiet " + from + " --world-width 8000 --world-heights 0,70 -o a.tif --report j");
    CHECK(Has(ReadAll("j"), R"("heights": [0, 70])"));
    CHECK(Has(ReadAll("j"), R"("range": [0, 70])"));
    Out("render --quiet --noise image(a,edges=auto) --image a=" + std::string(file) +
        " --world-width 8000 -o height=h.tif --report j");
    CHECK(Has(ReadAll("j"), R"("range": [-437.5, 437.5])"));
  }
  // Others keep the range of the preset, and say what is missing.
  Out("render --quiet --noise x --size 8 -o height=r.png");
  const std::string missing =
      Refusal("--preset from-height --image height=r.png --world-width 8000 -o a.png", 2);
  CHECK(Has(missing, "--world-heights"));
}

TEST_CASE("the range fit works with a world") {
  const Folder folder;
  const std::string land =
      "render --quiet --noise perlin(3) --size 64 --range fit --world-width 1000 "
      "--world-heights 100,300 ";
  Out(land + "-o height=h.tif -o normal=n.pfm -o value=v.tif --report j");
  CHECK(Has(ReadAll("j"), R"("elevations": [100)"));
  const std::string stats = Out("stats h.tif");
  CHECK(Has(stats, "300"));
  // The same with the numbers that fit finds.
  const std::string report = ReadAll("j");
  const std::size_t at = report.find(R"("range": [)") + 10;
  std::string range = report.substr(at, report.find(']', at) - at);
  range.erase(range.find(' '), 1);
  Out("render --quiet --noise perlin(3) --size 64 --world-width 1000 --world-heights 100,300 "
      "--range=" +
      range + " -o height=g.tif -o normal=m.pfm -o value=w.tif");
  CHECK(ReadAll("n.pfm") == ReadAll("m.pfm"));
  for (const char* pair : {"h.tif g.tif", "v.tif w.tif"})
    CHECK(RunLine(std::string("compare ") + pair).status == 0);
  const std::string metres = Out("stats v.tif");
  CHECK(Has(metres, "(100 m)"));
  CHECK(metres.substr(5) == Out("stats w.tif").substr(5));
  CHECK(Has(Out("stats" + land.substr(land.find(" --noise")) + "--map value"), "(100 m)"));
}

TEST_CASE("a picture is only made again with the same image") {
  const Folder folder;
  WriteImages();
  Out("render --quiet --preset from-height --image height=scan.png -o a.png");
  const Strings names = folder.Names();
  const std::string without = Refusal("a.png -o b.png", 3);
  CHECK(Contains(without, "no image \"height\" with the checksum "));
  CHECK(Contains(without, " is given; use --image height=FILE"));
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
  CHECK(Out("show --preset from-height --brief").find("image('height', edges=auto)") !=
        std::string::npos);
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
