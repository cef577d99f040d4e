// Land that rises again where rivers have worn it off: the spline of values for square blocks.
#pragma once

#include "drainage/drainage.h"

namespace cobble::drainage {

class Uplift {
 public:
  explicit Uplift(const Settings& settings);

  // Follows what has been worn off, after a pass.
  void Follow(const Grid& grid, const Values& source, const Values& level, const Team& team);
  // Sets `raised` to the source, lifted.
  void Raise(const Grid& grid, const Values& source, const Team& team, Values* raised) const;

 private:
  double part_;
  Cells blocks_;  // as cells
  Values lift_;   // coefficients of a spline, at the middles of blocks
};

// Returns how far heights are below the source: means of blocks.
Values MeansWorn(const Grid& grid, const Values& source, const Values& height, const Team& team);

}  // namespace cobble::drainage
