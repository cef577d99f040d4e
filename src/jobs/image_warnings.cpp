// Compares an image with the picture: where they end, and how fine they are.
#include "jobs/image_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/numbers.h"
#include "core/suggest.h"
#include "jobs/scale_warnings.h"
#include "program/program_impl.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/images/image_planes.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

// Borders differ if they do so this many times more than the two neighbouring columns (or rows)
// that differ most.
constexpr double kMaxSeam = 1.5;

// Pixels of an image between two samples: the most that go without a warning, and what its hint
// aims at.
constexpr double kMaxPixels = 2, kFewPixels = 1.5;

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

constexpr double kNearlyWhole = 1e-3;  // how far from it a number counts as whole

bool IsNearlyWhole(double x) { return std::abs(x - std::round(x)) < kNearlyWhole; }

// The samples that a window and its halo show, along an axis, in pixels of an image.
struct Reach {
  double low = 0, high = 0;  // the outermost samples
  bool on_pixels = true;     // every sample is in the middle of a pixel
};

Reach ReachOf(const Program& program, const ShownImage& image, std::size_t axis,
              const Window& window, int64_t halo) {
  const Program::Impl& impl = program.impl();
  const Vector3& row = image.to_pixels.m[axis];
  const double first = image.to_pixels.Apply(impl.sample_origin)[axis];
  Reach reach{first - image.reach[axis], first + image.reach[axis],
              IsNearlyWhole(first) && image.reach[axis] == 0};
  const std::array begins{window.x, window.y};
  const std::array ends{window.x + window.width, window.y + window.height};
  for (const std::size_t b : {0u, 1u}) {
    const double step = row[b] * impl.sample_step[b];
    const auto samples = static_cast<double>(program.recipe().samples);
    const double begin = step * static_cast<double>(begins[b] - halo) * samples;
    const double end = step * (static_cast<double>(ends[b] + halo) * samples - 1);
    reach.low += std::min(begin, end);
    reach.high += std::max(begin, end);
    // All steps together must stay on pixels.
    const double drift = (step - std::round(step)) * static_cast<double>(ends[b]) * samples;
    reach.on_pixels = reach.on_pixels && std::abs(drift) < kNearlyWhole;
  }
  return reach;
}

// What shows where borders meet, from the mildest to the worst.
enum class Seam { kNone, kBlend, kSlope, kJump };
constexpr std::array<std::string_view, 4> kSeamTexts{"", "values there mix both sides",
                                                     "slopes and shadows there are wrong",
                                                     "the picture shows a seam"};

// Returns whether a border, half a pixel before the first pixel of each repetition, is less than
// `distance` from a sample, or between two. In: length, of the image.
bool HasBorder(const Reach& reach, int64_t length, double distance) {
  const auto period = static_cast<double>(length);
  const double next = std::floor((reach.low - distance + 0.5) / period + 1e-9) + 1;
  return next * period - 0.5 < reach.high + distance - 1e-6;
}

// Returns how a border shows that is not within the picture.
Seam SeamIn(const ShownImage& image, const Reach& reach, int64_t length) {
  const auto is_near = [&](double distance) { return HasBorder(reach, length, distance); };
  // Slopes and values between pixels lean on the next pixels but one.
  if (image.has_slopes && is_near(1.5)) return Seam::kSlope;
  if (reach.on_pixels) return image.smooths && is_near(1) ? Seam::kBlend : Seam::kNone;
  return is_near(1.5) ? Seam::kBlend : Seam::kNone;
}

// Returns how to keep the heights when other edges widen the bounds of the noise, which are its
// range: by the range of the file if the noise is the image, else by the bounds as they are.
Phrase RangeToKeep(const Program& program, const ShownImage& image) {
  const Recipe& recipe = program.recipe();
  if (recipe.range.mode != RangeMode::kNatural || image.pointer.starts_with("/maps")) return {};
  Bounds range{program.low(), program.high()};
  if (PlaneShownBy(program.impl(), recipe.noise) == image.plane.get())
    range = recipe.images.at(image.name)->is_srgb()
                ? Bounds{0, 1}
                : Bounds{double{image.plane->low}, double{image.plane->high}};
  return " with " + Phrase::Option("range", fmt::format("{:.7g},{:.7g}", range.low, range.high)) +
         ", which keeps the heights";
}

