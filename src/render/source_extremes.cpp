// The minimum and maximum of the sources of nodes, at the samples of probes.h.
#include "render/source_extremes.h"

#include <algorithm>
#include <cstddef>

#include "program/worker.h"
#include "render/probes.h"

namespace cobble {

std::vector<SourceExtremes> ExtremesOfSources(const Program& program, const Window& window) {
  if (!program.impl().has_source_ranges) return {};
  Program::Impl probed;
  CompileProbes(program.impl(), &probed);
  std::vector<SourceExtremes> sources;  // one per node, however often it is used
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (const SourceProbe& probe : probed.source_probes) {
      const float* const values = worker.Value(probe.buffer);
      const auto [lowest, highest] = std::minmax_element(values, values + kProbeSide);
      const double minimum{*lowest}, maximum{*highest};
      const auto known = std::ranges::find(sources, probe.pointer, &SourceExtremes::pointer);
      if (known == sources.end()) {
        sources.push_back({probe.pointer, probe.low, probe.high, minimum, maximum});
        continue;
      }
      known->minimum = std::min(known->minimum, minimum);
      known->maximum = std::max(known->maximum, maximum);
    }
  });
  return sources;
}

}  // namespace cobble
