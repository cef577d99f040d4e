// Measures how often distances reach the limit of their noise. Compiles the recipe a second time,
// into steps that compute only the limited distances.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "cobble/render.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "render/probes.h"

namespace cobble {
namespace {

// Returns the limited shares of all noises. In: the number of limited samples of each probe. A
// noise below a fractal has several sites: the largest share counts.
std::vector<LimitedDistances> SharesOf(const std::vector<LimitProbe>& probes,
                                       const std::vector<int>& counts) {
  std::vector<LimitedDistances> shares;
  for (std::size_t p = 0; p < probes.size();) {
    const LimitProbe& first = probes[p];
    double share = 0;  // the mean over the octaves of this site
    do {
      share += probes[p].weight * counts[p] / (kProbeSide * kProbeSide);
    } while (++p < probes.size() && !probes[p].is_first);
    const auto known = std::ranges::find(shares, first.pointer, &LimitedDistances::pointer);
    if (known == shares.end())
      shares.push_back({first.pointer, first.limit, share});
    else
      known->share = std::max(known->share, share);
  }
  return shares;
}

}  // namespace

std::vector<LimitedDistances> MeasureLimits(const Program& program, const Window& window) {
  Program::Impl probed;
  CompileProbes(program.impl(), &probed);
  if (probed.probes.empty()) return {};
  std::vector<int> counts(probed.probes.size());
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (std::size_t p = 0; p < counts.size(); ++p) {
      const float* const values = worker.Value(probed.probes[p].buffer);
      counts[p] += static_cast<int>(
          std::count(values, values + kProbeSide, static_cast<float>(probed.probes[p].limit)));
    }
  });
  return SharesOf(probed.probes, counts);
}

}  // namespace cobble