// Returns a warning if a window shows where the image starts again, and that is visible.
std::optional<Issue> WarningOfSeams(const Program& program, const ShownImage& image,
                                    const Window& window, int64_t halo) {
  const Recipe& recipe = program.recipe();
  if (!image.wraps) return std::nullopt;
  std::string borders;
  Seam worst = Seam::kNone;
  for (const std::size_t a : {0u, 1u}) {
    const int64_t length = a == 0 ? image.plane->width : image.plane->height;
    const Reach shown = ReachOf(program, image, a, window, recipe.tiling ? 1 : 0);
    const Seam seam = HasBorder(shown, length, 0)
                          ? Seam::kJump
                          : SeamIn(image, ReachOf(program, image, a, window, halo), length);
    if (seam == Seam::kNone || SeamOf(*image.plane, a) <= kMaxSeam) continue;
    borders += (borders.empty() ? "" : ", and ") + std::string(kBorders[a]);
    worst = std::max(worst, seam);
  }
  if (borders.empty()) return std::nullopt;
  const Phrase edges = Setting(recipe, image, "edges", image.is_fitted ? "auto" : "extend") +
                       RangeToKeep(program, image);
  const Phrase tiles = fmt::format("by-example({}), which tiles, or ", image.name) +
                       Phrase::Option("tiling", "false");
  return WarningAt(
      recipe, image.pointer,
      fmt::format("the borders of the image {} meet, but differ: {}; {}", Quoted(image.name),
                  borders, kSeamTexts[static_cast<std::size_t>(worst)]),
      "for an image that does not repeat, use " + (recipe.tiling ? tiles : edges));
}

// Returns the size of the recipe's width, or of its number of rows, with the image's shape.
std::string SizeOfShape(const Recipe& recipe, const ShownImage& image) {
  const int64_t ends = recipe.width - StepsOf(recipe).x;
  const double steps = static_cast<double>(StepsOf(recipe).x) * image.sides[1] / image.sides[0];
  return fmt::format("{}x{}", recipe.width, std::max<int64_t>(std::llround(steps) + ends, 1));
}

// Returns whether a recipe asks for more of the noise along an axis than its size alone shows.
// Without that, a picture is a unit wide, as an image is.
bool AsksForRepeats(const Recipe& recipe, std::size_t axis) {
  const auto is_set = [&](const char* pointer) { return recipe.origins.contains(pointer); };
  return axis == 0 || recipe.tiling || is_set("/domain/extent") || is_set("/domain/scale");
}

// Appends a warning if an image on a sphere is not twice as wide as high.
void WarnOfSphere(const Recipe& recipe, const ShownImage& image, std::vector<Issue>* warnings) {
  const auto [width, height] = image.sides;
  if (std::abs(width / 2 - height) <= 1) return;
  warnings->push_back(WarningAt(
      recipe, image.pointer,
      fmt::format("the image {} of {} x {} pixels is stretched: a sphere shows it as a whole, by "
                  "longitude and latitude",
                  Quoted(image.name), image.plane->width, image.plane->height),
      "give one that is twice as wide as high"));
}

// Appends a warning if the picture is as wide as the image but not as high, or the reverse; on a
// sphere, if the image has another shape than the sphere.
void WarnOfShape(const Recipe& recipe, const ShownImage& image, bool has_free_size,
                 std::vector<Issue>* warnings) {
  if (recipe.domain.IsSphere()) return WarnOfSphere(recipe, image, warnings);
  const auto& m = image.to_pixels.m;
  const bool is_upright = (m[0][1] == 0 && m[1][0] == 0) || (m[0][0] == 0 && m[1][1] == 0);
  if (image.is_fitted || !is_upright) return;
  const std::array<double, 2>& extent = recipe.domain.extent;
  const PictureSteps steps = StepsOf(recipe);
  const std::array pixels{static_cast<double>(steps.x), static_cast<double>(steps.y)};
  std::array<double, 2> seen{};
  std::array<bool, 2> fits{};
  for (const std::size_t a : {0u, 1u}) {
    seen[a] = std::abs(m[a][0]) * extent[0] + std::abs(m[a][1]) * extent[1];
    fits[a] = std::abs(seen[a] - image.sides[a]) <= 1 + seen[a] / pixels[a];
  }
  if (fits[0] == fits[1]) return;
  const std::size_t a = fits[0] ? 1 : 0;
  const double share = seen[a] / image.sides[a];
  if (image.wraps && share > 1 && IsNearlyWhole(share) && AsksForRepeats(recipe, a)) return;
  const std::string_view side = a == 0 ? "width" : "height";
  // Stretched, an image gives the picture no world.
  const bool has_ground = recipe.images.at(image.name)->terrain().has_value();
  const std::string_view beyond = image.wraps ? "repeats" : "goes on";
  const std::string what =
      share < 1 ? fmt::format("{:.0f} % of its {} are cut off", 100 * (1 - share), side)
                : fmt::format("it {} at the {}", beyond, kBorders[a]);
  warnings->push_back(
      WarningAt(recipe, image.pointer,
                fmt::format("the image {} of {} x {} pixels has another shape than the picture: {}",
                            Quoted(image.name), image.plane->width, image.plane->height, what),
                "use " +
                    (has_free_size ? Phrase::Option("size", SizeOfShape(recipe, image)) + ", or "
                                   : Phrase()) +
                    Setting(recipe, image, "fit", "cover") +
                    (has_ground ? " (or contain)" : " (or contain, or stretch)")));
}

