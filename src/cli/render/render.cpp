// cobble render: renders pictures from a recipe.
#include <span>

#include "cli/line/command.h"
#include "cli/render/render_command.h"
#include "cli/render/render_run.h"
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
    pixels += frames * static_cast<double>(job.run.window.width) *
              static_cast<double>(job.run.window.height);
  }
  return pixels;
}

int Render(const RenderWork& work, const Stopwatch& watch, Streams& streams) {
  if (work.shard) return RunShardOf(work, streams);
  if (work.store) return RunStore(work, streams);
  const RunFlags& flags = work.flags;
  PathCheck check = NewPathCheck(flags);
  AddInputs(work, &check);
  AddOutputs(work, &check);
  if (!flags.quiet) PrintWarnings(WarningsOfWork(work), streams.err);
  RenderRun run(work, streams, watch);
  if (flags.dry_run) {
    run.PrintPlan();
    run.WritePlan();
    if (!flags.checksum) return 0;
  } else {
    check.MakeFolders();
  }
  std::vector<Job> jobs = run.Jobs();
  const Recipe& recipe = work.jobs.front().recipe->recipe();
  const bool wants_hint = jobs.size() == 1 && !flags.quiet && !flags.dry_run &&
                          IsTerminal(streams.err) && WantsRangeHint(recipe, jobs.front().run);
  if (wants_hint) jobs.front().statistics = true;
  std::vector<Issue> hint;
  ProgressMeter meter(streams.err, flags.quiet ? ProgressMeter::kNever : flags.progress);
  JobListRules rules;
  rules.threads = flags.threads;
  rules.progress = meter.Stages(PixelsOf(jobs));
  rules.complete = [&](std::size_t index, const JobResult& result) { run.Complete(index, result); };
  rules.committed = [&](std::size_t index, const JobResult& result) {
    run.Committed(index, result);
    run.PrintUnchanged(index, result);
    if (wants_hint) hint = RangeHint(result.bands.statistics, result.range);
  };
  run.PrintLimits();
  RunJobs(jobs, rules);
  run.PrintClipping();
  PrintHints(hint, streams.err);
  if (!flags.quiet && !flags.dry_run && !work.sets.empty())
    PrintHints(work.sets.front()->Hints(), streams.err);
  return 0;
}

}  // namespace

void DeclareRender(CommandLine* line) {
  line->Describe(kRenderText);
  const auto command = line->Keep<RenderCommand>(line);
  line->OnRun([command](const Args& positionals, Streams& streams) {
    const Stopwatch watch;
    if (!command->IsForShard()) stop_signal::Release();
    return Render(command->Resolve(positionals, streams), watch, streams);
  });
}

}  // namespace cobble
