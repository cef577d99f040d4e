// Tests the model that cobble render --for gazebo writes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

// Returns the texts of all elements of this name.
Strings TextsOf(const std::string& xml, const std::string& name) {
  Strings texts;
  const std::string start = '<' + name + '>', end = "</" + name + '>';
  for (std::size_t at = xml.find(start); at != xml.npos; at = xml.find(start, at + 1)) {
    const std::size_t text = at + start.size();
    texts.push_back(xml.substr(text, xml.find(end, at) - text));
  }
  return texts;
}

std::vector<double> NumbersIn(const std::string& text) {
  std::istringstream words(text);
  std::vector<double> numbers;
  for (double number = 0; words >> number;) numbers.push_back(number);
  return numbers;
}

TEST_CASE("a model is a folder, with a heightmap and a texture") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  test::CheckFault(RunLine("render r.json --for gazebo -o hills"), 5, "hills/hills_height.png");
  for (int i = 0; i < 2; ++i) Render("r.json --for gazebo --mkdir -o hills");
  Strings files;
  for (const auto& entry : std::filesystem::directory_iterator("hills"))
    files.push_back(entry.path().filename().string());
  std::ranges::sort(files);
  CHECK(files == Strings{"hills_diffuse.png", "hills_flat.png", "hills_height.png", "model.config",
                         "model.sdf"});
  CHECK(TextsOf(ReadAll("hills/model.config"), "name") == Strings{"hills"});
  const std::string sdf = ReadAll("hills/model.sdf");
  CHECK(TextsOf(sdf, "uri") == Strings(2, "model://hills/hills_height.png"));
  CHECK(TextsOf(sdf, "diffuse") == Strings{"model://hills/hills_diffuse.png"});
  CHECK(TextsOf(sdf, "normal") == Strings{"model://hills/hills_flat.png"});
  CHECK(ReadPngChannel("hills/hills_flat.png", 0) == std::vector<uint8_t>(65 * 65, 128));
  CHECK(ReadPngChannel("hills/hills_flat.png", 2) == std::vector<uint8_t>(65 * 65, 255));
  Render(
      "--noise perlin --range=-1,1 --world-width 9 --world-heights 0,1 --size 33 --quiet "
      "--for gazebo --mkdir -o plain");
  CHECK_FALSE(Contains(ReadAll("plain/model.sdf"), "texture"));
  CHECK_FALSE(std::filesystem::exists("plain/plain_flat.png"));
}

TEST_CASE("the heightmap has the heights of the ground, to half of its steps") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Render("r.json --for gazebo --mkdir -o a");
  const std::string sdf = ReadAll("a/model.sdf");
  const Strings sizes = TextsOf(sdf, "size"), positions = TextsOf(sdf, "pos");
  REQUIRE(sizes.size() == 3);  // of what collides, of what is seen, of its texture
  CHECK(sizes[0] == sizes[1]);
  CHECK(sizes[2] == "1000");
  CHECK(positions == Strings{"0 0 0", "0 0 -50"});
  CHECK(TextsOf(sdf, "pose") == Strings{"0 0 -50 0 0 0"});
  const std::vector<double> size = NumbersIn(sizes[0]), wanted = Elevations("r.json", 65);
  CHECK(size[0] == 1000);
  CHECK(size[1] == 1000);
  // Gazebo divides samples by the highest one.
  const PngPicture png = ReadPng("a/a_height.png");
  CHECK(png.bits == 16);
  std::vector<int> samples;
  for (std::size_t k = 0; k < png.bytes.size(); k += 2)
    samples.push_back(png.bytes[k] << 8 | png.bytes[k + 1]);
  const int highest = std::ranges::max(samples);
  CHECK(highest < 65000);
  double worst = 0;
  for (std::size_t k = 0; k < samples.size(); ++k)
    worst = std::max(worst, std::abs(-50 + size[2] * samples[k] / highest - wanted.at(k)));
  const double step = size[2] / highest;
  CHECK(worst <= 0.51 * step);
}

TEST_CASE("the models of tiles are where the whole one is") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Render("r.json --for gazebo --mkdir --tiles 2x2 --overlap 1 -o t{x}{y}");
  const auto position = [](const std::string& tile) {
    return NumbersIn(TextsOf(ReadAll(tile + "/model.sdf"), "pos").at(1));
  };
  CHECK(position("t00") == std::vector<double>{-250, 250, -50});  // y is up, the upper left tile
  CHECK(position("t11") == std::vector<double>{250, -250, -50});
}

}  // namespace
}  // namespace cobble
