// Tiling: periods in whole cells.
#include "program/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "core/numbers.h"
#include "recipe/origins.h"

namespace cobble {
namespace {

constexpr double kMaxCells = 0x1p31 - 1;

bool IsWhole(double x) { return x >= 0.5 && std::abs(x - std::round(x)) <= 1e-9 * x; }

// How long the picture's period is along an axis of the lattice, in the noise's own units: the
// picture axis that the rotation puts there, scaled.
double PeriodLength(const NoisePlace& place, std::size_t axis) {
  const auto& extent = place.recipe.domain.extent;
  const std::array<double, 3> sides{extent[0], extent[1], 1};
  double length = 0;
  for (std::size_t b = 0; b < 3; ++b) length += std::abs(place.whole.m[axis][b]) * sides[b];
  return length;
}

// One axis' period: its length, and what its number of cells must be a multiple of.
struct Period {
  double length = 0;
  int multiple = 1;

  double Cells(double frequency) const { return frequency * length; }
  bool Fits(double frequency) const {
    return IsWhole(Cells(frequency) / multiple) && Cells(frequency) <= kMaxCells;
  }
  bool operator==(const Period&) const = default;
};

// What the number of cells along y must be a multiple of.
int RowMultiple(const NoisePlace& place) {
  return place.type.row_multiple ? place.type.row_multiple(place.node) : 1;
}

std::vector<Period> PeriodsOf(const NoisePlace& place) {
  std::vector<Period> periods(static_cast<std::size_t>(place.node.Number("dimensions")));
  for (std::size_t a = 0; a < periods.size(); ++a) periods[a].length = PeriodLength(place, a);
  if (periods.size() > 1) periods[1].multiple = RowMultiple(place);
  return periods;
}

bool FitsAll(const std::vector<Period>& periods, double frequency) {
  return std::all_of(periods.begin(), periods.end(),
                     [&](const Period& period) { return period.Fits(frequency); });
}

// "16 x 9", with as many digits as tell 4.00000001 from 4.
std::string CellsText(const std::vector<Period>& periods, double frequency) {
  std::string text;
  for (const Period& period : periods) {
    if (!text.empty()) text += " x ";
    const double cells = period.Cells(frequency);
    text += IsWhole(cells) ? Shortest(std::round(cells)) : fmt::format("{:.10g}", cells);
  }
  return text;
}

// The frequency that makes `cells` cells of a length, in as few digits as fit all lengths; nothing
// where some axis gets no whole cells.
std::optional<double> FrequencyFor(const std::vector<Period>& periods, double cells) {
  const double exact = cells / periods[0].length;
  for (const double digits : {1e3, 1e6, 1e9, 1e12}) {
    const double rounded = std::round(exact * digits) / digits;
    if (FitsAll(periods, rounded)) return rounded;
  }
  if (FitsAll(periods, exact)) return exact;
  return std::nullopt;
}

// The frequency nearest to `frequency` with whole cells on every axis, among those of at most 10^5
// cells more or less on the first.
std::optional<double> NearestFit(const std::vector<Period>& periods, double frequency) {
  const double wanted = frequency * periods[0].length, cells = std::round(wanted);
  const double side = wanted < cells ? -1 : 1;  // where the next nearest lies
  for (double away = 0; away <= 1e5; ++away) {
    for (const double candidate : {cells + side * away, cells - side * away}) {
      if (candidate < 1) continue;
      if (const auto fit = FrequencyFor(periods, candidate)) return fit;
    }
  }
  return std::nullopt;
}

std::string FitHint(const NoisePlace& place, const std::vector<Period>& periods, double frequency) {
  std::string hint;
  if (const auto fit = NearestFit(periods, frequency))
    hint = "frequency " + Shortest(*fit) + " would fit (" + CellsText(periods, *fit) + " cells)";
  else
    hint = "no frequency near it would fit";
  // On a square of one unit, the cells of a unit are the frequency's own.
  std::vector<Period> square = periods;
  for (std::size_t a = 0; a < square.size(); ++a) {
    square[a].length = 0;
    for (const double m : place.whole.m[a]) square[a].length += std::abs(m);
  }
  const double whole = std::max(std::round(frequency), 1.0);
  if (square == periods || !FitsAll(square, whole)) return hint;
  return hint + "; extent [1, 1] would with frequency " + Shortest(whole);
}

std::string Rows(const NoisePlace& place) {
  const int multiple = RowMultiple(place);
  if (multiple == 1) return "";
  return multiple == 2 ? ", an even number along y"
                       : fmt::format(", a multiple of {} along y", multiple);
}

[[noreturn]] void RefusePeriod(const NoisePlace& place, std::size_t octave, double frequency) {
  const auto periods = PeriodsOf(place);
  if (octave == 0) {
    throw FaultAt(place.recipe, place.pointer + "/frequency",
                  "a tiled picture needs whole cells on every axis" + Rows(place) + ", got " +
                      CellsText(periods, frequency),
                  FitHint(place, periods, frequency));
  }
  const double lacunarity = place.node.Number("lacunarity");
  throw FaultAt(place.recipe, place.pointer + "/lacunarity",
                "a tiled picture needs whole cells in every octave" + Rows(place) + ", got " +
                    CellsText(periods, frequency) + " in octave " + Shortest(double(octave + 1)),
                "lacunarity " + Shortest(std::max(std::round(lacunarity), 1.0)) + " would fit");
}

// The rotation at fault: the domain's, or else that of the innermost transform.
bool IsTurned(const Recipe& recipe) { return recipe.domain.rotate != Vector3{0, 0, 0}; }

std::string RotationOf(const NoisePlace& place) {
  const std::string& transform = place.site.transform;
  return (transform.empty() || IsTurned(place.recipe) ? "/domain" : transform) + "/rotate";
}

std::string RotationText(const NoisePlace& place) {
  if (!IsTurned(place.recipe)) return "another";
  const Vector3& angles = place.recipe.domain.rotate;
  return "[" + Shortest(angles[0]) + ", " + Shortest(angles[1]) + ", " + Shortest(angles[2]) + "]";
}

}  // namespace

void CheckTiledRotation(const NoisePlace& place) {
  const auto& m = place.whole.m;
  const bool keeps_plane = m[0][2] == 0 && m[1][2] == 0 && m[2][0] == 0 && m[2][1] == 0;
  const bool straight = m[0][1] == 0 && m[1][0] == 0, crossed = m[0][0] == 0 && m[1][1] == 0;
  if (!keeps_plane || !(straight || crossed)) {
    throw FaultAt(place.recipe, RotationOf(place),
                  "a tiled picture can be turned by 180 degrees about any axis, and by 90 or 270 "
                  "about z, got " +
                      RotationText(place));
  }
  const double x = PeriodLength(place, 0), y = PeriodLength(place, 1);
  if (crossed && std::abs(x - y) > 1e-9 * x) {
    throw FaultAt(place.recipe, RotationOf(place),
                  "a tiled picture can be turned by 90 or 270 degrees only where both its periods "
                  "are equal, got " +
                      Shortest(y) + " and " + Shortest(x),
                  "extent [1, 1] with equal scales would fit");
  }
}

void FitPeriods(const NoisePlace& place, std::vector<Octave>& octaves) {
  CheckTiledRotation(place);
  const auto periods = PeriodsOf(place);
  for (std::size_t o = 0; o < octaves.size(); ++o) {
    for (std::size_t a = 0; a < periods.size(); ++a) {
      double& frequency = octaves[o].frequency[a];
      const double cells = periods[a].Cells(frequency);
      if (cells > kMaxCells) {
        throw FaultAt(place.recipe, place.pointer + (o == 0 ? "/frequency" : "/octaves"),
                      "a tiled picture can have at most 2147483647 cells a period, got " +
                          Shortest(std::round(cells)));
      }
      if (!periods[a].Fits(frequency)) RefusePeriod(place, o, frequency);
      octaves[o].period[a] = static_cast<int64_t>(std::round(cells));
      frequency = std::round(cells) / periods[a].length;
    }
  }
}

}  // namespace cobble
