// Warnings about samples outside what a format stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "core/window.h"
#include "jobs/job.h"
#include "jobs/run_jobs.h"
#include "render/render_bands.h"

namespace cobble {

// A share of samples that warnings ignore: a few peaks and creases.
inline constexpr double kMaxPeaks = 0.02;

// Returns the share of a map's samples that pictures may clip without a warning: kMaxPeaks; up to a
// third if all is as a preset wrote it, whose author has seen the map. In: pointer, JSON pointer to
// what the map shows; settings, others on which the samples depend.
double IgnoredShare(const Recipe& recipe, std::string_view pointer,
                    std::initializer_list<std::string_view> settings = {});

// Returns the smallest window that has both.
Window Union(const Window& a, const Window& b);

// Returns a warning for each map of which integers clamp more than the IgnoredShare, alone or in a
// pack: heights, nodes and maps of the recipe. Those that are outside 0..1 by a hundredth at most
// do not count, nor do heights outside a range by shares, unless they are metres; but shares that
// leave the height flat do. Measures 64 x 64 samples spread over the window (empty: the whole
// picture), before the pictures are rendered. In: range, of the height.
std::vector<Issue> OutsideWarnings(const Program& program, const Window& window,
                                   std::span<const PictureOutput> pictures,
                                   const HeightRange& range);

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
  std::vector<Issue> shares_;      // of the first job whose shares leave the height flat
  std::vector<Picture> pictures_;  // of each job
};

}  // namespace cobble
