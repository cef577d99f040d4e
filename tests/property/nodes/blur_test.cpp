// Tests blur where it is exact: constants, plateaus, planes, colours. The masks' tests compare it
// with the oracle.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

std::string BlurOf(const std::string& source, const std::string& keys = R"("radius": 0.1)") {
  return R"({"type": "blur", )" + keys + R"(, "source": )" + source + "}";
}

Image ValuesOf(const Recipe& recipe) { return RenderImage(Program::Compile(recipe), Map::kValue); }

TEST_CASE("a constant and a radius of 0 leave the source as it is") {
  const Recipe constant = ReadNode(BlurOf("0.7"));
  const Program program = Program::Compile(constant);
  CHECK(program.low() == 0.7);
  CHECK(program.high() == 0.7);
  for (const float value : RenderImage(program, Map::kValue).samples) CHECK(value == 0.7f);
  const std::string noise = R"({"type": "perlin", "seed": 3})";
  CHECK(SameBits(ValuesOf(ReadNode(BlurOf(noise, R"("radius": 0)"))), ValuesOf(ReadNode(noise))));
}

// The mean of equal numbers is that number, however the weights are rounded.
TEST_CASE("plateaus keep their values exactly, and no value leaves the bounds") {
  const std::string steps =
      R"({"type": "multiply", "a": 0.7, "b": {"type": "threshold", "softness": 0, "level": 0,
          "source": {"type": "perlin", "seed": 3}}})";
  for (const char* samples : {"8", "13", "16", "64"}) {
    const Recipe recipe =
        ReadNode(BlurOf(steps, R"("radius": 0.03, "samples": )" + std::string(samples)));
    const Program program = Program::Compile(recipe);
    const Image image = RenderImage(program, Map::kValue);
    int low = 0, high = 0, between = 0;
    for (const float value : image.samples) {
      REQUIRE(value >= 0);
      REQUIRE(value <= 0.7f);
      low += value == 0;
      high += value == 0.7f;
      between += value > 0 && value < 0.7f;
    }
    CHECK(low > 300);
    CHECK(high > 300);
    CHECK(between > 100);
  }
}

TEST_CASE("a plane stays a plane, up to the edges of the picture") {
  const std::string plane = R"({"type": "subtract", "a": {"type": "coordinate"},
      "b": {"type": "multiply", "a": 3, "b": {"type": "coordinate", "axis": "y"}}})";
  const std::string blur = BlurOf(plane, R"("radius": 0.2, "samples": 8)");
  for (const char* domain : {"", R"("domain": {"rotate": [0, 0, 20], "scale": [2, 1]}, )"}) {
    const Image want = ValuesOf(ReadNode(plane, domain)), got = ValuesOf(ReadNode(blur, domain));
    for (std::size_t k = 0; k < want.samples.size(); ++k)
      REQUIRE(std::abs(got.samples[k] - want.samples[k]) < 1e-6f);
    const At at = SampleAt(blur, 0.1, 0.2, domain), exact = SampleAt(plane, 0.1, 0.2, domain);
    CHECK(at.dx == doctest::Approx(exact.dx).epsilon(1e-6));
    CHECK(at.dy == doctest::Approx(exact.dy).epsilon(1e-6));
  }
}

// A Gaussian with the standard deviation a = radius / 2, cut off at the radius, scales a wave of w
// per unit by nearly exp(-(a w)^2 / 2).
TEST_CASE("a long wave is damped equally in all directions") {
  const auto peak = [](double angle, const std::string& samples) {
    const std::string wave = R"({"type": "transform", "rotate": )" + std::to_string(angle) +
                             R"(, "source": {"type": "sine", "source": {"type": "multiply", "a": 2,
            "b": {"type": "coordinate"}}}})";
    const std::string node = BlurOf(wave, R"("radius": 0.15, "samples": )" + samples);
    const double turn = angle * 3.14159265358979 / 180;  // to the crest, a quarter of a period away
    double highest = 0;
    for (const double sign : {-1.0, 1.0})
      highest = std::max<double>(
          highest, SampleAt(node, 0.125 * std::cos(turn), sign * 0.125 * std::sin(turn)).value);
    return highest;
  };
  for (const double angle : {0.0, 30.0, 60.0, 90.0, 135.0}) {
    CAPTURE(angle);
    const double fine = peak(0, "64");
    CHECK(fine < 0.85);
    CHECK(peak(angle, "64") == doctest::Approx(fine).epsilon(0.01));
    CHECK(peak(angle, "16") == doctest::Approx(fine).epsilon(0.05));
  }
}

TEST_CASE("a blurred colour has the blurred channels of that colour") {
  const std::string color =
      R"({"type": "channels", "red": {"type": "value", "seed": 4},
      "green": {"type": "perlin", "seed": 5}, "blue": 0.3})";
  const auto channel = [&](const std::string& of) {
    return R"({"type": "channel", "channel": "green", "source": )" + of + "}";
  };
  const std::string ref = R"({"ref": "c"})", nodes = R"("nodes": {"c": )" + color + "}, ";
  const Image want = ValuesOf(ReadNode(BlurOf(channel(color))));
  CHECK(SameBits(ValuesOf(ReadNode(channel(BlurOf(color)))), want));
  CHECK(SameBits(ValuesOf(ReadNode(channel(BlurOf(ref)), nodes)), want));
  const Recipe twice = ReadNode(channel(BlurOf(BlurOf(color))));
  CHECK(SameBits(ValuesOf(twice), ValuesOf(ReadNode(BlurOf(BlurOf(channel(color)))))));
  CompareSamples(twice, Oracle(twice));
  // The same as a map; a number is grey there.
  const Recipe maps = ReadMembers(R"("size": [46, 30], "noise": "perlin", "nodes": {"c": )" +
                                  color + R"(}, "maps": {"color": )" + BlurOf(ref) +
                                  R"(, "number": )" + BlurOf(channel(ref)) + "}");
  const Image image = RenderNamed(maps, {"color"});
  CHECK(image.channels == 3);
  CHECK(RenderNamed(maps, {"number"}).channels == 1);
  for (std::size_t k = 0; k < want.samples.size(); ++k)
    REQUIRE(image.samples[3 * k + 1] == want.samples[k]);
}

}  // namespace
}  // namespace cobble::test
