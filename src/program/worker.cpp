// The interpreter of a Program's steps.
#include "program/worker.h"

#include <algorithm>
#include <utility>

#include "core/size.h"
#include "program/loop.h"

namespace cobble {

Worker::Parts Worker::Carve(const Program::Impl& program, int columns, Scratch* memory) {
  Parts parts;
  parts.row_size = (columns + kPad - 1) / kPad * kPad + kPad;
  const auto row_size = static_cast<std::size_t>(parts.row_size);
  parts.buffers = memory->Take<float>(static_cast<std::size_t>(program.buffers) * row_size);
  parts.positions =
      memory->Take<double>(static_cast<std::size_t>(program.position_sets) * 3 * row_size);
  parts.scratch.resize(program.steps.size());
  parts.batches.resize(program.steps.size());
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    if (const auto* batch = std::get_if<BatchStep>(&program.steps[s]))
      parts.batches[s] = batch->make(batch->args.get(), columns, memory);
    const auto* noise = std::get_if<NoiseStep>(&program.steps[s]);
    if (noise == nullptr) continue;
    parts.scratch[s] = memory->Take<std::byte>(
        noise->kernel.scratch_bytes(noise->args.get(), noise->frame, columns));
  }
  return parts;
}

Size Worker::Bytes(const Program::Impl& program, int columns) {
  Scratch counted(nullptr);
  Carve(program, columns, &counted);
  return Size(counted.used()) + Size(kAlign);
}

Worker::Worker(const Program::Impl& program, int columns) : program_(program) {
  memory_.reset(new (std::align_val_t{kAlign}) std::byte[Bytes(program, columns).bytes()]());
  Scratch memory(memory_.get());
  parts_ = Carve(program, columns, &memory);
  PairBatchSteps();
  frames_.resize(program.steps.size());
  for (const Step& step : program.steps) slots_.push_back(SlotsOf(step));
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const auto* noise = std::get_if<NoiseStep>(&program.steps[s]);
    if (noise == nullptr) continue;
    frames_[s] = noise->frame;
    if (noise->positions < 0) continue;
    for (int a = 0; a < 3; ++a) frames_[s].q[a] = Positions(noise->positions, a);
    noise->kernel.prepare(noise->args.get(), frames_[s], Tile{}, parts_.scratch[s]);
  }
}

void Worker::PairBatchSteps() {
  ends_.resize(program_.steps.size());
  std::vector<std::size_t> open;
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    if (std::holds_alternative<BatchStep>(program_.steps[s])) open.push_back(s);
    if (!std::holds_alternative<CombineStep>(program_.steps[s])) continue;
    ends_[open.back()] = s;
    parts_.batches[s] = parts_.batches[open.back()];
    open.pop_back();
  }
}

int Worker::MaxColumns(const Program::Impl& program) {
  constexpr int kMaxRowBytes = 1 << 13;           // all buffers of a row: a quarter of L1
  constexpr std::size_t kMaxScratch = 192 << 10;  // scratch of all noises: part of L2
  int maximum = kRunLength;
  for (const Step& step : program.steps) {
    if (const auto* noise = std::get_if<NoiseStep>(&step))
      maximum = std::min(maximum,
                         noise->frame.kind == Frame::kGrid ? noise->kernel.max_columns : kShortRun);
    if (std::holds_alternative<BatchStep>(step)) maximum = std::min(maximum, kShortRun);
  }
  const auto scratch = [&](int columns) {
    uint64_t bytes = 0;
    for (const Step& step : program.steps)
      if (const auto* noise = std::get_if<NoiseStep>(&step))
        bytes += noise->kernel.scratch_bytes(noise->args.get(), noise->frame, columns);
    return bytes;
  };
  const int row_bytes = program.buffers * static_cast<int>(sizeof(float)) +
                        program.position_sets * 3 * static_cast<int>(sizeof(double));
  while (maximum > kShortRun &&
         (maximum * row_bytes > kMaxRowBytes || scratch(maximum) > kMaxScratch))
    maximum /= 2;
  return maximum;
}

void Worker::BeginTile(const Tile& tile) noexcept {
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    const auto* noise = std::get_if<NoiseStep>(&program_.steps[s]);
    if (noise == nullptr || noise->positions >= 0) continue;
    noise->kernel.prepare(noise->args.get(), frames_[s], tile, parts_.scratch[s]);
  }
}

