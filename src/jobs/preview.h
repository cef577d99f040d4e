// Small pictures that come before large ones.
#pragma once

#include <optional>
#include <span>

#include "jobs/run_jobs.h"

namespace cobble {

// Chooses previews that take less than a tenth of a second, by the speed of earlier runs.
class PreviewChooser {
 public:
  // Records that `job` took `seconds`.
  void Record(const Job& job, double seconds);

  // Returns the job with a quarter of the picture's sides, or an eighth and so on; nullopt if it is
  // fast enough or too small, if it renders a part of the picture, or if there are several jobs or
  // outputs that are no regular files, which could not be replaced.
  std::optional<Job> Choose(std::span<const Job> jobs) const;

 private:
  double SecondsOf(const Job& job) const;

  double seconds_per_pixel_ = 0;  // 0: not known yet
};

}  // namespace cobble