// Appends a warning if the steps of an image should be smoothed, but are too few to be.
void WarnOfSteps(const Recipe& recipe, const ShownImage& image, std::vector<Issue>* warnings) {
  if (!image.plane->keeps_steps) return;
  warnings->push_back(WarningAt(
      recipe, image.pointer,
      fmt::format("the image {} has too few levels to smooth their steps, and stays as it is",
                  Quoted(image.name)),
      "leave out steps=smooth, or set step, the difference between neighbouring levels"));
}

// Returns how many pixels of the image are between two samples, along the axis with the most. What
// moves the samples as far, such as a blur, is trusted to smooth them.
double PixelsPerSample(const Program& program, const ShownImage& image) {
  const Recipe& recipe = program.recipe();
  if (recipe.domain.IsSphere())  // around the equator
    return image.sides[0] / static_cast<double>(StepsOf(recipe).x * recipe.samples);
  double most = 0;
  for (const std::size_t a : {0u, 1u})
    for (const std::size_t b : {0u, 1u}) {
      const double pixels = std::abs(image.to_pixels.m[a][b]) * program.impl().sample_step[b];
      if (image.reach[a] < pixels / 2) most = std::max(most, pixels);
    }
  return most;
}

}  // namespace

std::vector<Issue> FineImageWarning(const Program& program) {
  constexpr double kRounding = 1e-6;
  const Recipe& recipe = program.recipe();
  if (std::max(recipe.width, recipe.height) < kMinShownSide) return {};
  const auto& images = program.impl().images;
  const auto pixels = [&](const ShownImage& image) { return PixelsPerSample(program, image); };
  const auto worst = std::ranges::max_element(images, {}, pixels);
  if (worst == images.end() || pixels(*worst) <= kMaxPixels + kRounding) return {};
  const double per_pixel = pixels(*worst) * recipe.samples;
  const double highest =
      recipe.domain.grid == Grid::kVertices ? 1 : FindFieldAt("samples")->maximum;
  const double samples = std::min(std::ceil(per_pixel / kFewPixels), highest);
  Phrase hint = "blur the image";
  if (samples > recipe.samples) {
    const bool is_enough = per_pixel / samples <= kMaxPixels;
    hint = "use " + Phrase::Option("samples", Shortest(samples)) +
           (is_enough ? ", or " : ", and ") + hint;
  }
  return {WarningAt(recipe, worst->pointer,
                    fmt::format("the image {} has {:.2g} pixels for each sample of the picture, "
                                "which skips those between and looks noisy",
                                Quoted(worst->name), pixels(*worst)),
                    hint)};
}

std::vector<Issue> ImageWarnings(const Program& program, const Window& window, int64_t halo,
                                 bool has_free_size) {
  std::vector<Issue> warnings;
  std::set<std::string_view> nodes, seams;  // pointers of nodes, each warned of once
  for (const ShownImage& image : program.impl().images) {
    if (nodes.insert(image.pointer).second) {
      WarnOfShape(program.recipe(), image, has_free_size, &warnings);
      WarnOfSteps(program.recipe(), image, &warnings);
    }
    if (seams.contains(image.pointer)) continue;
    if (auto warning = WarningOfSeams(program, image, window, halo)) {
      warnings.push_back(*std::move(warning));
      seams.insert(image.pointer);
    }
  }
  return warnings;
}

}  // namespace cobble
