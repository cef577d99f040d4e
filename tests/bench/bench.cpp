// main of the benchmarks. Options, which come before Google Benchmark's:
//   --side=N      pixels per side (4096)
//   --levels=L    auto (the best level, the default), all, or names: avx2,scalar
//   --file=PATH   where pictures are written, with their number appended (default: in the temporary
//                 folder)
//   --print       print the rows with their recipes, one JSON object per line, and run nothing
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/calls.h"
#include "bench/runs.h"
#include "bench/steps.h"
#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "core/simd_level.h"

namespace cobble::bench {
namespace {

struct Options {
  bool print = false;
  int side = 4096;
  std::vector<std::string> levels{"auto"};
  std::string file =
      (std::filesystem::temp_directory_path() / fmt::format("cobble_bench_{}", getpid())).string();
};

std::vector<std::string> LevelsOf(std::string_view text) {
  std::vector<std::string> levels;
  if (text == "all") {
    for (const SimdLevel& level : SimdLevels())
      if (level.is_supported) levels.emplace_back(level.name);
    return levels;
  }
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    const SimdLevel* level = FindSimdLevel(name);
    if (level == nullptr || !level->is_supported) return {};
    levels.emplace_back(name);
    text.remove_prefix(std::min(name.size() + 1, text.size()));
  }
  return levels;
}

// Parses one of the options above. Returns whether `word` is a valid option.
bool ParseOption(std::string_view word, Options* options) {
  const auto value = [&](std::string_view name) { return word.substr(name.size()); };
  if (word.starts_with("--side=")) {
    const auto side = ParseInteger(value("--side="));
    if (side && *side > 0 && *side <= 65536) options->side = static_cast<int>(*side);
    return side && *side > 0 && *side <= 65536;
  }
  if (word.starts_with("--levels=")) {
    options->levels = LevelsOf(value("--levels="));
    return !options->levels.empty();
  }
  if (word == "--print") return options->print = true;
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
    const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
    // A plain counter: Google Benchmark would print a rate in seconds.
    const double pixels = static_cast<double>(options.side) * options.side;
    state.counters["ns_per_pixel"] =
        elapsed.count() / (pixels * static_cast<double>(state.iterations()));
    if (!row.file_kind.empty()) state.counters["file_bytes"] = static_cast<double>(bytes);
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

void MeasureSteps(benchmark::State& state, const StepRow& row) {
  using Clock = std::chrono::steady_clock;
  StepRun run(row);
  const Clock::time_point start = Clock::now();
  for ([[maybe_unused]] auto _ : state) run.Once();
  const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
  const double each = elapsed.count() / static_cast<double>(state.iterations());
  state.counters["ns_per_sample"] = each / run.samples();
  state.counters["ns_per_buffer"] = each / run.samples() / run.buffers();
}

void MeasureCalls(benchmark::State& state, const CallRow& row) {
  try {
    const std::function<void()> call = row.make();
    call();  // the first call allocates
    for ([[maybe_unused]] auto _ : state) call();
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

// For scripts/bench, which runs rows as processes. Names contain no quotes or backslashes.
void Print(const Row& row, int side) {
  std::string outputs;
  for (const Output& output : row.outputs) {
    std::string maps;
    for (const PictureMap& map : output.maps)
      maps += fmt::format(R"({}"{}")", maps.empty() ? "" : ", ", map.name);
    outputs += fmt::format(R"({}{{"maps": [{}], "format": "{}", "bits": {}}})",
                           outputs.empty() ? "" : ", ", maps, output.format, output.bits);
  }
  fmt::print(R"({{"name": "{}", "level": "{}", "threads": {}, "outputs": [{}], "recipe": {}}})"
             "\n",
             row.Name(), row.level, row.threads, outputs, WriteRecipeLine(RecipeOf(row, side)));
}

int Run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  Options options;
  for (int k = 1; k < argc; ++k) {
    if (ParseOption(argv[k], &options)) continue;
    std::fputs(fmt::format("cobble_bench: what is \"{}\"?\n", argv[k]).c_str(), stderr);
    return 2;
  }
  if (options.print) {
    for (const Row& row : Rows(options.levels)) Print(row, options.side);
    return 0;
  }
  for (const Row& row : Rows(options.levels))
    benchmark::RegisterBenchmark(row.Name().c_str(), Measure, row, options)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  for (const StepRow& row : StepRows(options.levels))
    benchmark::RegisterBenchmark(row.Name().c_str(), MeasureSteps, row)->UseRealTime();
  for (const CallRow& row : CallRows())
    benchmark::RegisterBenchmark(row.name.c_str(), MeasureCalls, row)
        ->Unit(benchmark::kMicrosecond)
        ->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace cobble::bench

int main(int argc, char** argv) { return cobble::bench::Run(argc, argv); }
