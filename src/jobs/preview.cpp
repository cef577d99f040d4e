// Implements PreviewChooser.
#include "jobs/preview.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cobble/error.h"
#include "jobs/admission.h"
#include "output/sink/sink.h"
#include "recipe/reading/sphere.h"
#include "render/parallel.h"

namespace cobble {
namespace {

constexpr double kFast = 0.1;     // seconds
constexpr int64_t kMinSide = 32;  // of a preview
constexpr int kFirstHalving = 2;  // a quarter of each side
// Guesses for the first job: seconds per noise evaluation, and per pixel written.
constexpr double kEvaluation = 0.5e-9, kPixel = 5e-9;

double PixelsOf(const Job& job) {
  return static_cast<double>(job.window.width) * static_cast<double>(job.window.height);
}

bool IsWhole(const Job& job) {
  const Recipe& recipe = job.recipe->recipe();
  return job.window == Window{0, 0, recipe.width, recipe.height};
}

bool IsReplaceable(const PictureOutput& picture) {
  return !picture.memory && !IsWrittenDirectly(picture.path);
}

// Returns the job with its sides halved `times` times. The extent, and with it the pattern, stays.
Job Halved(const Job& job, int times) {
  Recipe recipe = job.recipe->recipe();
  recipe.width = std::max<int64_t>(recipe.width >> times, 1);
  recipe.height = std::max<int64_t>(recipe.height >> times, 1);
  if (recipe.domain.IsSphere()) SetRows(recipe.height, &recipe);
  Job small = job;
  small.window = {0, 0, recipe.width, recipe.height};
  small.has_checksum = false;
  small.statistics = false;
  small.recipe = std::make_shared<JobRecipe>(std::move(recipe), job.recipe->options());
  return small;
}

}  // namespace

void PreviewChooser::Record(const Job& job, double seconds) {
  if (const double pixels = PixelsOf(job); pixels > 0) seconds_per_pixel_ = seconds / pixels;
}

double PreviewChooser::SecondsOf(const Job& job) const {
  if (seconds_per_pixel_ > 0) return PixelsOf(job) * seconds_per_pixel_;
  const int threads = ThreadsOf(job.threads);
  const double evaluations = EvaluationsPerPixel(*job.recipe->Compile());
  return PixelsOf(job) * (evaluations * kEvaluation + kPixel) / threads;
}

std::optional<Job> PreviewChooser::Choose(std::span<const Job> jobs) const {
  if (jobs.size() != 1 || !IsWhole(jobs.front())) return std::nullopt;
  const Job& job = jobs.front();
  if (!std::ranges::all_of(job.pictures, &IsReplaceable)) return std::nullopt;
  double seconds = SecondsOf(job);
  if (seconds <= kFast) return std::nullopt;
  int times = kFirstHalving;
  for (seconds /= 16; seconds > kFast; seconds /= 4) ++times;
  const Window& window = job.window;
  while (times > 0 && std::min(window.width, window.height) >> times < kMinSide) --times;
  if (times == 0) return std::nullopt;
  Job small = Halved(job, times);
  try {
    CheckJob(small);
  } catch (const Error&) {  // some recipes are valid only at their own size
    return std::nullopt;
  }
  return small;
}

}  // namespace cobble
