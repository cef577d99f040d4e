// Walks the steps backwards, from those that read positions to those that compute them.
#include "program/position_axes.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace cobble {
namespace {

class AxesWalk {
 public:
  explicit AxesWalk(int position_sets) : used_(static_cast<std::size_t>(position_sets)) {}

  void operator()(NoiseStep& step) {
    if (step.positions < 0) return;
    for (std::size_t a = 0; a < static_cast<std::size_t>(step.dimensions); ++a)
      Used(step.positions)[a] = true;
  }
  void operator()(TransformStep& step) {
    step.axes = Used(step.to);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        if (step.axes[a] && step.map.m[a][b] != 0) Used(step.from)[b] = true;
  }
  void operator()(DisplaceStep& step) {
    step.axes = Used(step.to);
    for (std::size_t a = 0; a < 3; ++a)
      if (step.axes[a]) Used(step.from)[a] = true;
  }
  void operator()(TangentStep& step) { Used(step.positions) = {true, true, true}; }
  void operator()(PixelPositionsStep& step) { step.axes = Used(step.to); }
  void operator()(BatchStep& step) {
    step.axes = Used(step.local);
    Used(step.from)[0] = Used(step.from)[1] = true;
    if (step.keeps_z && step.axes[2]) Used(step.from)[2] = true;
  }
  template <class OtherStep>
  void operator()(OtherStep&) {}

  PositionAxes& Used(int set) { return used_[static_cast<std::size_t>(set)]; }

 private:
  std::vector<PositionAxes> used_;
};

}  // namespace

void FindPositionAxes(Program::Impl* program) {
  AxesWalk walk(program->position_sets);
  for (auto step = program->steps.rbegin(); step != program->steps.rend(); ++step)
    std::visit(walk, *step);
}

PositionAxes AxesRead(const Program::Impl& program, int set, std::size_t first) {
  AxesWalk walk(program.position_sets);
  for (std::size_t s = program.steps.size(); s-- > first;) {
    Step step = program.steps[s];  // a copy, since the walk writes to it
    std::visit(walk, step);
  }
  return walk.Used(set);
}

}  // namespace cobble