void Worker::SetPoints(std::span<const double> x, std::span<const double> y,
                       std::span<const double> z) noexcept {
  const std::array<std::span<const double>, 3> axes{x, y, z};
  for (int a = 0; a < 3; ++a) {
    const auto& from = axes[static_cast<std::size_t>(a)];
    double* const to = Positions(kInputPoints, a);
    // + 0.0 turns -0 into 0: floor(-0) differs between SIMD levels.
    std::transform(from.begin(), from.end(), to,
                   [&](double at) { return (a == 2 ? ReducedZ(program_.recipe, at) : at) + 0.0; });
    std::fill(to + from.size(), to + parts_.row_size, from.empty() ? 0.0 : to[from.size() - 1]);
  }
}

Slot Worker::Evaluate(const Run& run) noexcept {
  run_ = run;
  RunSteps(0, program_.steps.size(), run);
  return SlotOf(program_.result);
}

void Worker::RunSteps(std::size_t first, std::size_t end, const Run& run) noexcept {
  for (step_ = first; step_ < end; ++step_)
    std::visit([&](const auto& step) { Do(step, run); }, program_.steps[step_]);
}

std::array<double*, 3> Worker::Positions(int set) {
  return {Positions(set, 0), Positions(set, 1), Positions(set, 2)};
}

std::array<double*, 3> Worker::Positions(int set, const PositionAxes& axes) {
  std::array<double*, 3> rows = Positions(set);
  for (std::size_t a = 0; a < 3; ++a)
    if (!axes[a]) rows[a] = nullptr;
  return rows;
}

std::array<float*, 3> Worker::Buffers(const std::array<int, 3>& numbers) {
  return {Buffer(numbers[0]), Buffer(numbers[1]), Buffer(numbers[2])};
}

Slot Worker::SlotOf(const Result& result) {
  const auto slopes = Buffers(result.slope);
  return {Buffer(result.value), {slopes[0], slopes[1], slopes[2]}};
}

Worker::StepSlots Worker::SlotsOf(const Step& step) {
  StepSlots slots;
  if (const auto* noise = std::get_if<NoiseStep>(&step)) slots.to[0] = SlotOf(noise->to);
  if (const auto* batch = std::get_if<BatchStep>(&step)) {
    slots.in[0] = SlotOf(batch->in);
    for (std::size_t k = 0; k < kMaxOutputs; ++k) slots.to[k] = SlotOf(batch->to[k]);
  }
  if (const auto* combine = std::get_if<CombineStep>(&step))
    for (std::size_t k = 0; k < kMaxOutputs; ++k) slots.in[k] = SlotOf(combine->source[k]);
  if (const auto* pointwise = std::get_if<PointwiseStep>(&step)) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(pointwise->inputs); ++i)
      slots.in[i] = SlotOf(pointwise->in[i]);
    slots.to[0] = SlotOf(pointwise->to);
  }
  if (const auto* color = std::get_if<ColorStep>(&step)) {
    for (std::size_t c = 0; c < 3; ++c) {
      slots.in[c] = SlotOf(color->in[c]);
      slots.to[c] = SlotOf(color->to[c]);
    }
  }
  return slots;
}

const Worker::StepSlots& Worker::Slots() {
  if (first_ == 0) return slots_[step_];
  part_slots_ = slots_[step_];
  const auto move = [&](float*& array) {
    if (array != nullptr) array += first_;
  };
  for (auto* slots : {&part_slots_.in, &part_slots_.to})
    for (Slot& slot : *slots) {
      move(slot.value);
      for (float*& slope : slot.slope) move(slope);
    }
  return part_slots_;
}

void Worker::Do(const PixelPositionsStep& step, const Run& run) {
  program_.arithmetic->positions(step.frame, run, Positions(step.to, step.axes).data());
}

void Worker::Do(const DisplaceStep& step, const Run& run) {
  program_.arithmetic->displace(Positions(step.from).data(), Buffers(step.by).data(), step.amount,
                                step.limit.data(), run.n, Positions(step.to, step.axes).data());
}

void Worker::Do(const TransformStep& step, const Run& run) {
  program_.arithmetic->transform(step.map, run.n, Positions(step.from).data(),
                                 Positions(step.to, step.axes).data());
}

