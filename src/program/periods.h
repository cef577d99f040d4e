// The periods of a noise that repeats, and the frequencies that make them whole numbers of cells.
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

// The period along one axis. `multiple_of` divides its cell count; `key` sets its frequency.
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

// Returns what the cell counts along x and y must be multiples of.
std::array<int, 2> MultiplesOf(const NoiseContext& noise);

bool FitAll(const std::vector<Period>& periods, const Vector3& frequency);

// Returns the nearest frequencies that fit; nullopt if one is more than 10^5 cells away.
std::optional<Vector3> NearestFit(const std::vector<Period>& periods, const Vector3& frequency);

// Returns cell counts as "16 x 9" or "1", with enough digits to distinguish 4.00000001 from 4.
std::string CellsText(const std::vector<Period>& periods, const Vector3& frequency);
// Returns " (16 x 9 cells)" or " (1 cell)".
std::string CellsInBrackets(const std::vector<Period>& periods, const Vector3& frequency);

}  // namespace cobble
