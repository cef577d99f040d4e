// Implements RunFlags.
#include "cli/render/run_flags.h"

#include <fmt/format.h>

#include <utility>

#include "cli/line/flag_values.h"

namespace cobble {
namespace {

constexpr int64_t kMaxThreads = 4096;
constexpr int64_t kMaxPixels = int64_t{1} << 62;

}  // namespace

void AddThreads(CommandLine* line, const std::string& group, int* threads) {
  line->Add({"--threads", "N",
             "number of threads; 0 (default) for one per CPU available to the process", group},
            [threads](const std::string& value) {
              *threads = static_cast<int>(WholeValue("--threads", value, 0, kMaxThreads));
            });
}

void AddLimits(CommandLine* line, const std::string& group, Limits* limits) {
  line->Add(
      {"--max-pixels", "N",
       fmt::format("refuse pictures with more than N pixels (default {} = 2^34)", limits->pixels),
       group},
      [limits](const std::string& value) {
        limits->pixels = WholeValue("--max-pixels", value, 1, kMaxPixels);
      });
  line->Add({"--max-cost", "N",
             fmt::format("refuse recipes that need more than N noise evaluations in total "
                         "(default {:.0e})",
                         limits->cost),
             group},
            [limits](const std::string& value) {
              limits->cost = NumberValue("--max-cost", value, 1, 1e30);
            });
}

void RunFlags::AddTo(CommandLine* line) {
  AddChecked(line);
  const std::string group = "Run";
  const auto text = [&](std::string name, std::string value, std::string help, std::string* to) {
    line->AddText({std::move(name), std::move(value), std::move(help), group}, to);
  };
  const auto on = [&](std::string name, std::string help, bool* to) {
    line->AddSwitch({std::move(name), {}, std::move(help), group}, to);
  };
  line->AddText(SimdFlag(), &simd);
  text("--report", "FILE", "write a JSON report: times, minimum, maximum, mean, clamped samples",
       &report);
  on("--checksum",
     "print a 64-bit hash of the noise values and the name of each output; with --dry-run, -o is "
     "optional",
     &checksum);
  on("--dry-run", "check everything without writing any file", &dry_run);
  on("--no-clobber", "refuse to replace existing files", &no_clobber);
  on("--if-changed", "leave files whose bytes would not change as they are, with their time",
     &if_changed);
  text("--depfile", "FILE", "write the files that the pictures depend on, for make and ninja",
       &depfile);
  on("--no-sync", "do not wait for the disk: a power failure may leave an empty file", &no_sync);
  on("--quiet", "print errors only: no warnings, no hints and no progress", &quiet);
}

void RunFlags::AddChecked(CommandLine* line) {
  const std::string group = "Run";
  line->Add({"--window", "X,Y,WIDTH,HEIGHT",
             "render only this rectangle; may lie partly or wholly outside the picture", group,
             false, "", ','},
            [this](const std::string& value) { window = WindowValue("--window", value); });
  AddThreads(line, group, &threads);
  AddLimits(line, group, &limits);
  line->AddChoice(
      {"--progress", "WHEN", "show progress: auto (on a terminal), always or never", group},
      ProgressMeter::kModes,
      [this](std::size_t mode) { progress = static_cast<ProgressMeter::Mode>(mode); });
}

}  // namespace cobble
