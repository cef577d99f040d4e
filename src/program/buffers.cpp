// Renumbering by last use: a step's results take the lowest numbers that are free.
#include "program/buffers.h"

#include <cstddef>
#include <set>
#include <vector>

namespace cobble {
namespace {

// Call use(number) for every buffer of a step, and every set of positions, read or written.
template <typename Use>
void BuffersOf(Result& result, const Use& use) {
  use(result.value);
  for (int& slope : result.slope) use(slope);
}

template <typename Use>
struct Buffers {
  const Use& use;

  void operator()(PixelPositionsStep&) const {}
  void operator()(TransformStep&) const {}
  void operator()(DisplaceStep& step) const {
    for (int& by : step.by) use(by);
  }
  void operator()(NoiseStep& step) const { BuffersOf(step.to, use); }
  void operator()(PullBackStep& step) const {
    for (int& slope : step.slope) use(slope);
  }
  void operator()(FillStep& step) const { use(step.to); }
  void operator()(PointwiseStep& step) const {
    for (Result& in : step.in) BuffersOf(in, use);
    BuffersOf(step.to, use);
  }
  void operator()(WarpSlopeStep& step) const {
    for (int& source : step.source) use(source);
    for (int& by : step.by) use(by);
    use(step.to);
  }
};

template <typename Use>
struct PositionSets {
  const Use& use;

  void operator()(PixelPositionsStep& step) const { use(step.to); }
  void operator()(TransformStep& step) const {
    use(step.from);
    use(step.to);
  }
  void operator()(DisplaceStep& step) const {
    use(step.from);
    use(step.to);
  }
  void operator()(NoiseStep& step) const { use(step.positions); }
  void operator()(PullBackStep&) const {}
  void operator()(FillStep&) const {}
  void operator()(PointwiseStep&) const {}
  void operator()(WarpSlopeStep&) const {}
};

// What is renumbered: `first` are those that exist before all steps and keep their numbers, `last`
// those that are read after all steps; both stay throughout.
template <template <typename> class Visitor>
class Renumbering {
 public:
  Renumbering(std::vector<Step>& steps, int count)
      : steps_(steps), end_(static_cast<std::size_t>(count)), now_(end_.size(), -1) {
    for (std::size_t s = 0; s < steps_.size(); ++s)
      Each(steps_[s], [&](int& number) { end_[Index(number)] = s; });
  }

  // Returns how many numbers are left.
  int Run(const std::vector<int*>& first, const std::vector<int*>& last) {
    for (const auto* const kept : {&first, &last})
      for (const int* const number : *kept) end_[Index(*number)] = kNever;
    for (int* const number : first) *number = Place(*number);
    for (std::size_t s = 0; s < steps_.size(); ++s) Renumber(s);
    for (int* const number : last) *number = Place(*number);
    return used_;
  }

 private:
  static constexpr std::size_t kNever = ~std::size_t{0};
  static std::size_t Index(int number) { return static_cast<std::size_t>(number); }

  template <typename Use>
  static void Each(Step& step, const Use& use) {
    const auto used = [&](int& number) {
      if (number >= 0) use(number);
    };
    std::visit(Visitor<decltype(used)>{used}, step);
  }

  // Numbers are free again after the step that uses them last, not within it.
  void Renumber(std::size_t s) {
    std::set<int> ended;
    Each(steps_[s], [&](int& number) {
      const bool ends = end_[Index(number)] == s;
      number = Place(number);
      if (ends) ended.insert(number);
    });
    free_.insert(free_.end(), ended.begin(), ended.end());
  }

  int Place(int number) {
    int& place = now_[Index(number)];
    if (place >= 0) return place;
    if (free_.empty()) return place = used_++;
    place = free_.back();
    free_.pop_back();
    return place;
  }

  std::vector<Step>& steps_;
  std::vector<std::size_t> end_;  // the last step that uses each
  std::vector<int> now_, free_;
  int used_ = 0;
};

}  // namespace

void ReuseBuffers(Program::Impl* program) {
  std::vector<int*> results;
  BuffersOf(program->result, [&](int& number) {
    if (number >= 0) results.push_back(&number);
  });
  program->buffers = Renumbering<Buffers>(program->steps, program->buffers).Run({}, results);

  int given = kGivenPoints;
  std::vector<int*> first;
  if (program->options.positions == CompileOptions::kPoints) first.push_back(&given);
  program->position_sets =
      Renumbering<PositionSets>(program->steps, program->position_sets).Run(first, {});
}

}  // namespace cobble
