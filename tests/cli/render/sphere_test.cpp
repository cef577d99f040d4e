// Tests of pictures of spheres on the command line: sizes, faces in files of their own, and ao.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

using test::CheckMessage;
using test::Said;

TEST_CASE("a surface keeps the rows of a file, and a picture of one face makes all of them again") {
  const Folder folder;
  CHECK(Said("--noise perlin(4) --surface cube --size 32 -o a_{face}.png") == "");
  CHECK(Said("a_py.png -o b_{face}.png") == "");
  CHECK(SamePixels("a_nz.png", "b_nz.png"));
  CHECK(Said("--noise perlin(4) --surface cube --size 32 --window 5,3,10,12 -o w_{face}.png") ==
        "");
  CHECK(Said("w_ny.png -o v_{face}.png") == "");
  CHECK(SamePixels("w_px.png", "v_px.png"));
  CheckMessage(RunLine("render a_py.png --window 28,5,10,10 -o b_{face}.png").err,
               "--window ... beyond a face ... 32 columns");
  CHECK(Said("a_py.png --surface equirectangular -o c.png") == "");
  CHECK(ReadPng("c.png").width == 64);
  CheckMessage(RunLine("render a_py.png --surface equirectangular --size 50x40 -o c.png").err,
               "--size ... 80 wide");
  CheckMessage(RunLine("render a_py.png --surface equirectangular -o c_{face}.png").err,
               "-o c_{face}.png ... {face} for pictures with --surface cube");
}

TEST_CASE("ao of a sphere is 1 in packs, which is said, and no map of its own") {
  const Folder folder;
  const auto says = [](const std::string& flags, const std::string& part) {
    const std::string said = Said("--noise perlin(4) --surface equirectangular " + flags);
    CHECK_MESSAGE(said.find(part) != std::string::npos, said);
  };
  says(R"(--size 16 --set pack.p=["ao","height",0] -o p=p.png)", "-o p=p.png: ao is 1 everywhere");
  for (const uint8_t ao : ReadPngChannel("p.png", 0)) CHECK(ao == 255);
  says("--size 16 --for unity -o s", "no ao");
  says("--size 16 --for unreal -o T_s", "T_s_ORM.png: ao is 1 everywhere");
  CHECK(RunLine("render --noise perlin(4) --surface cube -o ao=a.png").status == 2);
}

}  // namespace
}  // namespace cobble