// Grids share work along whole rows, so that they compute all of the run.
void Worker::Do(const NoiseStep& step, const Run& run) {
  if (step.positions < 0)
    return step.kernel.run(step.args.get(), frames_[step_], run_, parts_.scratch[step_],
                           slots_[step_].to[0]);
  const auto evaluate = [&](const Frame& frame) {
    step.kernel.run(step.args.get(), frame, run, parts_.scratch[step_], Slots().to[0]);
  };
  if (first_ == 0) return evaluate(frames_[step_]);
  Frame frame = frames_[step_];
  for (const double*& q : frame.q) q += first_;
  evaluate(frame);
}

void Worker::Do(const PullBackStep& step, const Run& run) {
  program_.arithmetic->pull_back(step.map, step.from, step.to, run.n, Buffers(step.slope).data());
}

void Worker::Do(const FillStep& step, const Run& run) {
  program_.arithmetic->fill(step.value, run.n, Buffer(step.to));
}

// Doubles in a fixed order: the same bits on every machine.
void Worker::Do(const TangentStep& step, const Run& run) {
  const auto p = Positions(step.positions);
  const auto from = Buffers(step.from), to = Buffers(step.to);
  for (int k = 0; k < run.n; ++k) {
    const double x = p[0][k], y = p[1][k], z = p[2][k];
    const double g[3] = {double{from[0][k]}, double{from[1][k]}, double{from[2][k]}};
    const double radial = (g[0] * x + g[1] * y + g[2] * z) / (x * x + y * y + z * z);
    to[0][k] = static_cast<float>(g[0] - radial * x);
    to[1][k] = static_cast<float>(g[1] - radial * y);
    to[2][k] = static_cast<float>(g[2] - radial * z);
  }
}

void Worker::Do(const PictureStep& step, const Run& run) {
  const float* const from = picture_rows_[Index(step.row)] + first_;
  std::copy_n(from, (run.n + kPad - 1) / kPad * kPad, Buffer(step.to));
}

void Worker::Do(const PointwiseStep& step, const Run& run) {
  const StepSlots& slots = Slots();
  step.run(step.args, slots.in.data(), run.n, slots.to[0]);
}

void Worker::Do(const ColorStep& step, const Run& run) {
  const StepSlots& slots = Slots();
  step.run(step.args.get(), slots.in.data(), run.n, slots.to.data());
}

void Worker::Do(const WarpSlopeStep& step, const Run& run) {
  program_.arithmetic->warp_slope(Buffers(step.source).data(), Buffers(step.by).data(),
                                  step.fixed.data(), step.amount, run.n, Buffer(step.to));
}

// Leaves step_ at the branch's last step.
void Worker::Do(const BranchStep& step, const Run& run) {
  const Slot mask = SlotOf(step.mask);
  const auto has_say = [&](int segment) {
    const int first = segment * kSegment;
    const unsigned values =
        program_.arithmetic->mask(mask, first, std::min(first + kSegment, run.n));
    return (values >> step.excluded & 1) != 0;
  };
  const std::size_t end = step_ + 1 + step.steps;
  int first = 0, last = (run.n - 1) / kSegment;
  while (first <= last && !has_say(first)) ++first;
  while (last > first && !has_say(last)) --last;
  if (first <= last) {
    const int before = std::exchange(first_, first_ + first * kSegment);
    const int part_end = std::min((last + 1) * kSegment, run.n);
    RunSteps(step_ + 1, end, {run.i + first * kSegment, run.j, part_end - first * kSegment});
    first_ = before;
  }
  step_ = end - 1;
}

// Leaves step_ at the CombineStep; the outer steps continue after it.
void Worker::Do(const BatchStep& step, const Run& run) {
  const std::size_t first = step_, end = ends_[first];
  const int first_sample = first_;
  Batches& batches = *parts_.batches[first];
  const StepSlots& slots = Slots();
  batches.Begin(Positions(step.from).data(), run.n, slots.in[0], slots.to);
  first_ = 0;  // the steps of a batch compute all of it
  while (const int count = batches.Next()) {
    batches.Place(Positions(step.local, step.axes).data());
    RunSteps(first + 1, end + 1, {0, 0, count});
  }
  first_ = first_sample;
  step_ = end;
}

void Worker::Do(const CombineStep&, const Run&) {
  parts_.batches[step_]->Combine(slots_[step_].in);
}

}  // namespace cobble
