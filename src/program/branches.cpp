// Finds the steps that serve one input of a mix or product alone.
#include "program/branches.h"

#include <array>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "program/step_uses.h"

namespace cobble {
namespace {

// A branch must cost this much, in nanoseconds per sample: its test costs a tenth of it.
constexpr double kMinCost = 1;

constexpr std::size_t kEverywhere = 0;  // the branch of steps that always run
constexpr std::size_t kNone = ~std::size_t{0};

// Where an input counts: where a mask is not `excluded`, which is 0 or 1.
struct Condition {
  Result mask;
  int excluded;
};
constexpr std::size_t kAlways = kNone;

// A step, or a BatchStep with all steps up to its CombineStep.
struct Block {
  std::size_t first = 0, end = 0;  // steps
  double cost = 0;                 // roughly, in nanoseconds per sample
  // The blocks that this one reads, with the number of a condition, or kAlways.
  struct Input {
    std::size_t block, condition;
  };
  std::vector<Input> inputs = {};
  std::size_t branch = kNone;                     // that contains the block
  std::vector<std::size_t> needed_branches = {};  // by the block's inputs
};

// The blocks that serve only inputs of blocks in `outer`, or in itself, under a condition.
struct Branch {
  std::size_t outer = kEverywhere;
  std::size_t condition = kAlways;
  int depth = 0;
  double cost = 0;
  std::vector<std::size_t> blocks = {};
  std::size_t written = 0;  // how many of these
};

double CostOf(const Step& step) {
  if (const auto* noise = std::get_if<NoiseStep>(&step)) {
    const auto& args = *static_cast<const NoiseArgs*>(noise->args.get());
    return 0.7 * noise->dimensions * static_cast<double>(args.octaves.size());
  }
  if (std::holds_alternative<BatchStep>(step)) return 10;
  if (std::holds_alternative<ColorStep>(step)) return 1;
  return 0.05;
}

class BranchFinder {
 public:
  explicit BranchFinder(Program::Impl* program)
      : program_(*program),
        writers_(static_cast<std::size_t>(program->buffers), kNone),
        position_writers_(static_cast<std::size_t>(program->position_sets), kNone) {}

  void Run() {
    MakeBlocks();
    MarkResults();
    PlaceBlocks();
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      branches_[Kept(blocks_[block].branch)].blocks.push_back(block);
    Write(kEverywhere, blocks_.size());
    program_.steps = std::move(steps_);
  }

 private:
  static std::size_t Index(int number) { return static_cast<std::size_t>(number); }

  void MakeBlocks();
  void ReadAndWrite(std::size_t number);
  void FindConditions(std::size_t number);
  void AddCondition(std::size_t number, const Result& input, const Condition& condition);
  bool CanBeZero(const Result& value) const;
  void MarkResults();
  void PlaceBlocks();
  std::size_t BranchOf(std::size_t outer, std::size_t condition);
  std::size_t Common(std::size_t a, std::size_t b) const;
  std::size_t Kept(std::size_t branch) const;
  void Write(std::size_t branch, std::size_t end);
  void WriteBranch(std::size_t branch, std::size_t end);

