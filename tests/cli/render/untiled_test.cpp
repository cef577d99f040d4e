// Tests pictures and nodes of tiling recipes that cannot tile, which are untiled with a warning.
#include <doctest/doctest.h>

#include <string>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

TEST_CASE("a preset that tiles is not tiled in a shape in which it cannot be") {
  const Folder folder;
  const std::string rust = "--preset rust --size 96x54 ", place = "--size ... --extent 16,9";
  for (const std::string words :
       {"render -o a.png ", "stats ", "view --protocol ascii ", "sheet -o s.png "})
    test::CheckMessage(RunLine(words + rust).err, "warning: " + place);
  test::CheckMessage(RunLine("sheet --preset marble,rust --size 96x54 -o s.png").err,
                     "warning: marble: " + place);
  RunLine("render " + rust + "--no-tiling --no-metadata -o b.png");
  RunLine("render --quiet " + rust + "--no-metadata -o c.png");
  CHECK(ReadAll("b.png") == ReadAll("c.png"));
  test::CheckFault(RunLine("render --tiling " + rust + "-o d.png"), 2, place);
  // Frames are not tiled either, but a preset in which nothing moves has no frames in any shape.
  test::CheckMessage(RunLine("render --frames 2 " + rust + "-o i{frame}.png").err,
                     "warning: " + place);
  test::CheckFault(RunLine("render --preset marble --size 96x54 --frames 2 -o j{frame}.png"), 2,
                   "--frames ... 3 dimensions");
  // Texts do not say that a preset has set the tiling.
  CHECK(RunLine("render a.png --quiet -o e.png").status == 0);
  CHECK(ReadAll("a.png") == ReadAll("e.png"));
  WriteFile("shown.json", Out("show --quiet " + rust));
  CHECK(RunLine("render shown.json -o f.png --no-metadata").err == "");
  CHECK(ReadAll("c.png") == ReadAll("f.png"));
  CHECK(RunLine("plan --quiet " + rust + "-o s.zarr").status == 0);
  CHECK(RunLine("render --plan s.zarr --shard 1/1").err == "");
  CHECK(RunLine("verify s.zarr").status == 0);
  WriteFile("list", rust + "-o g.png\n" + rust + "--seed 2 -o h.png\n");
  CHECK(RunLine("batch list").status == 0);
}

TEST_CASE("a preset that tiles is not tiled at a scale or rotation in which it cannot be") {
  const Folder folder;
  const std::string marble = "render --size 64 --no-metadata --preset marble ";
  const auto check = [&](const std::string& view, const std::string& expected) {
    CAPTURE(view);
    test::CheckMessage(RunLine(marble + view + " -o a.png").err, "warning: " + expected);
    CHECK(RunLine(marble + view + " --no-tiling -o b.png").err == "");
    CHECK(ReadAll("a.png") == ReadAll("b.png"));
    CHECK(RunLine(marble + view + " --tiling -o c.png").status != 0);
  };
  check("--scale 1.37", "--scale ... is not tiled ... --no-tiling ... --scale 1");
  check("--scale 2.7,1,1", "--scale ... --scale 3,1");
  check("--scale 1.37 --size 64x36", "--scale ... --no-tiling");
  check("--rotate 30", "--rotate ... is not tiled ... --no-tiling");
  CHECK(RunLine(marble + "--scale 2 --rotate 90 -o a.png").err == "");
  // A node that the command line changes is at fault.
  test::CheckFault(RunLine(marble + "--set nodes.sugar.frequency=3.3 -o a.png"), 2,
                   "--set nodes.sugar.frequency ... use --no-tiling; or use --extent");
  test::CheckRefusal(
      "2 render --preset rust --noise perlin(4.5) -o a.png => --noise ... use --no-tiling");
}

TEST_CASE("a node that does not tile by itself is not tiled, and other maps are") {
  const Folder folder;
  const std::string ground = "render --preset forest-ground --size 64 --no-metadata ";
  const std::string note = "... warning: preset ... @ragged is not tiled";
  Out(ground + "--quiet -o color=a.png -o normal=b.png");
  test::CheckMessage(RunLine(ground + "-o @ragged=q.png -o color=c.png -o normal=d.png").err, note);
  CHECK(ReadAll("a.png") == ReadAll("c.png"));
  CHECK(ReadAll("b.png") == ReadAll("d.png"));
  Out(ground + "--no-tiling -o @ragged=r.png");
  CHECK(ReadAll("q.png") == ReadAll("r.png"));
  test::CheckMessage(RunLine(ground + "--tiling -o @ragged=s.png").err, note);
  CHECK(ReadAll("q.png") == ReadAll("s.png"));
  test::CheckMessage(RunLine("view --protocol ascii --preset gravel --map @knob").err,
                     "... warning: preset ... @knob is not tiled");
  // In a shape in which the picture is not tiled, either, that is said.
  test::CheckMessage(RunLine(ground + "--size 96x54 -o @ragged=t.png").err,
                     "warning: --size ... the picture is not tiled");
}

}  // namespace
}  // namespace cobble
