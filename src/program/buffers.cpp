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

// Calls use(number, is_output) for every buffer that a step reads or writes.
template <typename Use>
struct Buffers {
  const Use& use;

  template <typename OtherStep>
  void operator()(OtherStep&) const {}
  void operator()(DisplaceStep& step) const { In(step.by); }
  void operator()(NoiseStep& step) const { Out(step.to); }
  void operator()(PullBackStep& step) const { Out(step.slope); }
  void operator()(FillStep& step) const { Out(step.to); }
  void operator()(PointwiseStep& step) const { In(step.in).Out(step.to); }
  void operator()(ColorStep& step) const { In(step.in).Out(step.to); }
  void operator()(WarpSlopeStep& step) const { In(step.source, step.by).Out(step.to); }
  // Stays with its CombineStep, which reads `local`.
  void operator()(BatchStep& step) const { In(step.in, step.to); }
  void operator()(CombineStep& step) const { In(step.source, step.in).Out(step.to); }

 private:
  template <typename... Parts>
  const Buffers& In(Parts&... parts) const {
    (Add(parts, false), ...);
    return *this;
  }
  template <typename Part>
  void Out(Part& part) const {
    Add(part, true);
  }
  void Add(int& number, bool is_output) const { use(number, is_output); }
  void Add(Result& result, bool is_output) const {
    Add(result.value, is_output);
    Add(result.slope, is_output);
  }
  template <typename Part, std::size_t kCount>
  void Add(std::array<Part, kCount>& parts, bool is_output) const {
    for (Part& part : parts) Add(part, is_output);
  }
};

// The same for every position set.
template <typename Use>
struct PositionSets {
  const Use& use;

  template <typename OtherStep>
  void operator()(OtherStep&) const {}
  void operator()(PixelPositionsStep& step) const { use(step.to, true); }
  void operator()(TransformStep& step) const { Both(step.from, step.to, true); }
  void operator()(DisplaceStep& step) const { Both(step.from, step.to, true); }
  void operator()(NoiseStep& step) const { use(step.positions, false); }
  void operator()(BatchStep& step) const { Both(step.from, step.local, true); }
  void operator()(CombineStep& step) const { Both(step.from, step.local, false); }

 private:
  void Both(int& from, int& to, bool is_output) const {
    use(from, false);
    use(to, is_output);
  }
};

// Calls use(number, is_output) for the numbers that Visitor enumerates, except -1.
template <template <typename> class Visitor, typename Use>
void ForEach(Step& step, const Use& use) {
  const auto used = [&](int& number, bool is_output) {
    if (number >= 0) use(number, is_output);
  };
  std::visit(Visitor<decltype(used)>{used}, step);
}

// Renumbers the buffers (or position sets) that Visitor enumerates.
template <template <typename> class Visitor>
class Renumbering {
 public:
  Renumbering(std::vector<Step>& steps, int count)
      : steps_(steps), last_use_(static_cast<std::size_t>(count)), assigned_(last_use_.size(), -1) {
    for (std::size_t s = 0; s < steps_.size(); ++s)
      ForEach<Visitor>(steps_[s], [&](int number, bool) { last_use_[Index(number)] = s; });
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

  // Frees numbers only after the step that uses them last: its outputs must not alias its inputs.
  void Renumber(std::size_t s) {
    std::set<int> freed;
    ForEach<Visitor>(steps_[s], [&](int& number, bool) {
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

// Returns the buffers that are read after the last step.
std::vector<int*> OutputsOf(Program::Impl* program) {
  std::vector<int*> outputs;
  if (program->result.value >= 0) outputs.push_back(&program->result.value);
  for (int& slope : program->result.slope)
    if (slope >= 0) outputs.push_back(&slope);
  for (LimitProbe& probe : program->probes) outputs.push_back(&probe.buffer);
  for (ClipProbe& probe : program->clip_probes) outputs.push_back(&probe.buffer);
  for (SourceProbe& probe : program->source_probes) outputs.push_back(&probe.buffer);
  for (ProgramMap& map : program->maps)
    for (int& buffer : map.buffers) outputs.push_back(&buffer);
  return outputs;
}

}  // namespace

void KeepProbes(Program::Impl* program) {
  program->result = {};
  program->maps.clear();
  std::set<int> buffers, positions;  // that later steps or the probes read
  for (const int* const buffer : OutputsOf(program)) buffers.insert(*buffer);
  std::vector<Step> kept;
  for (auto step = program->steps.rbegin(); step != program->steps.rend(); ++step) {
    bool is_read = false;
    ForEach<Buffers>(*step, [&](int number, bool is_output) {
      is_read |= is_output && buffers.contains(number);
    });
    ForEach<PositionSets>(*step, [&](int number, bool is_output) {
      is_read |= is_output && positions.contains(number);
    });
    if (!is_read) continue;
    ForEach<Buffers>(*step, [&](int number, bool) { buffers.insert(number); });
    ForEach<PositionSets>(*step, [&](int number, bool) { positions.insert(number); });
    kept.push_back(std::move(*step));
  }
  std::reverse(kept.begin(), kept.end());
  program->steps = std::move(kept);
}

void ReuseBuffers(Program::Impl* program) {
  program->buffers =
      Renumbering<Buffers>(program->steps, program->buffers).Run({}, OutputsOf(program));

  int input_points = kInputPoints;
  std::vector<int*> inputs;
  if (program->options.positions == CompileOptions::kPoints) inputs.push_back(&input_points);
  program->position_sets =
      Renumbering<PositionSets>(program->steps, program->position_sets).Run(inputs, {});
}

}  // namespace cobble
