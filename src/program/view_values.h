// The values of programs at points, and how they are distributed in the picture.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noise/kernel.h"
#include "program/program_impl.h"

namespace cobble {

// Returns the values of a kPoints program at points 0 to count - 1, computed on several threads: of
// its result or, if it has none, of its first map.
std::vector<float> ValuesAt(const Program::Impl& program, std::size_t count,
                            const std::function<Vector3(std::size_t point)>& place);

// Returns all that the values of a kPoints program depend on, as text: its recipe and images.
std::string SubjectOf(const Program::Impl& program);

// The values of a picture, whatever its size, at points across its view: one in each of side x
// side cells, and in a loop at all its slices.
struct ViewValues {
  static constexpr int kSide = 1024;
  static constexpr std::size_t kRanks = 4096;

  float low = 0, high = 0;
  // Value k has a share (k + 1/2) / ranks.size() of the others below it. At most kRanks.
  std::vector<float> ranks;

  // Returns the value that has the share below it, 0 to 1; of 0 and 1, the extremes.
  double AtShare(double share) const;
};

// Returns the values, which are kept for some time. In: program, kPoints, of the value alone, as
// positions of the picture; subject, all that they depend on, as text. Thread-safe.
std::shared_ptr<const ViewValues> ViewValuesOf(const Program::Impl& program, int side,
                                               const std::string& subject);

// Returns what measuring them costs: evaluations besides those of the program, and bytes meanwhile.
inline constexpr double kEvaluationsOfViewPoint = 40;
inline constexpr uint64_t kBytesOfViewPoint = sizeof(float);

}  // namespace cobble
