// Tests the files of cobble render --for mujoco, and what MuJoCo reads from them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

// A height field as MuJoCo has it: sizes from the middle, rows from the largest y down.
struct Field {
  int32_t rows = 0, columns = 0;
  std::array<double, 3> size{}, position{};
  std::vector<double> heights;  // in metres
};

std::vector<double> NumbersOf(const std::string& xml, const std::string& attribute) {
  const std::size_t at = xml.find(' ' + attribute + "=\"") + attribute.size() + 3;
  std::istringstream text(xml.substr(at, xml.find('"', at) - at));
  std::vector<double> numbers;
  for (double number = 0; text >> number;) numbers.push_back(number);
  return numbers;
}

// Reads a model as MuJoCo's compiler does: the lowest sample becomes 0, the highest 1.
Field ReadField(const std::string& name) {
  Field field;
  const std::string xml = ReadAll(name + ".xml"), bytes = ReadAll(name + ".hf");
  REQUIRE(Contains(xml, "file=\"" + name + ".hf\""));
  std::memcpy(&field.rows, bytes.data(), 4);
  std::memcpy(&field.columns, bytes.data() + 4, 4);
  std::vector<float> samples(static_cast<std::size_t>(field.rows * field.columns));
  REQUIRE(bytes.size() == 8 + 4 * samples.size());
  std::memcpy(samples.data(), bytes.data() + 8, 4 * samples.size());
  const auto [low, high] = std::ranges::minmax(samples);
  const std::vector<double> size = NumbersOf(xml, "size"), position = NumbersOf(xml, "pos");
  std::copy_n(size.begin(), 3, field.size.begin());
  std::copy_n(position.begin(), 3, field.position.begin());
  CHECK(size.at(3) > 0);
  for (int row = field.rows - 1; row >= 0; --row)
    for (int column = 0; column < field.columns; ++column) {
      const float sample = samples[static_cast<std::size_t>(row * field.columns + column)];
      const float unit = high > low ? (sample - low) / (high - low) : 0;
      field.heights.push_back(position[2] + size[2] * static_cast<double>(unit));
    }
  return field;
}

double Difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::abs(a[k] - b[k]));
  return worst;
}

TEST_CASE("a height field has the heights of the ground, in metres") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Render("r.json --for mujoco -o a");
  const Field field = ReadField("a");
  CHECK(field.rows == 65);
  CHECK(field.size[0] == 500);
  CHECK(field.size[1] == 500);
  CHECK(field.position[0] == 0);
  CHECK(field.position[1] == 0);
  CHECK(Difference(field.heights, Elevations("r.json", 65)) < 1e-6 * field.size[2]);
  // A map beside it is upright, and changes nothing.
  Render("r.json --for mujoco -o b -o b:color");
  CHECK(ReadAll("b.hf") == ReadAll("a.hf"));
  CHECK(ReadField("b").position == field.position);
}

TEST_CASE("the height fields of tiles are where the whole one is") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Render("r.json --size 65x33 --for mujoco -o a");
  Render("r.json --size 65x33 --for mujoco --tiles 2x1 --overlap 1 -o t{x}");
  const Field whole = ReadField("a");
  for (const int x : {0, 1}) {
    const Field tile = ReadField("t" + std::to_string(x));
    CHECK(tile.position[0] == (x == 0 ? -250 : 250));
    CHECK(tile.position[1] == 0);
    CHECK(tile.size[0] == 250);
    std::vector<double> part;
    for (std::size_t k = 0; k < whole.heights.size(); ++k)
      if (const int column = static_cast<int>(k % 65) - 32 * x; column >= 0 && column <= 32)
        part.push_back(whole.heights[k]);
    CHECK(Difference(tile.heights, part) < 1e-4);
  }
  Render("r.json --size 9 --window 0,0,9,3 --for mujoco -o w");  // the lowest rows
  CHECK(ReadField("w").position[1] == -375);
}

TEST_CASE("flat ground is where it is") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Render("r.json --noise 0.5 --for mujoco -o a");
  const Field field = ReadField("a");
  CHECK(field.size[2] > 0);
  CHECK(std::abs(field.heights.front() - 212.5) < 1e-4);
}

TEST_CASE("MuJoCo reads the same heights and places") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Render("r.json --for mujoco -o a");
  const Outcome outcome =
      RunShell("node " COBBLE_SOURCE_DIR "/tests/cli/sets/read_mujoco.mjs a.xml");
  if (outcome.status == 3 || outcome.status == 127) return test::Skip("no mujoco-js");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  std::istringstream text(outcome.out);
  std::vector<double> read;
  for (double number = 0; text >> number;) read.push_back(number);
  const Field field = ReadField("a");
  std::vector<double> wanted{static_cast<double>(field.rows), static_cast<double>(field.columns)};
  wanted.insert(wanted.end(), field.size.begin(), field.size.end());
  wanted.insert(wanted.end(), field.position.begin(), field.position.end());
  wanted.insert(wanted.end(), field.heights.begin(), field.heights.end());
  CHECK(Difference(read, wanted) < 1e-9);
}

}  // namespace
}  // namespace cobble
