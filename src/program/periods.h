// The periods of a noise that repeats, which must be whole numbers of its cells, and the
// frequencies that make them so.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/affine.h"
#include "program/octaves.h"

namespace cobble {

inline constexpr double kMaxPeriodCells = 0x1p31 - 1;  // per period

// The period along one axis: its length, the factor that its cell count must be a multiple of, and
// the key that sets its frequency.
struct Period {
  std::size_t axis = 0;
  double length = 0;
  int multiple_of = 1;
  std::string_view key = {};

  double Cells(double frequency) const { return frequency * length; }
  bool Fits(double frequency) const;
  bool operator==(const Period&) const = default;
};

// Returns the periods along the axes that repeat (RepeatsAlong in tiling.h).
std::vector<Period> PeriodsOf(const NoiseContext& noise);

// Returns the length of the period along an axis, in units.
double LengthOf(const NoiseContext& noise, std::size_t axis);

// Returns the factors that the numbers of cells along x and y must be multiples of.
std::array<int, 2> MultiplesOf(const NoiseContext& noise);

// Returns whether each period fits the frequency along its axis.
bool FitAll(const std::vector<Period>& periods, const Vector3& frequency);

// Returns frequencies that fit: those that do already remain, others become the nearest that do.
// nullopt if one would be more than 10^5 cells away.
std::optional<Vector3> NearestFit(const std::vector<Period>& periods, const Vector3& frequency);

// Returns cell counts as "16 x 9" or "1", with enough digits to distinguish 4.00000001 from 4.
std::string CellsText(const std::vector<Period>& periods, const Vector3& frequency);
// Returns " (16 x 9 cells)" or " (1 cell)".
std::string CellsInBrackets(const std::vector<Period>& periods, const Vector3& frequency);

}  // namespace cobble
