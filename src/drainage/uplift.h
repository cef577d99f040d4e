// Land that rises again where rivers have worn it off: a smooth field of kBlocks x kBlocks values.
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
  static constexpr int kBlocks = 16;

  double part_;
  Cells blocks_;
  Values lift_;
};

}  // namespace cobble::drainage
