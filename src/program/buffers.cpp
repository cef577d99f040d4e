// Linear-scan allocation: a buffer is free after its last use; results take free buffers first.
#include "program/buffers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace cobble {
namespace {

// Calls use(number) for every buffer that a step reads or writes.
template <typename Use>
struct Buffers {
  const Use& use;

  template <typename OtherStep>
  void operator()(OtherStep&) const {}
  void operator()(DisplaceStep& step) const { Each(step.by); }
  void operator()(NoiseStep& step) const { Each(step.to); }
  void operator()(PullBackStep& step) const { Each(step.slope); }
  void operator()(FillStep& step) const { Each(step.to); }
  void operator()(PointwiseStep& step) const { Each(step.in, step.to); }
  void operator()(ColorStep& step) const { Each(step.in, step.to); }
  void operator()(WarpSlopeStep& step) const { Each(step.source, step.by, step.to); }
  void operator()(BatchStep& step) const { Each(step.in, step.to); }
  void operator()(CombineStep& step) const { Each(step.source, step.in, step.to); }

 private:
  template <typename... Parts>
  void Each(Parts&... parts) const {
    (Add(parts), ...);
  }
  void Add(int& number) const { use(number); }
  void Add(Result& result) const { Each(result.value, result.slope); }
  template <typename Part, std::size_t kCount>
  void Add(std::array<Part, kCount>& parts) const {
    for (Part& part : parts) Add(part);
  }
};

// Calls use(number) for every position set that a step reads or writes.
template <typename Use>
struct PositionSets {
  const Use& use;

  template <typename OtherStep>
  void operator()(OtherStep&) const {}
  void operator()(PixelPositionsStep& step) const { use(step.to); }
  void operator()(TransformStep& step) const { Both(step.from, step.to); }
  void operator()(DisplaceStep& step) const { Both(step.from, step.to); }
  void operator()(NoiseStep& step) const { use(step.positions); }
  void operator()(BatchStep& step) const { Both(step.from, step.local); }
  void operator()(CombineStep& step) const { Both(step.from, step.local); }

 private:
  void Both(int& from, int& to) const {
    use(from);
    use(to);
  }
};

// Renumbers the buffers (or position sets) that Visitor enumerates.
template <template <typename> class Visitor>
class Renumbering {
 public:
  Renumbering(std::vector<Step>& steps, int count)
      : steps_(steps), last_use_(static_cast<std::size_t>(count)), assigned_(last_use_.size(), -1) {
    for (std::size_t s = 0; s < steps_.size(); ++s)
      Each(steps_[s], [&](int& number) { last_use_[Index(number)] = s; });
  }

