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
  const bool plans = line->tasks() == kPlanTasks;
  line->AddWhole(
      {.names = "--threads",
       .value = "N",
       .help = plans ? "threads of each shard's command (default 1)"
                     : "number of threads; 0 (default) for one per CPU available to the process",
       .group = group,
       .tasks = kAllTasks},
      threads, 0, kMaxThreads);
}

void AddLimits(CommandLine* line, const std::string& group, Limits* limits) {
  const bool plans = line->tasks() == kPlanTasks;
  const std::string what = plans ? "shards" : "pictures";
  line->AddWhole({.names = "--max-pixels",
                  .value = "N",
                  .help = fmt::format("refuse {} with more than N pixels (default {} = 2^34)", what,
                                      limits->pixels),
                  .group = group},
                 &limits->pixels, 1, kMaxPixels);
  line->Add(
      {.names = "--max-cost",
       .value = "N",
       .help = fmt::format("refuse {} that need more than N noise evaluations{} (default "
                           "{:.0e})",
                           plans ? "shards" : "recipes", plans ? "" : " in total", limits->cost),
       .group = group},
      [limits](const std::string& value) {
        limits->cost = NumberValue("--max-cost", value, 1, 1e30);
      });
}

void AddProgress(CommandLine* line, const std::string& group, ProgressMeter::Mode* mode) {
  line->AddEnum({.names = "--progress",
                 .value = "WHEN",
                 .help = "show progress: auto (on a terminal), always or never",
                 .group = group,
                 .tasks = kPictures | kStore | kShard},
                ProgressMeter::kModes, mode);
}

void RunFlags::AddTo(CommandLine* line) {
  const std::string group = "Run";
  const bool plans = line->tasks() == kPlanTasks;
  line->Add({.names = "--window",
             .value = "X,Y,WIDTH,HEIGHT",
             .help = "render only this rectangle; may lie partly or wholly outside the picture",
             .group = group,
             .brief = "render only this rectangle",
             .is_main = true,
             .separator = ',',
             .tasks = kPictures},
            [this](const std::string& value) { window = WindowValue("--window", value); });
  AddThreads(line, group, &threads);
  AddLimits(line, group, &limits);
  AddProgress(line, group, &progress);
  line->AddText(SimdFlag(), &simd);
  line->AddText({.names = "--report",
                 .value = "FILE",
                 .help = "write a JSON report: times, minimum, maximum, mean, clamped samples",
                 .group = group,
                 .kind = ValueKind::kFile,
                 .tasks = kPictures},
                &report);
  line->AddSwitch({.names = "--checksum",
                   .help = "print a 64-bit hash of the noise values and the name of each output; "
                           "with --dry-run, -o is optional",
                   .group = group,
                   .tasks = kPictures},
                  &checksum);
  line->AddSwitch({.names = "--dry-run",
                   .help = plans ? "print the estimate without writing any file"
                                 : "check everything without writing any file",
                   .group = group,
                   .is_main = true},
                  &dry_run);
  line->AddSwitch({.names = "--no-clobber",
                   .help = "refuse to replace existing files",
                   .group = group,
                   .is_main = true,
                   .tasks = kPictures},
                  &no_clobber);
  line->AddSwitch({.names = "--if-changed",
                   .help = "leave files whose bytes would not change as they are, with their time",
                   .group = group,
                   .tasks = kPictures},
                  &if_changed);
  line->AddText({.names = "--depfile",
                 .value = "FILE",
                 .help = "write the files that the pictures depend on, for make and ninja",
                 .group = group,
                 .kind = ValueKind::kFile,
                 .tasks = kPictures},
                &depfile);
  line->AddSwitch(NoSyncFlag(group), &no_sync);
  line->AddSwitch({.names = "--quiet",
                   .help = plans ? "print errors only: no estimate, no warnings and no hints"
                                 : "print errors only: no warnings, no hints and no progress",
                   .group = group,
                   .brief = "print errors only",
                   .is_main = true,
                   .tasks = kAllTasks},
                  &quiet);
}

FlagSpec NoSyncFlag(const std::string& group) {
  return {.names = "--no-sync",
          .help = "do not wait for the disk: a power failure may leave an empty file",
          .group = group,
          .tasks = kAllTasks};
}

}  // namespace cobble
