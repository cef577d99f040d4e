// The periods of noises: their lengths, and the search for frequencies that fit them.
#include "program/periods.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/numbers.h"
#include "program/tiling.h"

namespace cobble {
namespace {

bool IsWhole(double x) { return x >= 0.5 && std::abs(x - std::round(x)) <= 1e-9 * x; }

bool FitsAll(const std::vector<Period>& periods, double frequency) {
  return std::all_of(periods.begin(), periods.end(),
                     [&](const Period& period) { return period.Fits(frequency); });
}

// Returns the periods whose frequency `key` sets.
std::vector<Period> PeriodsWith(std::string_view key, const std::vector<Period>& periods) {
  std::vector<Period> out;
  std::ranges::copy_if(periods, std::back_inserter(out),
                       [&](const Period& period) { return period.key == key; });
  return out;
}

// Returns the frequency with the fewest digits that gives `cells` cells along the first axis;
// nullopt if another axis then has a fraction of a cell.
std::optional<double> FrequencyFor(const std::vector<Period>& periods, double cells) {
  const double exact = cells / periods[0].length;
  for (const double scale : {1e3, 1e6, 1e9, 1e12}) {
    const double rounded = std::round(exact * scale) / scale;
    if (FitsAll(periods, rounded)) return rounded;
  }
  if (FitsAll(periods, exact)) return exact;
  return std::nullopt;
}

// Searches up to 10^5 cells away along the first axis for whole cells along every axis.
std::optional<double> NearestFitOfOneKey(const std::vector<Period>& periods, double frequency) {
  const double exact = frequency * periods[0].length, cells = std::round(exact);
  // Of two candidates equally far, tries the one on this side first.
  const double nearer_side = exact < cells ? -1 : 1;
  for (double distance = 0; distance <= 1e5; ++distance) {
    for (const double candidate :
         {cells + nearer_side * distance, cells - nearer_side * distance}) {
      if (candidate < 1) continue;
      if (const auto fit = FrequencyFor(periods, candidate)) return fit;
    }
  }
  return std::nullopt;
}

}  // namespace

bool Period::Fits(double frequency) const {
  return IsWhole(Cells(frequency) / multiple_of) && Cells(frequency) <= kMaxPeriodCells;
}

std::vector<Period> PeriodsOf(const NoiseContext& noise) {
  std::vector<Period> periods;
  const std::array<int, 2> multiples = MultiplesOf(noise);
  for (std::size_t a = 0; a < static_cast<std::size_t>(noise.lattice.dimensions); ++a) {
    if (!RepeatsAlong(noise.recipe, a)) continue;
    const double length = PeriodLength(noise.site.from_picture.m, a, noise.recipe.domain.extent);
    periods.push_back({a, length, a < 2 ? multiples[a] : 1, noise.lattice.frequency_keys[a]});
  }
  return periods;
}

std::array<int, 2> MultiplesOf(const NoiseContext& noise) {
  if (!noise.type.cell_multiples) return {1, 1};
  return noise.type.cell_multiples(noise.node);
}

bool FitAll(const std::vector<Period>& periods, const Vector3& frequency) {
  return std::ranges::all_of(
      periods, [&](const Period& period) { return period.Fits(frequency[period.axis]); });
}

std::optional<Vector3> NearestFit(const std::vector<Period>& periods, const Vector3& frequency) {
  Vector3 out = frequency;
  for (const Period& period : periods) {
    const auto of_key = PeriodsWith(period.key, periods);
    if (FitsAll(of_key, frequency[period.axis])) continue;
    const auto fit = NearestFitOfOneKey(of_key, frequency[period.axis]);
    if (!fit) return std::nullopt;
    out[period.axis] = *fit;
  }
  return out;
}

std::string CellsText(const std::vector<Period>& periods, const Vector3& frequency) {
  std::string text;
  for (const Period& period : periods) {
    if (!text.empty()) text += " x ";
    const double cells = period.Cells(frequency[period.axis]);
    text += IsWhole(cells) ? Shortest(std::round(cells)) : fmt::format("{:.10g}", cells);
  }
  return text;
}

std::string CellsInBrackets(const std::vector<Period>& periods, const Vector3& frequency) {
  const std::string text = CellsText(periods, frequency);
  return " (" + text + (text == "1" ? " cell)" : " cells)");
}

}  // namespace cobble
