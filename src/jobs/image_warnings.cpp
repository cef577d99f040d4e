// Compares where an image ends with where the picture does.
#include "jobs/image_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/suggest.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/images/image_planes.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

// Borders differ if they do so this many times more than the two neighbouring columns (or rows)
// that differ most.
constexpr double kMaxSeam = 1.5;

constexpr std::array<std::string_view, 2> kBorders{"left and right", "top and bottom"};

// Returns the difference of the last and the first column (0) or row (1), over the largest
// difference of two neighbours, as `seam x` of cobble stats.
double SeamOf(const ImagePlane& plane, std::size_t axis) {
  const int64_t step = axis == 0 ? 1 : plane.stride, across = axis == 0 ? plane.stride : 1;
  const int64_t length = axis == 0 ? plane.width : plane.height;
  const int64_t count = axis == 0 ? plane.height : plane.width;
  const auto difference = [&](int64_t a, int64_t b) {
    double sum = 0;
    for (int64_t k = 0; k < count; ++k) {
      const float* const line = plane.Origin() + k * across;
      sum += std::abs(double{line[a * step]} - double{line[b * step]});
    }
    return sum;
  };
  double largest = 0;
  for (int64_t k = 1; k < length; ++k) largest = std::max(largest, difference(k - 1, k));
  const double seam = difference(length - 1, 0);
  return seam > 0 ? seam / largest : 0;
}

// Returns how a person sets a key of the image's node.
Phrase Setting(const Recipe& recipe, const ShownImage& image, std::string_view key,
               std::string_view value) {
  std::string path = image.pointer.substr(1) + "/" + std::string(key);
  std::ranges::replace(path, '/', '.');
  const Origin* const origin = NearestOrigin(recipe, image.pointer);
  if (!origin || origin->is_flag || origin->is_preset) return Phrase::Option(path, value);
  if (origin->formula) return std::string(key) + "=" + std::string(value);
  return fmt::format("\"{}\": \"{}\"", key, value);
}

// Appends a warning if the picture shows where the image starts again, and that is visible.
void WarnOfSeams(const Recipe& recipe, const ShownImage& image, std::vector<Issue>* warnings) {
  if (recipe.tiling || !image.wraps) return;
  std::string borders;
  for (const std::size_t a : {0u, 1u}) {
    // The outermost pixels already lean towards those on the other side.
    const double low = image.middle[a] - image.seen[a] / 2, high = low + image.seen[a];
    if ((low >= 0.5 && high <= image.sides[a] - 1.5) || SeamOf(*image.plane, a) <= kMaxSeam)
      continue;
    borders += (borders.empty() ? "" : ", and ") + std::string(kBorders[a]);
  }
  if (borders.empty()) return;
  warnings->push_back(
      FaultAt(recipe, image.pointer,
              fmt::format("the borders of the image {} meet, but differ: {}; slopes and shadows "
                          "there are wrong",
                          Quoted(image.name), borders),
              "for an image that does not repeat, use " + Setting(recipe, image, "edges", "extend"))
          .issues()
          .front());
}

// Returns the size of the recipe's width, or of its number of rows, with the image's shape.
std::string SizeOfShape(const Recipe& recipe, const ShownImage& image) {
  const int64_t ends = recipe.width - StepsOf(recipe).x;
  const double steps = static_cast<double>(StepsOf(recipe).x) * image.sides[1] / image.sides[0];
  return fmt::format("{}x{}", recipe.width, std::max<int64_t>(std::llround(steps) + ends, 1));
}

// Appends a warning if the picture is as wide as the image but not as high, or the reverse.
void WarnOfShape(const Recipe& recipe, const ShownImage& image, bool has_free_size,
                 std::vector<Issue>* warnings) {
  if (image.is_fitted || !image.is_upright) return;
  const PictureSteps steps = StepsOf(recipe);
  const std::array pixels{static_cast<double>(steps.x), static_cast<double>(steps.y)};
  std::array<bool, 2> fits{};
  for (const std::size_t a : {0u, 1u})
    fits[a] = std::abs(image.seen[a] - image.sides[a]) <= 1 + image.seen[a] / pixels[a];
  if (fits[0] == fits[1]) return;
  const std::size_t a = fits[0] ? 1 : 0;
  const double share = image.seen[a] / image.sides[a];
  const std::string_view side = a == 0 ? "width" : "height";
  const std::string_view beyond = image.wraps ? "repeats" : "goes on";
  const std::string what =
      share < 1 ? fmt::format("{:.0f} % of its {} are cut off", 100 * (1 - share), side)
                : fmt::format("it {} at the {}", beyond, kBorders[a]);
  warnings->push_back(
      FaultAt(recipe, image.pointer,
              fmt::format("the image {} of {} x {} pixels has another shape than the picture: {}",
                          Quoted(image.name), image.plane->width, image.plane->height, what),
              "use " +
                  (has_free_size ? Phrase::Option("size", SizeOfShape(recipe, image)) + ", or "
                                 : Phrase()) +
                  Setting(recipe, image, "fit", "cover") + " (or contain, or stretch)")
          .issues()
          .front());
}

}  // namespace

std::vector<Issue> ImageWarnings(const Program& program, bool has_free_size) {
  std::vector<Issue> warnings;
  for (const ShownImage& image : program.impl().images) {
    WarnOfShape(program.recipe(), image, has_free_size, &warnings);
    WarnOfSeams(program.recipe(), image, &warnings);
  }
  return warnings;
}

}  // namespace cobble
