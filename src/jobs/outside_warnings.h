// Warnings about samples outside what a format stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "core/window.h"
#include "jobs/job.h"
#include "jobs/run_jobs.h"
#include "render/render_bands.h"

namespace cobble {

// Returns a warning for each map with many samples outside the 0..1 that integers store, alone or
// in a pack: a height or a node in a range of two numbers with more than 2 %; more than a third of
// a map of the recipe, or of a height in a preset's range, which may be meant to be 0 or 1. Those
// that are outside by a hundredth at most do not count. Measures 64 x 64 samples spread over the
// window (empty: the whole picture), before the pictures are rendered. In: range, of the height.
std::vector<Issue> OutsideWarnings(const Program& program, const Window& window,
                                   std::span<const PictureOutput> pictures,
                                   const HeightRange& range);
// The same for the first recipe of jobs that have not run.
std::vector<Issue> OutsideWarnings(std::span<const Job> jobs);

// Collects the samples that formats clamped while a run was rendered, and warns like
// OutsideWarnings: of the tiles of a picture together, of other jobs of the one with the most. The
// share is exact, except in pictures of several channels, whose maps are measured. Also warns of
// half floats and HDR, which have limits of their own.
class OutsideTally {
 public:
  // In: label, of the job among the others; may be empty.
  void Add(const Job& job, const JobResult& result, const std::string& label);
  std::vector<Issue> Warnings();

 private:
  // Jobs of one recipe.
  struct Group {
    std::shared_ptr<JobRecipe> recipe{};
    Window window;  // of all jobs
    HeightRange range;
    std::string label{};
    double pixels = 0;
    int jobs = 0;
  };
  struct Picture {
    double clamped = 0;    // samples of the open group
    PictureOutput open{};  // its first picture
    double worst = 0;      // clamped samples per pixel of `group`, which has the most
    Group group{};
    PictureOutput output{};
  };

  void CloseGroup();
  static std::vector<Issue> WarningsOf(const Picture& picture);

  Group open_;
  std::vector<Picture> pictures_;  // of each job
};

}  // namespace cobble
