// One row per operation, with and without slopes.
#include "bench/steps.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

namespace cobble::bench {
namespace {

// In the order of PointwiseOp.
struct Operation {
  const char* name;
  int inputs;
};
constexpr Operation kOperations[] = {
    {"linear", 1},     {"sum", 2},        {"multiply", 2},   {"min", 2},         {"max", 2},
    {"smooth-min", 2}, {"smooth-max", 2}, {"mix", 3},        {"abs", 1},         {"power", 1},
    {"clamp", 1},      {"ridge", 1},      {"smoothstep", 1}, {"step", 1},        {"terrace", 1},
    {"curve", 1},      {"divide", 2},     {"modulo", 2},     {"sine", 1},        {"triangle", 1},
    {"square", 1},     {"floor", 1},      {"sign", 1},       {"exp", 1},         {"log", 1},
    {"soft-light", 2}, {"between", 2},    {"bend", 3},       {"slope-along", 2}, {"steepness", 2},
    {"angle", 1}};
static_assert(std::size(kOperations) == kPointwiseOps);

// Eight segments: the search for one takes three steps.
std::shared_ptr<const CubicTable> SampleCurve() {
  auto table = std::make_shared<CubicTable>();
  table->segments = 8;
  for (std::size_t k = 0; k < 8; ++k) {
    table->x[k] = static_cast<float>(k) / 4 - 1;
    for (auto& each : table->c) each[k] = 0.1f * static_cast<float>(k);
  }
  return table;
}

}  // namespace

std::string StepRow::Name() const { return fmt::format("step/{}/{}/{}", op_name, slopes, level); }

std::vector<StepRow> StepRows(const std::vector<std::string>& levels) {
  std::vector<StepRow> rows;
  for (int op = 0; op < kPointwiseOps; ++op)
    for (const int slopes : {0, 2})
      for (const std::string& level : levels)
        rows.push_back({static_cast<PointwiseOp>(op), kOperations[op].name, kOperations[op].inputs,
                        slopes, level});
  return rows;
}

StepRun::StepRun(const StepRow& row)
    : run_(SelectPointwise(row.op, FindSimdLevel(row.level)->target)),
      args_{row.op, {1.5f, 0.25f, 0.5f, 0.8f}, SampleCurve()},
      rows_(static_cast<std::size_t>((row.inputs + 1) * (row.slopes + 1))) {
  std::size_t next = 0;
  const auto take = [&] {
    Slot slot{};
    slot.value = rows_[next++].x.data();
    for (int s = 0; s < row.slopes; ++s) slot.slope[s] = rows_[next++].x.data();
    return slot;
  };
  for (Row& each : rows_)
    for (std::size_t k = 0; k < each.x.size(); ++k)
      each.x[k] = static_cast<float>(k * 37 % 101) / 50 - 1;
  for (int i = 0; i < row.inputs; ++i) in_[static_cast<std::size_t>(i)] = take();
  out_ = take();
}

}  // namespace cobble::bench
