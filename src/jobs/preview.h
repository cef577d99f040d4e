// Small pictures that come before large ones.
#pragma once

#include <optional>
#include <span>

#include "jobs/run_jobs.h"

namespace cobble {

// Chooses previews that take less than a tenth of a second, by the speed of earlier jobs.
class PreviewChooser {
 public:
  void Record(const Job& job, double seconds);

  // Returns the job with sides a quarter as long, or an eighth and so on; nullopt if it is fast
  // enough, too small or a part of the picture, if there are several jobs, or if an output is not a
  // regular file, which could not be replaced.
  std::optional<Job> Choose(std::span<const Job> jobs) const;

 private:
  double SecondsOf(const Job& job) const;

  double seconds_per_pixel_ = 0;  // 0: not known yet
};

}  // namespace cobble
