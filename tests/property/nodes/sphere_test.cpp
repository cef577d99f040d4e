// Tests nodes that have a meaning of their own on spheres: latitude and longitude, and images.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/affine.h"
#include "property/property.h"
#include "render/sphere.h"
#include "support/levels.h"
#include "support/oracle/images/image.h"
#include "support/random/test_image.h"

namespace cobble::test {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr char kTilted[] =
    R"(, "translate": [3, -1, 2], "rotate": [20, -35, 40], "scale": [2, -1, 1.5])";

using ScalarField = std::function<double(const Vector3&)>;

// In: domain, further keys of the domain.
Recipe SphereWith(const std::string& noise, std::shared_ptr<const SourceImage> image = nullptr,
                  const std::string& surface = "equirectangular", const std::string& domain = {},
                  const std::string& members = R"("size": 12, )") {
  RecipeLayers layers;
  layers.AddText(fmt::format(R"json({{"cobble": 1, "range": "none", {}"noise": "{}",
                                      "domain": {{"surface": "{}"{}}}}})json",
                             members, noise, surface, domain),
                 "sphere");
  if (image) layers.AddImage("x", std::move(image));
  return layers.Resolve();
}

double InnerProduct(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector3 Times(double factor, const Vector3& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}

Vector3 Direction(double longitude, double latitude) {
  return {std::cos(latitude) * std::sin(longitude), -std::sin(latitude),
          std::cos(latitude) * std::cos(longitude)};
}

// Points of the sphere: anywhere, and around the poles and the date line. Within 1e-3 of a pole,
// slopes along x are differences of rounded pixels, many times enlarged.
std::vector<Vector3> SpherePoints() {
  std::vector<Vector3> points;
  Random random(31);
  for (int k = 0; k < 600; ++k) {
    const double near = std::exp(random.Uniform(-7, 0)), side = k % 2 == 0 ? 1 : -1;
    double longitude = random.Uniform(-kPi, kPi), latitude = std::asin(random.Uniform(-1, 1));
    if (k % 4 == 1) longitude = side * (kPi - near);
    if (k % 4 == 2) latitude = side * (kPi / 2 - near);
    points.push_back(Times(kSphereRadius, Direction(longitude, latitude)));
  }
  return points;
}

Points SampleOf(const Recipe& recipe, std::span<const Vec3> points,
                const std::string& level = "auto") {
  return Sample(Program::Compile(recipe, {.simd = level, .positions = CompileOptions::kPoints}),
                points);
}

// The tangential slope of a field, by differences.
Vector3 SlopeOf(const ScalarField& field, const Vector3& p) {
  const Vector3 d = Times(1 / kSphereRadius, p);
  // Steps shrink towards the poles, where longitude is steep.
  const double step = 1e-5 * std::min(kSphereRadius, std::hypot(p[0], p[2]));
  Vector3 slope{};
  for (std::size_t a = 0; a < 3; ++a) {
    Vector3 before = p, after = p;
    before[a] -= step;
    after[a] += step;
    slope[a] = (field(after) - field(before)) / (2 * step);
  }
  const double radial = InnerProduct(slope, d);
  for (std::size_t a = 0; a < 3; ++a) slope[a] -= radial * d[a];
  return slope;
}

// In: error, of values; slope_error, relative to the slope.
void CheckField(const Recipe& recipe, const ScalarField& field, double error, double slope_error) {
  const std::vector<Vector3> points = SpherePoints();
  const Points got = SampleOf(recipe, points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vector3 slope = SlopeOf(field, points[k]);
    CAPTURE(points[k]);
    CHECK(std::abs(double{got.value[k]} - field(points[k])) < error);
    const Vector3 off{double{got.dx[k]} - slope[0], double{got.dy[k]} - slope[1],
                      double{got.dz[k]} - slope[2]};
    CHECK(std::sqrt(InnerProduct(off, off)) <
          slope_error * (1 + std::sqrt(InnerProduct(slope, slope))));
  }
  for (const std::string& level : RunningLevels()) {
    CAPTURE(level);
    const Points again = SampleOf(recipe, points, level);
    CHECK(SameBits(again.value, got.value));
    CHECK(SameBits(again.dx, got.dx));
    CHECK(SameBits(again.dy, got.dy));
    CHECK(SameBits(again.dz, got.dz));
  }
}

double Latitude(const Vector3& p) { return 0.5 + std::atan2(-p[1], std::hypot(p[0], p[2])) / kPi; }
double Longitude(const Vector3& p) { return 0.5 + std::atan2(p[0], p[2]) / (2 * kPi); }

// --- gradient ---

// Rounded to float32, which is 2^-25 above 0.5.
TEST_CASE("latitude and longitude are linear in the angles, with exact slopes") {
  CheckField(SphereWith("gradient(latitude)"), &Latitude, 0x1p-25 + 1e-13, 2e-6);
  CheckField(SphereWith("gradient(longitude)"), &Longitude, 0x1p-25 + 1e-13, 2e-6);
}

TEST_CASE("the poles and the date line are where they are") {
  const double r = kSphereRadius, tiny = 1e-300;
  const std::vector<Vec3> points{{0, r, 0}, {0, -r, 0}, {0, 0, -r}, {tiny, 0, -r}, {-tiny, 0, -r},
                                 {r, 0, 0}, {0, 0, r},  {-r, 0, 0}, {0, 0.1, -0.1}};
  const Points latitude = SampleOf(SphereWith("gradient(latitude)"), points);
  CHECK(latitude.value == std::vector<float>{0, 1, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.25f});
  const Points longitude = SampleOf(SphereWith("gradient(longitude)"), points);
  CHECK(longitude.value == std::vector<float>{0, 0, 0, 1, 0, 0.75f, 0.5f, 0.25f, 0});
  for (const std::size_t pole : {0u, 1u})
    for (const Points* const each : {&latitude, &longitude})
      CHECK(std::array{each->dx[pole], each->dy[pole], each->dz[pole]} ==
            std::array{0.0f, 0.0f, 0.0f});
  // A radian is kSphereRadius long.
  CHECK(latitude.dy[2] == doctest::Approx(-2));
  CHECK(longitude.dz[5] == doctest::Approx(-1));
  CHECK(std::array{longitude.dx[2], longitude.dx[8]} == std::array{0.0f, 0.0f});
  CHECK(longitude.dx[3] == doctest::Approx(-1).scale(1));
}

TEST_CASE("the domain does not move latitudes, and transforms do") {
  const std::vector<Vector3> points = SpherePoints();
  for (const char* noise : {"gradient(latitude)", "gradient(longitude)"}) {
    const Points plain = SampleOf(SphereWith(noise), points);
    const Points moved = SampleOf(SphereWith(noise, nullptr, "equirectangular", kTilted), points);
    CHECK(SameBits(plain.value, moved.value));
    CHECK(SameBits(plain.dx, moved.dx));
    CHECK(SameBits(plain.dz, moved.dz));
  }
  const Affine domain = MakeDomain({3, -1, 2}, {20, -35, 40}, {2, -1, 1.5});
  const Affine turn = MakeDomain({0.01, 0, 0.02}, {10, 0, 50}, {1, 1, 1});
  const Affine both = Compose(Inverse(domain), Compose(turn, domain));
  const Recipe turned =
      SphereWith("transform(gradient(latitude), translate=[0.01, 0, 0.02], rotate=[10, 0, 50])",
                 nullptr, "equirectangular", kTilted);
  CheckField(
      turned, [&](const Vector3& p) { return Latitude(both.Apply(p)); }, 1e-7, 1e-5);
}

// Zones are as large as the difference of the sines of their latitudes.
TEST_CASE("the share of a sphere that is farther south follows from the sine of the latitude") {
  const Recipe recipe =
      SphereWith("quantile(gradient(latitude))", nullptr, "equirectangular", kTilted);
  const auto share = [](const Vector3& p) { return (1 - p[1] / kSphereRadius) / 2; };
  const std::vector<Vector3> points = SpherePoints();
  const Points got = SampleOf(recipe, points);
  for (std::size_t k = 0; k < points.size(); ++k)
    CHECK(std::abs(double{got.value[k]} - share(points[k])) < 1e-3);
}

TEST_CASE("a warp displaces latitudes") {
  const Affine domain = MakeDomain({3, -1, 2}, {20, -35, 40}, {2, -1, 1.5});
  const Recipe warped = SphereWith("warp(gradient(latitude), [0.2*gradient(latitude), 0, 0.1])",
                                   nullptr, "equirectangular", kTilted);
  const auto displaced = [&](const Vector3& p) {
    Vector3 q = domain.Apply(p);
    q[0] += 0.2 * Latitude(p);
    q[2] += 0.1;
    return Latitude(Inverse(domain).Apply(q));
  };
  CheckField(warped, displaced, 1e-6, 1e-3);
}

// --- image ---

struct SphereImage {
  std::shared_ptr<const SourceImage> image;
  ScalarField value;
};

// In: vertices, whether the image has (2N - 1) x N pixels, whose columns meet.
SphereImage TestSphere(int64_t width, int64_t height, bool vertices, bool is_b_spline) {
  Image pixels = TestImage(width, height, 1)->pixels();
  const int64_t columns = width - (vertices ? 1 : 0);
  const auto at = [&](int64_t i, int64_t j) -> float& {
    return pixels.samples[static_cast<std::size_t>(j * width + i)];
  };
  for (int64_t j = 0; j < height && vertices; ++j) {
    at(columns, j) = at(0, j);
    for (int64_t i = 0; i < width && (j == 0 || j == height - 1); ++i) at(i, j) = at(0, j);
  }
  const auto mean = [&](int64_t j) {
    double sum = 0;
    for (int64_t i = 0; i < columns; ++i) sum += double{at(i, j)};
    return sum / static_cast<double>(columns);
  };
  constexpr int64_t kRowsBeyond = 3;  // rows beyond each pole
  ImageSamples samples{columns, height + 2 * kRowsBeyond, {}, true, false};
  const int64_t gap = vertices ? 0 : 1;
  for (int64_t j = -kRowsBeyond; j < height + kRowsBeyond; ++j)
    for (int64_t i = 0; i < columns; ++i) {
      double sample = 0;
      if (j < 0) {
        sample = 2 * mean(0) - double{at(i, -gap - j)};
      } else if (j >= height) {
        sample = 2 * mean(height - 1) - double{at(i, 2 * (height - 1) + gap - j)};
      } else {
        sample = double{at(i, j)};
      }
      samples.values.push_back(sample);
    }
  const double edge = vertices ? 0 : 0.5;
  const auto rows = static_cast<double>(height - (vertices ? 1 : 0));
  const auto value = [=](const Vector3& p) {
    const double c = Longitude(p) * static_cast<double>(columns) - edge;
    const double r = (1 - Latitude(p)) * rows - edge;
    return InterpolatedAt(samples, c, r + static_cast<double>(kRowsBeyond), is_b_spline).value;
  };
  return {std::make_shared<const SourceImage>(std::move(pixels)), value};
}

TEST_CASE("an image covers the sphere, with exact slopes") {
  for (const bool is_b_spline : {false, true})
    for (const auto& [width, height] :
         std::vector<std::pair<int64_t, int64_t>>{{24, 12}, {23, 12}, {7, 9}, {31, 5}, {40, 20}}) {
      CAPTURE(width);
      const bool vertices = width == 2 * height - 1;
      const auto [image, value] = TestSphere(width, height, vertices, is_b_spline);
      const std::string noise = is_b_spline ? "image(x, filter=b-spline)" : "image(x)";
      CheckField(SphereWith(noise, image), value, 2e-6, 2e-3);
      CheckField(SphereWith(noise, image, "cube", kTilted), value, 2e-6, 2e-3);
    }
}

TEST_CASE("a pole of an image has one value, the mean of its row, and finite slopes") {
  const auto [image, value] = TestSphere(24, 12, false, false);
  double mean = 0;
  for (int64_t i = 0; i < 24; ++i) mean += double{*image->pixels().Pixel(i, 0)} / 24;
  std::vector<Vec3> points{{0, -kSphereRadius, 0}};
  for (int k = 0; k < 40; ++k)
    points.push_back(
        Times(kSphereRadius, Direction(0.3 * k, kPi / 2 - std::pow(10.0, -(k % 12) - 4))));
  const Points got = SampleOf(SphereWith("image(x)", image), points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    CHECK(double{got.value[k]} == doctest::Approx(mean).epsilon(1e-3));
    CHECK(std::isfinite(got.dx[k]));
    CHECK(std::isfinite(got.dz[k]));
  }
}

TEST_CASE("a picture of a sphere, shown as an image, has the same bits") {
  const std::string sizes[] = {R"("size": 33, )", R"("size": 256, )"};
  for (const std::string& size : sizes)
    for (const char* grid : {"pixels", "vertices"}) {
      CAPTURE(grid);
      const std::string domain = fmt::format(R"(, "grid": "{}")", grid);
      const Recipe recipe =
          SphereWith("fbm(perlin(4), 5)", nullptr, "equirectangular", domain, size);
      const Image first = RenderImage(Program::Compile(recipe), Map::kValue);
      const Recipe shown = SphereWith("image(x)", std::make_shared<const SourceImage>(first),
                                      "equirectangular", domain, "");
      CHECK(shown.width == first.width);
      CHECK(shown.height == first.height);
      CHECK(SameBits(RenderImage(Program::Compile(shown), Map::kValue), first));
    }
}

TEST_CASE("the pixels of the widest image are hit exactly") {
  constexpr int64_t kWidth = 65536;
  const auto image = TestImage(kWidth, 3, 1);
  std::vector<Vec3> points;
  for (int64_t i = 0; i < kWidth; ++i) {
    const double longitude = 2 * kPi * ((static_cast<double>(i) + 0.5) / kWidth - 0.5);
    points.push_back(Times(kSphereRadius, Direction(longitude, kPi / 3)));
  }
  const Points got = SampleOf(SphereWith("image(x)", image), points);
  for (int64_t i = 0; i < kWidth; ++i)
    REQUIRE(got.value[static_cast<std::size_t>(i)] == *image->pixels().Pixel(i, 0));
}

TEST_CASE("faces of a cube that show an image share the vertices on their edges") {
  const Recipe recipe = SphereWith("image(x)", TestImage(24, 12, 1), "cube",
                                   R"(, "grid": "vertices")", R"("size": 9, )");
  const Image value = RenderImage(Program::Compile(recipe), Map::kValue);
  std::map<Vector3, float> known;
  for (int64_t j = 0; j < recipe.height; ++j)
    for (int64_t i = 0; i < recipe.width; ++i) {
      const float sample = *value.Pixel(i, j);
      CHECK(known.emplace(DirectionAt(SphereSamples(recipe, 1), i, j), sample).first->second ==
            sample);
    }
  CHECK(known.size() < value.samples.size());
  const Recipe own = SphereWith("image(x)", TestImage(24, 12, 1), "cube", "", "");
  CHECK(own.height == 6);
}

}  // namespace
}  // namespace cobble::test
