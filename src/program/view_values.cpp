// Computes values at points, and sorts them.
#include "program/view_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/interrupt.h"
#include "core/math.h"
#include "program/for_each.h"
#include "program/kept.h"
#include "program/worker.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {
namespace {

constexpr uint64_t kMaxKeptBytes = uint64_t{1} << 20;

// Points that a thread computes or sorts at a time.
constexpr std::size_t kBlock = std::size_t{1} << 13;

Kept<const ViewValues>& KeptViews() {
  static Kept<const ViewValues> kept(kMaxKeptBytes);
  return kept;
}

// Points of neighbouring cells differ in their places within them by parts of the golden ratio and
// of its likes in two dimensions, so that no pattern that repeats hides between them.
// Based on: Martin Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018.
constexpr double kPart = 0.6180339887498949, kPartX = 0.7548776662466927,
                 kPartY = 0.5698402909980532;

// Returns a point of a sphere. In: x and y, from 0 to 1; equal areas are equally large on it.
Vector3 SpherePoint(double x, double y) {
  const auto [sin, cos] = SinCosTurns(x - 0.5);
  const double south = 2 * y - 1, ring = std::sqrt(1 - south * south);
  return {kSphereRadius * ring * sin, kSphereRadius * south, kSphereRadius * ring * cos};
}

Vector3 ViewPoint(const Recipe& recipe, int side, std::size_t point) {
  const auto width = static_cast<std::size_t>(side);
  const auto column = static_cast<double>(point % width);
  const auto row = static_cast<double>(point / width);
  const auto fraction = [](double x) { return x - std::floor(x); };
  const double x = (column + fraction(row * kPart)) / side;
  const double y = (row + fraction(column * kPart)) / side;
  if (recipe.domain.IsSphere()) return SpherePoint(x, y);
  const auto& [across, down] = recipe.domain.extent;
  const double slice = recipe.loop ? fraction(column * kPartX + row * kPartY) : recipe.domain.slice;
  return {(x - 0.5) * across, (y - 0.5) * down, slice};
}

// Sorts blocks, then merges neighbours, on several threads. -0 becomes 0.
void Sort(int threads, std::vector<float>* values) {
  const std::size_t count = values->size();
  const auto at = [&](std::size_t index) {
    return values->begin() + static_cast<std::ptrdiff_t>(std::min(index, count));
  };
  for (std::size_t span = kBlock; span == kBlock || span / 2 < count; span *= 2) {
    const auto spans = static_cast<int>((count + span - 1) / span);
    ForEachItem(spans, threads, [&](int k) {
      CheckInterrupt();
      const std::size_t first = static_cast<std::size_t>(k) * span;
      if (span > kBlock)
        return std::inplace_merge(at(first), at(first + span / 2), at(first + span));
      std::for_each(at(first), at(first + span), [](float& value) { value += 0.0f; });
      std::sort(at(first), at(first + span));
    });
  }
}

ViewValues MeasuredViewValues(const Program::Impl& program, int side) {
  const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
  std::vector<float> values = ValuesAt(
      program, count, [&](std::size_t point) { return ViewPoint(program.recipe, side, point); });
  Sort(program.options.threads, &values);
  ViewValues out{values.front(), values.back(), {}};
  out.ranks.resize(std::min(count, ViewValues::kRanks));
  for (std::size_t k = 0; k < out.ranks.size(); ++k)
    out.ranks[k] = values[(2 * k + 1) * count / (2 * out.ranks.size())];
  return out;
}

}  // namespace

std::vector<float> ValuesAt(const Program::Impl& program, std::size_t count,
                            const std::function<Vector3(std::size_t point)>& place) {
  const std::size_t blocks = (count + kBlock - 1) / kBlock;
  std::vector<float> values(count);
  const int value = program.result.value;
  const int buffer = value < 0 ? program.maps.front().buffers.front() : value;
  ForEachItem(static_cast<int>(blocks), program.options.threads, [&](int block) {
    CheckInterrupt();
    Worker worker(program, kShortRun);
    std::array<std::vector<double>, 3> at;
    for (auto& axis : at) axis.resize(kShortRun);
    std::size_t first = static_cast<std::size_t>(block) * kBlock;
    const std::size_t end = std::min(count, first + kBlock);
    while (first < end) {
      const std::size_t n = std::min<std::size_t>(kShortRun, end - first);
      for (std::size_t k = 0; k < n; ++k) {
        const Vector3 point = place(first + k);
        for (std::size_t a = 0; a < 3; ++a) at[a][k] = point[a];
      }
      worker.SetPoints(std::span(at[0]).first(n), std::span(at[1]).first(n),
                       std::span(at[2]).first(n));
      worker.Evaluate({0, 0, static_cast<int>(n)});
      std::copy_n(worker.Value(buffer), n, values.begin() + static_cast<std::ptrdiff_t>(first));
      first += n;
    }
  });
  return values;
}

std::string SubjectOf(const Program::Impl& program) {
  std::string text = fmt::format("{}\n", program.recipe.domain.slice);
  for (const auto& [name, image] : program.recipe.images)
    text += fmt::format("{} {}\n", name, image ? image->sha256() : "");
  return text + WriteRecipeLine(program.recipe);
}

double ViewValues::AtShare(double share) const {
  if (share <= 0) return double{low};
  if (share >= 1) return double{high};
  const auto last = static_cast<double>(ranks.size() - 1);
  const double at = std::clamp(share * static_cast<double>(ranks.size()) - 0.5, 0.0, last);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, ranks.size() - 1);
  const double part = at - std::floor(at);
  return double{ranks[below]} + part * (double{ranks[above]} - double{ranks[below]});
}

std::shared_ptr<const ViewValues> ViewValuesOf(const Program::Impl& program, int side,
                                               const std::string& subject) {
  const std::string key = fmt::format("{} {}", side, subject);
  if (auto values = KeptViews().Find(key)) return values;
  const SimulationTurn turn;
  if (auto values = KeptViews().Find(key)) return values;
  auto values = std::make_shared<const ViewValues>(MeasuredViewValues(program, side));
  KeptViews().Keep(key, {}, values->ranks.size() * sizeof(float) + key.size(), values);
  return values;
}

}  // namespace cobble