  Program::Impl& program_;
  std::vector<Block> blocks_;
  std::vector<Condition> conditions_;
  std::map<std::tuple<int, std::array<int, 3>, int>, std::size_t> condition_numbers_;
  std::vector<Branch> branches_{{}};  // kEverywhere first
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> branch_numbers_;
  std::vector<std::size_t> writers_, position_writers_;  // blocks, by buffer or set
  std::vector<double> reach_;  // by block: the cost of all that it reads, or more
  std::vector<Step> steps_;
};

void BranchFinder::MakeBlocks() {
  int depth = 0;
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    if (depth == 0) blocks_.push_back({.first = s, .end = s});
    depth += std::holds_alternative<BatchStep>(program_.steps[s]) ? 1 : 0;
    depth -= std::holds_alternative<CombineStep>(program_.steps[s]) ? 1 : 0;
    if (depth > 0) continue;
    blocks_.back().end = s + 1;
    ReadAndWrite(blocks_.size() - 1);
    if (!program_.has_probes) FindConditions(blocks_.size() - 1);
  }
}

// Sets the block's inputs, and makes it the writer of its outputs.
void BranchFinder::ReadAndWrite(std::size_t number) {
  Block& block = blocks_[number];
  for (std::size_t s = block.first; s < block.end; ++s) {
    Step& step = program_.steps[s];
    block.cost += CostOf(step);
    const bool is_in_place = std::holds_alternative<PullBackStep>(step);
    const auto use = [&](std::vector<std::size_t>& writers, int used, bool is_output) {
      std::size_t& writer = writers[Index(used)];
      if ((!is_output || is_in_place) && writer != kNone && writer != number)
        block.inputs.push_back({writer, kAlways});
      if (is_output) writer = number;
    };
    ForEach<PositionUses>(step, [&](int used, bool out) { use(position_writers_, used, out); });
    ForEach<BufferUses>(step, [&](int used, bool out) { use(writers_, used, out); });
  }
  double reach = block.cost;
  for (const Block::Input& input : block.inputs) reach += reach_[input.block];
  reach_.push_back(reach);
}

// Finds where the inputs of a mix or product count. Of two factors that can be 0, the mask is the
// one that costs less.
void BranchFinder::FindConditions(std::size_t number) {
  const auto* const step = std::get_if<PointwiseStep>(&program_.steps[blocks_[number].first]);
  if (step == nullptr) return;
  if (step->args.op == PointwiseOp::kMix) {
    AddCondition(number, step->in[0], {step->in[2], 1});
    AddCondition(number, step->in[1], {step->in[2], 0});
  }
  if (step->args.op != PointwiseOp::kMultiply) return;
  const bool can_be_zero[] = {CanBeZero(step->in[0]), CanBeZero(step->in[1])};
  if (!can_be_zero[0] && !can_be_zero[1]) return;
  const auto reach = [&](const Result& value) { return reach_[writers_[Index(value.value)]]; };
  const bool is_first_cheaper = reach(step->in[0]) <= reach(step->in[1]);
  const std::size_t mask = can_be_zero[0] && (!can_be_zero[1] || is_first_cheaper) ? 0 : 1;
  AddCondition(number, step->in[1 - mask], {step->in[mask], 0});
}

// An input that is the mask itself, or that is under both conditions of a mix, always counts.
void BranchFinder::AddCondition(std::size_t number, const Result& input,
                                const Condition& condition) {
  const auto is_written_by = [&](const Result& result, std::size_t block) {
    bool is = writers_[Index(result.value)] == block;
    for (const int slope : result.slope) is |= slope >= 0 && writers_[Index(slope)] == block;
    return is;
  };
  const auto [known, is_new] = condition_numbers_.try_emplace(
      {condition.mask.value, condition.mask.slope, condition.excluded}, conditions_.size());
  if (is_new) conditions_.push_back(condition);
  for (Block::Input& each : blocks_[number].inputs)
    if (is_written_by(input, each.block) && !is_written_by(condition.mask, each.block))
      each.condition = each.condition == kAlways ? known->second : kAlways;
}

// Returns whether a value may well be exactly 0 in many places.
bool BranchFinder::CanBeZero(const Result& value) const {
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

void BranchFinder::MarkResults() {
  const auto mark = [&](int buffer) {
    if (buffer >= 0 && writers_[Index(buffer)] != kNone)
      blocks_[writers_[Index(buffer)]].branch = kEverywhere;
  };
  mark(program_.result.value);
  for (const int slope : program_.result.slope) mark(slope);
  for (const ProgramMap& map : program_.maps)
    for (const int buffer : map.buffers) mark(buffer);
}

// Puts each block into the innermost branch that contains all inputs for which it is read.
void BranchFinder::PlaceBlocks() {
  for (std::size_t number = blocks_.size(); number-- > 0;) {
    Block& block = blocks_[number];
    if (block.branch == kNone) block.branch = kEverywhere;
    for (std::size_t at = block.branch; at != kEverywhere; at = branches_[at].outer)
      branches_[at].cost += block.cost;
    for (const Block::Input& input : block.inputs) {
      const std::size_t branch = BranchOf(block.branch, input.condition);
      if (branch != block.branch) block.needed_branches.push_back(branch);
      std::size_t& common = blocks_[input.block].branch;
      common = common == kNone ? branch : Common(common, branch);
    }
  }
}

// Returns the branch inside `outer` whose steps run under a condition.
std::size_t BranchFinder::BranchOf(std::size_t outer, std::size_t condition) {
  if (condition == kAlways) return outer;
  for (std::size_t at = outer; at != kEverywhere; at = branches_[at].outer)
    if (branches_[at].condition == condition) return outer;
  const auto [entry, is_new] = branch_numbers_.try_emplace({outer, condition}, branches_.size());
  if (is_new)
    branches_.push_back(
        {.outer = outer, .condition = condition, .depth = branches_[outer].depth + 1});
  return entry->second;
}

// Returns the innermost branch that contains both.
std::size_t BranchFinder::Common(std::size_t a, std::size_t b) const {
  while (a != b) {
    std::size_t& inner = branches_[a].depth >= branches_[b].depth ? a : b;
    inner = branches_[inner].outer;
  }
  return a;
}

// Returns the innermost branch around `branch`, or itself, that is worth its test.
std::size_t BranchFinder::Kept(std::size_t branch) const {
  while (branch != kEverywhere && branches_[branch].cost < kMinCost)
    branch = branches_[branch].outer;
  return branch;
}

// Writes the steps of a branch's blocks before block `end`, in their order. What a mix or product
// needs of another branch comes right before it: all that this reads from outside is there by then.
void BranchFinder::Write(std::size_t branch, std::size_t end) {
  const std::vector<std::size_t>& blocks = branches_[branch].blocks;
  for (std::size_t& at = branches_[branch].written; at < blocks.size() && blocks[at] < end; ++at) {
    const Block& block = blocks_[blocks[at]];
    for (const std::size_t needed : block.needed_branches) WriteBranch(needed, blocks[at]);
    for (std::size_t s = block.first; s < block.end; ++s)
      steps_.push_back(std::move(program_.steps[s]));
  }
}

// The same, with a BranchStep before them, if there are any.
void BranchFinder::WriteBranch(std::size_t branch, std::size_t end) {
  const Branch& written = branches_[branch];
  if (written.written == written.blocks.size() || written.blocks[written.written] >= end) return;
  const std::size_t first = steps_.size();
  const Condition& condition = conditions_[written.condition];
  steps_.emplace_back(BranchStep{condition.mask, condition.excluded, 0});
  Write(branch, end);
  std::get<BranchStep>(steps_[first]).steps = steps_.size() - first - 1;
}

}  // namespace

void FindBranches(Program::Impl* program) { BranchFinder(program).Run(); }

}  // namespace cobble
