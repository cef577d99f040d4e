// cobble render: renders pictures from a recipe.
#include <span>

#include "cli/line/command.h"
#include "cli/render/render_command.h"
#include "cli/render/run_printer.h"
#include "cli/stores/store_run.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/style.h"
#include "jobs/path_check.h"
#include "jobs/run_warnings.h"
#include "platform/clock.h"
#include "platform/signals.h"

namespace cobble {
namespace {

double PixelsOf(std::span<const Job> jobs) {
  double pixels = 0;
  for (const Job& job : jobs) {
    const auto frames = job.sprites ? static_cast<double>(job.sprites->frames.size()) : 1;
    pixels +=
        frames * static_cast<double>(job.window.width) * static_cast<double>(job.window.height);
  }
  return pixels;
}

void Render(const CommandRun& run, const Stopwatch& watch, Streams& streams) {
  const RunFlags& flags = run.flags;
  PathCheck check(flags.Paths());
  AddInputs(run, &check);
  AddOutputs(run, &check);
  if (!flags.quiet) PrintWarnings(WarningsOf(run), streams.err);
  RunPrinter printer(run, streams, watch);
  if (flags.dry_run) {
    printer.PrintPlan();
    printer.WritePlan();
    if (!flags.checksum) return;
  } else {
    check.MakeFolders();
  }
  std::vector<Job> jobs = printer.Jobs();
  const Recipe& recipe = jobs.front().recipe->recipe();
  const bool wants_hint = jobs.size() == 1 && !flags.quiet && !flags.dry_run &&
                          IsTerminal(streams.err) && WantsRangeHint(recipe, jobs.front());
  if (wants_hint) jobs.front().statistics = true;
  std::vector<Issue> hint;
  ProgressMeter meter(streams.err, flags.quiet ? ProgressMeter::kNever : flags.progress);
  RunRules rules;
  rules.threads = flags.threads;
  rules.progress = meter.Stages(PixelsOf(jobs));
  rules.complete = [&](std::size_t index, const JobResult& result) {
    printer.Complete(index, result);
  };
  rules.committed = [&](std::size_t index, const JobResult& result) {
    printer.Committed(index, result);
    printer.PrintUnchanged(index, result);
    if (wants_hint) hint = RangeHint(result.bands.statistics, result.range);
  };
  printer.PrintLimits();
  RunJobs(jobs, rules);
  printer.PrintClipping();
  PrintHints(hint, streams.err);
  if (!flags.quiet && !flags.dry_run && !run.sets.empty())
    PrintHints(run.sets.front()->Hints(), streams.err);
}

}  // namespace

void DeclareRender(CommandLine* line) {
  line->Describe(kRenderText);
  const auto command = line->Keep<RenderCommand>(line);
  line->OnRun([command](const Args& positionals, Streams& streams) {
    const Stopwatch watch;
    if (!command->shard().IsOn()) stop_signal::Release();
    const Destination destination = command->Read(positionals, streams);
    if (destination == kShard) return RunShardOf(command->shard(), command->run(), streams);
    if (destination == kStore) {
      RunStore(command->Store(), command->run(), streams);
    } else {
      Render(command->Files(), watch, streams);
    }
    return 0;
  });
}

}  // namespace cobble
