// Orders steps so that masks come first, and finds where steps are needed.
#include "program/guards.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "program/step_uses.h"

namespace cobble {
namespace {

// Beyond these, a guard is simplified, to a larger one.
constexpr std::size_t kMaxTerms = 8;

// A mask must save steps of this cost: a MaskStep costs a tenth of it.
constexpr double kMinSaved = 1;

// A step, a BatchStep with all steps up to its CombineStep, or a MaskStep that does not exist yet.
struct Block {
  std::size_t first = 0, end = 0;  // steps
  double cost = 0;                 // roughly, in nanoseconds per sample
  // A block that this one reads. It is needed only under `condition`, if that is not kAlways.
  struct Input {
    std::size_t block;
    int condition;
  };
  std::vector<Input> inputs = {};
  int mask = -1;  // the number of the mask that it tests
  Result tested = {};
  bool is_result = false;
};
constexpr int kAlways = -1;

bool IsSubset(const GuardTerm& a, const GuardTerm& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

// Adds a term, unless another holds wherever it does.
void AddTerm(GuardTerm term, Guard* guard) {
  for (const GuardTerm& known : *guard)
    if (IsSubset(known, term)) return;
  std::erase_if(*guard, [&](const GuardTerm& known) { return IsSubset(term, known); });
  guard->push_back(std::move(term));
  if (guard->size() <= kMaxTerms) return;
  GuardTerm common = guard->front();
  for (const GuardTerm& each : *guard) {
    GuardTerm both;
    std::set_intersection(common.begin(), common.end(), each.begin(), each.end(),
                          std::back_inserter(both));
    common = std::move(both);
  }
  *guard = {common};
}

double CostOf(const Step& step) {
  if (const auto* noise = std::get_if<NoiseStep>(&step)) {
    const auto& args = *static_cast<const NoiseArgs*>(noise->args.get());
    return 0.7 * noise->dimensions * static_cast<double>(args.octaves.size());
  }
  if (std::holds_alternative<BatchStep>(step)) return 10;
  if (std::holds_alternative<ColorStep>(step)) return 1;
  return 0.05;
}

class GuardFinder {
 public:
  explicit GuardFinder(Program::Impl* program)
      : program_(*program),
        writers_(static_cast<std::size_t>(program->buffers), kNone),
        position_writers_(static_cast<std::size_t>(program->position_sets), kNone) {}

  void Run() {
    MakeBlocks();
    if (!program_.has_probes) AddMasks();
    is_dropped_.resize(masks_.size());
    Order();
    FindNeeds();
    if (DropUselessMasks()) {
      Order();
      FindNeeds();
    }
    WriteSteps();
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  static std::size_t Index(int number) { return static_cast<std::size_t>(number); }
  Step& StepOf(const Block& block) { return program_.steps[block.first]; }

  void MakeBlocks();
  void ReadAndWrite(std::size_t number);
  void AddInput(Block* block, std::size_t writer, int condition);
  void MarkResults();
  void AddMasks();
  void AddProductMask(std::size_t number);
  std::size_t MaskOf(const Result& mask);
  void Guarded(std::size_t number, const Result& input, std::size_t mask, int condition);
  bool CanBeZero(const Result& value) const;
  void Order();
  void Visit(std::size_t block);
  void FindNeeds();
  Guard KnownBefore(std::size_t block) const;
  bool DropUselessMasks();
  void WriteSteps();

  Program::Impl& program_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> writers_, position_writers_;  // blocks, by buffer or set
  std::map<std::pair<int, std::array<int, 3>>, std::size_t> mask_blocks_;
  std::vector<std::size_t> masks_;          // blocks
  std::vector<bool> is_dropped_;            // by mask
  std::vector<std::size_t> order_, place_;  // blocks; their places in order_, or kNone
  std::vector<double> reach_;               // by block: the cost of all that it reads, or more
  std::vector<Guard> needs_;                // by block
};

void GuardFinder::AddInput(Block* block, std::size_t writer, int condition) {
  if (writer != kNone && writer != static_cast<std::size_t>(block - blocks_.data()))
    block->inputs.push_back({writer, condition});
}

// Sets the block's inputs, and makes it the writer of its outputs.
void GuardFinder::ReadAndWrite(std::size_t number) {
  Block& block = blocks_[number];
  for (std::size_t s = block.first; s < block.end; ++s) {
    Step& step = program_.steps[s];
    block.cost += CostOf(step);
    const bool is_in_place = std::holds_alternative<PullBackStep>(step);
    const auto use = [&](std::vector<std::size_t>& writers, int used, bool is_output) {
      std::size_t& writer = writers[Index(used)];
      if (!is_output || is_in_place) AddInput(&block, writer, kAlways);
      if (is_output) writer = number;
    };
    ForEach<PositionUses>(step, [&](int used, bool out) { use(position_writers_, used, out); });
    ForEach<BufferUses>(step, [&](int used, bool out) { use(writers_, used, out); });
  }
}

void GuardFinder::MakeBlocks() {
  blocks_.reserve(2 * program_.steps.size());
  int depth = 0;
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    if (depth == 0) blocks_.push_back({.first = s, .end = s});
    depth += std::holds_alternative<BatchStep>(program_.steps[s]) ? 1 : 0;
    depth -= std::holds_alternative<CombineStep>(program_.steps[s]) ? 1 : 0;
    if (depth > 0) continue;
    blocks_.back().end = s + 1;
    ReadAndWrite(blocks_.size() - 1);
    double reach = blocks_.back().cost;
    for (const Block::Input& input : blocks_.back().inputs) reach += reach_[input.block];
    reach_.push_back(reach);
  }
  MarkResults();
}

void GuardFinder::MarkResults() {
  const auto mark = [&](int buffer) {
    if (buffer >= 0 && writers_[Index(buffer)] != kNone)
      blocks_[writers_[Index(buffer)]].is_result = true;
  };
  mark(program_.result.value);
  for (const int slope : program_.result.slope) mark(slope);
  for (const ProgramMap& map : program_.maps)
    for (const int buffer : map.buffers) mark(buffer);
}

// Returns the block that tests a mask, a new one if there is none.
std::size_t GuardFinder::MaskOf(const Result& mask) {
  const auto [entry, is_new] = mask_blocks_.try_emplace({mask.value, mask.slope}, blocks_.size());
  if (!is_new) return entry->second;
  Block block{.mask = static_cast<int>(masks_.size()), .tested = mask};
  masks_.push_back(blocks_.size());
  blocks_.push_back(block);
  AddInput(&blocks_.back(), writers_[Index(mask.value)], kAlways);
  for (const int slope : mask.slope)
    if (slope >= 0) AddInput(&blocks_.back(), writers_[Index(slope)], kAlways);
  return entry->second;
}

// Adds an input of a block that is needed only under a condition on a mask: 0, where that is not 0
// everywhere; 1, where it is not 1 everywhere.
void GuardFinder::Guarded(std::size_t number, const Result& input, std::size_t mask,
                          int condition) {
  Block& block = blocks_[number];
  const int guarded = 2 * blocks_[mask].mask + condition;
  const auto add = [&](int buffer) {
    if (buffer >= 0) AddInput(&block, writers_[Index(buffer)], guarded);
  };
  add(input.value);
  for (const int slope : input.slope) add(slope);
}

// Returns whether a value may well be exactly 0 in many places.
bool GuardFinder::CanBeZero(const Result& value) const {
  const std::size_t writer = writers_[Index(value.value)];
  if (writer == kNone) return false;
  const Step& step = program_.steps[blocks_[writer].first];
  if (std::holds_alternative<BatchStep>(step)) return true;
  const auto* const pointwise = std::get_if<PointwiseStep>(&step);
  if (pointwise == nullptr) return false;
  switch (pointwise->args.op) {
    case PointwiseOp::kSmoothstep:
    case PointwiseOp::kStep:
    case PointwiseOp::kClamp:
    case PointwiseOp::kCurve:
    case PointwiseOp::kMin:
    case PointwiseOp::kMax:
      return true;
    case PointwiseOp::kLinear:
    case PointwiseOp::kPower:
      return CanBeZero(pointwise->in[0]);
    case PointwiseOp::kMultiply:
    case PointwiseOp::kMix:
      return CanBeZero(pointwise->in[0]) || CanBeZero(pointwise->in[1]);
    default:
      return false;
  }
}

void GuardFinder::AddMasks() {
  const std::size_t count = blocks_.size();
  for (std::size_t number = 0; number < count; ++number) {
    const auto* const step = std::get_if<PointwiseStep>(&StepOf(blocks_[number]));
    if (step == nullptr) continue;
    if (step->args.op == PointwiseOp::kMultiply) AddProductMask(number);
    if (step->args.op != PointwiseOp::kMix) continue;
    const std::size_t mask = MaskOf(step->in[2]);
    blocks_[number].inputs = {{mask, kAlways}};
    Guarded(number, step->in[0], mask, 1);
    Guarded(number, step->in[1], mask, 0);
  }
}

// Of two factors that can be 0, the mask is the one that costs less.
void GuardFinder::AddProductMask(std::size_t number) {
  const auto& step = std::get<PointwiseStep>(StepOf(blocks_[number]));
  const std::array can{CanBeZero(step.in[0]), CanBeZero(step.in[1])};
  if (!can[0] && !can[1]) return;
  const auto reach = [&](const Result& value) { return reach_[writers_[Index(value.value)]]; };
  const std::size_t which = !can[0] || (can[1] && reach(step.in[1]) < reach(step.in[0])) ? 1 : 0;
  const std::size_t mask = MaskOf(step.in[which]);
  blocks_[number].inputs = {{mask, kAlways}};
  Guarded(number, step.in[1 - which], mask, 0);
}

// Adds a block to the order, after its inputs.
void GuardFinder::Visit(std::size_t block) {
  std::vector<std::pair<std::size_t, std::size_t>> path{{block, 0}};  // with the inputs visited
  while (!path.empty()) {
    auto& [at, next] = path.back();
    if (place_[at] == kNone && next < blocks_[at].inputs.size()) {
      path.emplace_back(blocks_[at].inputs[next++].block, 0);
      continue;
    }
    if (place_[at] == kNone) {
      place_[at] = order_.size();
      order_.push_back(at);
    }
    path.pop_back();
  }
}

// Masks of mixes that others contain come later, when the masks of the others are known.
void GuardFinder::Order() {
  order_.clear();
  place_.assign(blocks_.size(), kNone);
  for (auto mask = masks_.rbegin(); mask != masks_.rend(); ++mask)
    if (!is_dropped_[Index(blocks_[*mask].mask)]) Visit(*mask);
  for (std::size_t block = 0; block < blocks_.size(); ++block)
    if (blocks_[block].mask < 0) Visit(block);
}

void GuardFinder::FindNeeds() {
  needs_.assign(blocks_.size(), {});
  std::vector<bool> is_read(blocks_.size());
  for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
    const Block& block = blocks_[*at];
    if (block.is_result || (!is_read[*at] && block.mask < 0)) needs_[*at] = {{}};
    for (const Block::Input& input : block.inputs) {
      is_read[input.block] = true;
      const bool is_known = input.condition != kAlways && !is_dropped_[Index(input.condition / 2)];
      for (GuardTerm term : needs_[*at]) {
        if (is_known) term.push_back(input.condition);
        std::ranges::sort(term);
        term.erase(std::unique(term.begin(), term.end()), term.end());
        AddTerm(std::move(term), &needs_[input.block]);
      }
    }
  }
}

// Returns a block's needs by the masks that are tested before it; the others may be anything.
Guard GuardFinder::KnownBefore(std::size_t block) const {
  Guard known;
  for (GuardTerm term : needs_[block]) {
    std::erase_if(
        term, [&](int condition) { return place_[masks_[Index(condition / 2)]] > place_[block]; });
    AddTerm(std::move(term), &known);
  }
  return known;
}

// Drops masks that save little. Returns whether there are any.
bool GuardFinder::DropUselessMasks() {
  std::vector<double> saved(masks_.size());
  for (const std::size_t block : order_) {
    const Guard guard = KnownBefore(block);
    for (const int condition : guard.front())
      if (std::ranges::all_of(guard, [&](const GuardTerm& term) {
            return std::ranges::binary_search(term, condition);
          }))
        saved[Index(condition / 2)] += blocks_[block].cost;
  }
  bool drops = false;
  for (std::size_t mask = 0; mask < masks_.size(); ++mask) {
    if (saved[mask] >= kMinSaved) continue;
    drops = is_dropped_[mask] = true;
  }
  return drops;
}

void GuardFinder::WriteSteps() {
  std::vector<Step> steps;
  std::vector<int> step_guards;
  std::map<Guard, int> numbers;
  std::vector<Guard> guards;
  std::map<std::size_t, std::size_t> mask_steps;        // by block
  std::map<std::size_t, std::vector<int>> known_after;  // guards, by the place of their last mask
  for (const std::size_t at : order_) {
    const Block& block = blocks_[at];
    if (block.mask >= 0 && is_dropped_[Index(block.mask)]) continue;
    Guard known = KnownBefore(at);
    int number = kUnguarded;
    if (!known.front().empty()) {
      std::ranges::sort(known);
      const auto [entry, is_new] = numbers.try_emplace(known, static_cast<int>(guards.size()));
      number = entry->second;
      if (is_new) guards.push_back(known);
    }
    if (block.mask >= 0) {
      mask_steps[at] = steps.size();
      steps.emplace_back(MaskStep{block.tested, block.mask, number, {}});
      step_guards.push_back(kUnguarded);
    }
    for (std::size_t s = block.first; s < block.end; ++s) {
      steps.push_back(std::move(program_.steps[s]));
      step_guards.push_back(s == block.first ? number : kUnguarded);
    }
  }
  program_.steps = std::move(steps);
  program_.step_guards = std::move(step_guards);
  program_.masks = static_cast<int>(masks_.size());
  for (std::size_t guard = 0; guard < guards.size(); ++guard) {
    std::size_t last = 0;
    for (const GuardTerm& term : guards[guard])
      for (const int condition : term) last = std::max(last, place_[masks_[Index(condition / 2)]]);
    known_after[last].push_back(static_cast<int>(guard));
  }
  for (auto& [mask, step] : mask_steps)
    std::get<MaskStep>(program_.steps[step]).known = known_after[place_[mask]];
  program_.guards = std::move(guards);
}

}  // namespace

void FindGuards(Program::Impl* program) { GuardFinder(program).Run(); }

}  // namespace cobble