  // `inputs` are written before the first step and keep their numbers; `outputs` are read after the
  // last step. Neither is freed. Returns the count of numbers in use.
  int Run(const std::vector<int*>& inputs, const std::vector<int*>& outputs) {
    for (const auto* const kept : {&inputs, &outputs})
      for (const int* const number : *kept) last_use_[Index(*number)] = kNever;
    for (int* const number : inputs) *number = Assign(*number);
    for (std::size_t s = 0; s < steps_.size(); ++s) Renumber(s);
    for (int* const number : outputs) *number = Assign(*number);
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

  // Frees numbers only after the step that uses them last: its outputs must not alias its inputs.
  void Renumber(std::size_t s) {
    std::set<int> freed;
    Each(steps_[s], [&](int& number) {
      const bool is_last = last_use_[Index(number)] == s;
      number = Assign(number);
      if (is_last) freed.insert(number);
    });
    free_.insert(free_.end(), freed.begin(), freed.end());
  }

  int Assign(int number) {
    int& assigned = assigned_[Index(number)];
    if (assigned >= 0) return assigned;
    if (free_.empty()) return assigned = used_++;
    assigned = free_.back();
    free_.pop_back();
    return assigned;
  }

  std::vector<Step>& steps_;
  std::vector<std::size_t> last_use_;  // by old number: index of a step
  std::vector<int> assigned_;          // by old number: the new number, or -1
  std::vector<int> free_;
  int used_ = 0;
};

// A step's results: buffers or a position set.
struct Output {
  std::vector<int> buffers{};
  int positions = -1;
};

template <typename... Results>
Output BuffersOutput(const Results&... results) {
  Output output;
  const auto add = [&](const Result& result) {
    output.buffers.push_back(result.value);
    output.buffers.insert(output.buffers.end(), result.slope.begin(), result.slope.end());
  };
  (add(results), ...);
  return output;
}

Output OutputOf(const Step& step) {
  struct Visitor {
    Output operator()(const PixelPositionsStep& s) const { return {.positions = s.to}; }
    Output operator()(const TransformStep& s) const { return {.positions = s.to}; }
    Output operator()(const DisplaceStep& s) const { return {.positions = s.to}; }
    Output operator()(const NoiseStep& s) const { return BuffersOutput(s.to); }
    Output operator()(const FillStep& s) const { return {.buffers = {s.to}}; }
    Output operator()(const PointwiseStep& s) const { return BuffersOutput(s.to); }
    Output operator()(const ColorStep& s) const { return BuffersOutput(s.to[0], s.to[1], s.to[2]); }
    Output operator()(const PullBackStep& s) const {
      return {.buffers = {s.slope.begin(), s.slope.end()}};
    }
    Output operator()(const WarpSlopeStep& s) const { return {.buffers = {s.to}}; }
    // Stays with its CombineStep, which reads `local`.
    Output operator()(const BatchStep& s) const { return {.positions = s.local}; }
    Output operator()(const CombineStep& s) const { return BuffersOutput(s.to); }
  };
  return std::visit(Visitor(), step);
}

}  // namespace

void KeepProbes(Program::Impl* program) {
  std::set<int> buffers, positions;  // that later steps or the probes read
  for (const LimitProbe& probe : program->probes) buffers.insert(probe.buffer);
  for (const ClipProbe& probe : program->clip_probes) buffers.insert(probe.buffer);
  for (const SourceProbe& probe : program->source_probes) buffers.insert(probe.buffer);
  const auto read_buffer = [&](int number) {
    if (number >= 0) buffers.insert(number);
  };
  const auto read_positions = [&](int number) {
    if (number >= 0) positions.insert(number);
  };
  std::vector<Step> kept;
  for (auto step = program->steps.rbegin(); step != program->steps.rend(); ++step) {
    const Output output = OutputOf(*step);
    const auto is_read = [&](int buffer) { return buffers.contains(buffer); };
    if (std::ranges::none_of(output.buffers, is_read) && !positions.contains(output.positions))
      continue;
    std::visit(Buffers<decltype(read_buffer)>{read_buffer}, *step);
    std::visit(PositionSets<decltype(read_positions)>{read_positions}, *step);
    kept.push_back(std::move(*step));
  }
  std::reverse(kept.begin(), kept.end());
  program->steps = std::move(kept);
  program->result = {};
  program->maps.clear();
}

void ReuseBuffers(Program::Impl* program) {
  std::vector<int*> results;
  if (program->result.value >= 0) results.push_back(&program->result.value);
  for (int& slope : program->result.slope)
    if (slope >= 0) results.push_back(&slope);
  for (LimitProbe& probe : program->probes) results.push_back(&probe.buffer);
  for (ClipProbe& probe : program->clip_probes) results.push_back(&probe.buffer);
  for (SourceProbe& probe : program->source_probes) results.push_back(&probe.buffer);
  for (ProgramMap& map : program->maps)
    for (int& buffer : map.buffers) results.push_back(&buffer);
  program->buffers = Renumbering<Buffers>(program->steps, program->buffers).Run({}, results);

  int input_points = kInputPoints;
  std::vector<int*> inputs;
  if (program->options.positions == CompileOptions::kPoints) inputs.push_back(&input_points);
  program->position_sets =
      Renumbering<PositionSets>(program->steps, program->position_sets).Run(inputs, {});
}

}  // namespace cobble
