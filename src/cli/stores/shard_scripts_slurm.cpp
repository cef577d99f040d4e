// Scripts for Slurm: job arrays whose tasks requeue themselves before their time limit.
// Based on: the manual pages of sbatch and scontrol, Slurm 22.05.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/line/shell_words.h"
#include "cli/stores/shard_loop.h"
#include "cli/stores/shard_scripts.h"

namespace cobble {
namespace {

constexpr int64_t kMaxTasks = 1000;  // Slurm's default MaxArraySize is 1001 and excludes itself

// A task runs for four times its estimate, then is requeued. A limit that is too long delays the
// start of a job; one that is too short costs no more than a restart.
constexpr double kTimeFactor = 4;
constexpr int64_t kMinMinutes = 10, kMaxMinutes = 24 * 60;

// Seconds before the limit at which cobble stops between chunks: a minute before the earliest
// moment of SIGTERM, which Slurm sends up to a minute before the time in --signal.
constexpr int64_t kMarginSeconds = 180;
constexpr int64_t kSignalSeconds = 60;

// Returns minutes. In: work, estimated seconds.
int64_t TimeLimit(double work) {
  const double minutes = std::ceil((std::max(work, 0.0) * kTimeFactor + kMarginSeconds) / 60);
  return static_cast<int64_t>(
      std::clamp(minutes, static_cast<double>(kMinMinutes), static_cast<double>(kMaxMinutes)));
}

// Returns the head of a batch script. `array` is empty or an option's line.
std::string Options(const ShardScript& script, const std::string& stage, const std::string& array,
                    int64_t minutes) {
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name={}-{}\n{}"
      "#SBATCH --cpus-per-task={}\n"
      "#SBATCH --mem={}M\n"
      "#SBATCH --time={:02}:{:02}:00\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n",
      JobName(script.title, "._", 60), stage, array, script.threads, 2 * script.memory_mib,
      minutes / 60, minutes % 60);
}

// squeue tells tasks that were stopped at the time limit or before preemption, which are still
// running, from those that others cancelled or requeued.
constexpr const char* kStop = R"(
# Requeues this task, unless it was cancelled.
stop() {
  task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
  state=$(squeue --noheader --jobs="$task" --format=%T)
  [ "$state" != RUNNING ] || scontrol requeue "$task"
  exit 75
}

)";

std::string ArrayScript(const ShardScript& script, const ShardStage& stage) {
  const int64_t tasks = std::min(script.shards, kMaxTasks);
  const int64_t rounds = (script.shards - 1) / tasks + 1;
  const int64_t minutes = TimeLimit(stage.seconds * static_cast<double>(rounds));
  const std::string array =
      fmt::format("#SBATCH --array=1-{}\n#SBATCH --signal=B:TERM@{}\n", tasks, kSignalSeconds);
  const std::string about = fmt::format(
      "# Runs the stage {} of {}: {} shards in {} tasks.\n"
      "# Failed or cancelled tasks can be submitted again: finished chunks are skipped.\n"
      "set -u\n",
      stage.name, ShellQuoted(script.store), script.shards, tasks);
  const std::string clock =
      fmt::format("end=$(($(date +%s) + {})) # {} seconds before the time limit\n",
                  minutes * 60 - kMarginSeconds, kMarginSeconds);
  return Options(script, stage.name, array, minutes) + about + kStop + clock +
         ShardLoopText({.first = "$SLURM_ARRAY_TASK_ID",
                        .tasks = tasks,
                        .shards = script.shards,
                        .before = "  left=$((end - $(date +%s)))\n"
                                  "  [ \"$left\" -gt 0 ] || stop\n",
                        .command = stage.command,
                        .flags = " --deadline \"${left}s\""});
}

// Reading a store takes less time than rendering it.
std::string VerifyScript(const ShardScript& script) {
  double seconds = 0;
  for (const ShardStage& stage : script.stages)
    seconds += stage.seconds * static_cast<double>(script.shards);
  return Options(script, "verify", "", TimeLimit(seconds)) + "exec " + script.verify + '\n';
}

// A function's body keeps its here-document out of the $(...) that calls it, where old shells look
// for quotation marks.
std::string SubmitFunction(const std::string& stage, const std::string& text) {
  return fmt::format(
      "submit_{0}() {{\n"
      "  sbatch \"$@\" <<'END_OF_{0}'\n"
      "{1}END_OF_{0}\n}}\n\n",
      stage, text);
}

}  // namespace

std::string SlurmScript(const ShardScript& script) {
  CheckScriptStore(script.store);
  if (script.is_one_stage) return ArrayScript(script, script.stages[0]);
  std::string text = fmt::format(
      "#!/bin/sh\n"
      "# Submits the stages of {} to Slurm: a job array for each stage, then a job that verifies.\n"
      "# Each starts after the one before it has succeeded. If one fails, run this script again:\n"
      "# finished chunks are skipped.\n"
      "set -eu\n\n",
      ShellQuoted(script.store));
  std::string calls, dependency;
  const auto submit = [&](const std::string& name, const std::string& job) {
    text += SubmitFunction(name, job);
    calls +=
        fmt::format("job=$(submit_{0} --parsable{1})\necho \"{0}: job $job\"\n", name, dependency);
    dependency = " --kill-on-invalid-dep=yes \"--dependency=afterok:${job%%;*}\"";  // "job;cluster"
  };
  for (const ShardStage& stage : script.stages) submit(stage.name, ArrayScript(script, stage));
  submit("verify", VerifyScript(script));
  return text + calls;
}

}  // namespace cobble
