// Linear-scan allocation: a buffer is free after its last use; results take free buffers first.
#include "program/buffers.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "program/step_uses.h"

namespace cobble {
namespace {

// Renumbers the buffers (or position sets) that Uses enumerates.
template <template <typename> class Uses>
class Renumbering {
 public:
  Renumbering(std::vector<Step>& steps, int count)
      : steps_(steps), last_use_(static_cast<std::size_t>(count)), assigned_(last_use_.size(), -1) {
    for (std::size_t s = 0; s < steps_.size(); ++s)
      ForEach<Uses>(steps_[s], [&](int number, bool) { last_use_[Index(number)] = s; });
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
    ForEach<Uses>(steps_[s], [&](int& number, bool) {
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
    ForEach<BufferUses>(*step, [&](int number, bool is_output) {
      is_read |= is_output && buffers.contains(number);
    });
    ForEach<PositionUses>(*step, [&](int number, bool is_output) {
      is_read |= is_output && positions.contains(number);
    });
    if (!is_read) continue;
    ForEach<BufferUses>(*step, [&](int number, bool) { buffers.insert(number); });
    ForEach<PositionUses>(*step, [&](int number, bool) { positions.insert(number); });
    kept.push_back(std::move(*step));
  }
  std::reverse(kept.begin(), kept.end());
  program->steps = std::move(kept);
}

void ReuseBuffers(Program::Impl* program) {
  program->buffers =
      Renumbering<BufferUses>(program->steps, program->buffers).Run({}, OutputsOf(program));

  int input_points = kInputPoints;
  std::vector<int*> inputs;
  if (program->TakesPoints()) inputs.push_back(&input_points);
  program->position_sets =
      Renumbering<PositionUses>(program->steps, program->position_sets).Run(inputs, {});
}

}  // namespace cobble
