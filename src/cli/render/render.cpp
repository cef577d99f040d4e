// cobble render: renders pictures from a recipe.
#include <algorithm>
#include <span>

#include "cli/line/command.h"
#include "cli/render/paths.h"
#include "cli/render/render_planner.h"
#include "cli/render/render_run.h"
#include "cli/render/warnings.h"
#include "cli/stores/store_run.h"
#include "cli/terminal/progress.h"
#include "platform/clock.h"
#include "platform/stop_signal.h"

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

int Render(const RenderPlan& plan, const Stopwatch& watch, Streams& streams) {
  if (plan.shard) return RunShardOf(plan, streams);
  if (plan.store) return RunStore(plan, streams);
  const RunFlags& flags = plan.flags;
  PathCheck check(flags.no_clobber);
  AddInputs(plan, &check);
  AddOutputs(plan, &check);
  if (!flags.quiet) PrintWarnings(PlanWarnings(plan), streams.err);
  if (flags.dry_run && !flags.checksum) return 0;

  PlanRun run(plan, streams, watch);
  std::vector<Job> jobs = run.Jobs();
  const Recipe& recipe = plan.jobs.front().recipe->recipe();
  const bool wants_hint = jobs.size() == 1 && !flags.quiet && !flags.dry_run &&
                          WantsRangeHint(recipe, jobs.front().run, IsTerminal(streams.err));
  if (wants_hint) jobs.front().statistics = true;
  std::vector<Issue> hint;
  ProgressMeter meter(streams.err, flags.quiet ? ProgressMeter::kNever : flags.progress);
  JobListRules rules;
  rules.threads = flags.threads;
  rules.progress = meter.Stages(PixelsOf(jobs));
  rules.complete = [&](std::size_t index, const JobResult& result) { run.Complete(index, result); };
  rules.committed = [&](std::size_t index, const JobResult& result) {
    run.Committed(index, result);
    if (wants_hint) hint = RangeHint(result.bands.statistics, result.range);
  };
  run.PrintLimits();
  RunJobs(jobs, rules);
  PrintWarnings(hint, streams.err);
  return 0;
}

}  // namespace

void DeclareRender(CommandLine* line) {
  line->Describe(kRenderText);
  const auto planner = line->Keep<RenderPlanner>(line);
  line->OnRun([planner](const Args& positionals, Streams& streams) {
    const Stopwatch watch;
    if (!planner->IsForShard()) StopSignal::Release();
    return Render(planner->Plan(positionals, streams), watch, streams);
  });
}

}  // namespace cobble
