// The benchmarks' main: our own options, then Google Benchmark's.
//   --side=N      pixels a side (4096)
//   --levels=L    auto (the best; the default), all, or levels by name: avx2,scalar
//   --file=PATH   where pictures are written (in the folder for temporary files)
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/runs.h"
#include "bench/steps.h"
#include "core/numbers.h"
#include "core/simd_level.h"

namespace cobble::bench {
namespace {

struct Options {
  int side = 4096;
  std::vector<std::string> levels{"auto"};
  std::string file =
      (std::filesystem::temp_directory_path() / fmt::format("cobble_bench_{}", getpid())).string();
};

std::vector<std::string> LevelsOf(std::string_view text) {
  std::vector<std::string> levels;
  if (text == "all") {
    for (const SimdLevel& level : SimdLevels())
      if (level.runs) levels.emplace_back(level.name);
    return levels;
  }
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    const SimdLevel* level = FindSimdLevel(name);
    if (level == nullptr || !level->runs) return {};
    levels.emplace_back(name);
    text.remove_prefix(std::min(name.size() + 1, text.size()));
  }
  return levels;
}

// Takes one of our own options. Returns whether it is one, and right.
bool Take(std::string_view word, Options* options) {
  const auto value = [&](std::string_view name) { return word.substr(name.size()); };
  if (word.starts_with("--side=")) {
    const auto side = ParseWhole(value("--side="));
    if (side && *side > 0 && *side <= 65536) options->side = static_cast<int>(*side);
    return side && *side > 0 && *side <= 65536;
  }
  if (word.starts_with("--levels=")) {
    options->levels = LevelsOf(value("--levels="));
    return !options->levels.empty();
  }
  if (!word.starts_with("--file=")) return false;
  options->file = value("--file=");
  return !options->file.empty();
}

void Measure(benchmark::State& state, const Row& row, const Options& options) {
  using Clock = std::chrono::steady_clock;
  try {
    const Program program = ProgramOf(row, options.side);
    const Clock::time_point start = Clock::now();
    uint64_t bytes = 0;
    for ([[maybe_unused]] auto _ : state) bytes = RunOnce(row, program, options.file);
    const std::chrono::duration<double, std::nano> spent = Clock::now() - start;
    // Not a rate of the library's own, which would print it as seconds.
    const double pixels = static_cast<double>(options.side) * options.side;
    state.counters["ns_per_pixel"] =
        spent.count() / (pixels * static_cast<double>(state.iterations()));
    if (row.picture) state.counters["file_bytes"] = static_cast<double>(bytes);
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

void MeasureSteps(benchmark::State& state, const StepRow& row) {
  using Clock = std::chrono::steady_clock;
  StepRun run(row);
  const Clock::time_point start = Clock::now();
  for ([[maybe_unused]] auto _ : state) run.Once();
  const std::chrono::duration<double, std::nano> spent = Clock::now() - start;
  const double each = spent.count() / static_cast<double>(state.iterations());
  state.counters["ns_per_sample"] = each / run.samples();
  state.counters["ns_per_buffer"] = each / run.samples() / run.buffers();
}

int Run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  Options options;
  for (int k = 1; k < argc; ++k) {
    if (Take(argv[k], &options)) continue;
    std::fputs(fmt::format("cobble_bench: what is \"{}\"?\n", argv[k]).c_str(), stderr);
    return 2;
  }
  for (const Row& row : Rows(options.levels))
    benchmark::RegisterBenchmark(row.Name().c_str(), Measure, row, options)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  for (const StepRow& row : StepRows(options.levels))
    benchmark::RegisterBenchmark(row.Name().c_str(), MeasureSteps, row)->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace cobble::bench

int main(int argc, char** argv) { return cobble::bench::Run(argc, argv); }
