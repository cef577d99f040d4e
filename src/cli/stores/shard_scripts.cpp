// Scripts for schedulers that run the shards of a plan.
#include "cli/stores/shard_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "cli/line/flag.h"
#include "core/escape.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "platform/shell_words.h"

namespace cobble {
namespace {

// Returns the text with a hyphen for each run of characters other than ASCII letters, digits and
// `others`, none at the start or end, cut to `length` characters; "cobble" if nothing is left.
std::string JobName(std::string_view text, std::string_view others, std::size_t length) {
  std::string name;
  for (const char c : text) {
    if (IsPlain({&c, 1}, others))
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name.resize(std::min(name.size(), length));
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "cobble" : name;
}

// Doubles each $: make and Kubernetes expand $(...).
std::string DollarsDoubled(std::string_view text) { return Escaped(text, {{'$', "$$"}}); }

struct ShardLoop {
  std::string first;    // a word of sh: the task's first shard
  int64_t tasks = 1;    // the step from shard to shard
  int64_t shards = 1;   // the last shard
  std::string before;   // lines of sh that run before each shard
  std::string command;  // without the shard
  std::string flags;    // words after the shard
};

// Returns sh code that runs the task's shards one after the other and forwards SIGTERM to cobble.
// If cobble was stopped, by SIGTERM or with status 75, it calls `stop`, which the script defines
// and which exits. After other failures it goes on, and exits with the last one's status.
//
// A shell runs a trap only after the foreground command, so cobble runs in the background. If the
// signal arrives before `child` is set, the line after sends it.
std::string ShardLoopText(const ShardLoop& loop) {
  return fmt::format(R"(stopped='' child='' failed=0
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM

shard={first}
while [ "$shard" -le {shards} ]; do
{before}  {command} --shard "$shard/{shards}"{flags} &
  child=$!
  [ -z "$stopped" ] || kill -TERM "$child" 2>/dev/null
  status=0
  wait "$child" || status=$?
  [ -z "$stopped" ] || wait "$child" || : # the signal ends the first wait early
  child=''
  if [ -n "$stopped" ] || [ "$status" -eq 75 ]; then stop; fi
  [ "$status" -eq 0 ] || failed=$status
  shard=$((shard + {tasks}))
done
exit "$failed"
)",
                     fmt::arg("first", loop.first), fmt::arg("shards", loop.shards),
                     fmt::arg("tasks", loop.tasks), fmt::arg("before", loop.before),
                     fmt::arg("command", loop.command), fmt::arg("flags", loop.flags));
}

// --- Slurm: job arrays whose tasks requeue themselves before their time limit ---
// Based on: the manual pages of sbatch and scontrol, Slurm 22.05.

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

// --- Kubernetes: an Indexed Job for one stage of a plan ---
// Based on: the API reference of Kubernetes 1.33, Job in batch/v1.

constexpr int64_t kMaxIndices = 10000;
constexpr int64_t kMaxPods = 100;  // at once, until somebody edits it

// The name of a pod's host, JOB-INDEX, has at most 63 characters.
constexpr std::size_t kMaxTitle = 40;

// In: fields as named in KubernetesManifest.
constexpr const char* kManifest = R"(# Runs the stage {stage} of a plan: kubectl apply -f FILE
# Needs Kubernetes 1.29 or newer. Adapt the lines marked "edit" to the cluster.
apiVersion: batch/v1
kind: Job
metadata:
  name: {name}
spec:
  completionMode: Indexed
  completions: {indices}
  parallelism: {pods}  # edit: how many pods run at once
  backoffLimitPerIndex: 3
  podFailurePolicy:
    rules:
      # Status 75: cobble was stopped, and another pod continues. This is not a failure.
      - action: Ignore
        onExitCodes:
          containerName: cobble
          operator: In
          values: [75]
      # The pod was preempted or evicted, or its node was drained.
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 30  # after SIGTERM, cobble stops within 2 s
      containers:
        - name: cobble
          image: cobble  # edit: an image that has cobble in its PATH
          workingDir: {folder}  # the command's paths start here
          command: ["/bin/sh", "-c"]
          args:
            - |  # $$ stands for $, since Kubernetes expands $(...)
{code}
          resources:
            requests:
              cpu: {threads}
              memory: {memory}Mi
            limits:
              memory: {max_memory}Mi
          volumeMounts:
            - name: data
              mountPath: {folder}
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: data  # edit: a claim that many nodes can write (ReadWriteMany)
)";

// Returns a YAML scalar in double quotes. In: text without control characters.
std::string YamlQuoted(std::string_view text) { return '"' + Backslashed(text, "\"\\") + '"'; }

// Returns the folder of the volume that holds the store, which for an absolute path is its own
// folder. Empty if that is the root.
std::string VolumeFolder(const std::string& store) {
  if (!store.starts_with('/')) return "/data";
  const std::string trimmed = store.substr(0, store.find_last_not_of('/') + 1);
  return trimmed.substr(0, trimmed.rfind('/'));
}

std::string Indented(std::string_view text, std::size_t columns) {
  std::string indented;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!indented.empty()) indented += '\n';
    if (!line.empty()) indented += std::string(columns, ' ') + std::string(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return indented;
}

// --- make: a phony target for each shard and stage ---

// Targets are phony: a finished shard takes milliseconds, and only cobble knows whether its chunks
// are whole. The stage before is one target: edges between all shards would take quadratic memory.
constexpr const char* kStage = R"(
{stage}_shards := $(shards:%={stage}-%)
.PHONY: {stage} $({stage}_shards)
{stage}: $({stage}_shards)
$({stage}_shards): {stage}-%:{before}
	{command} --shard $*/{shards}
)";

// Returns the numbers of the shards. For a long list, uses a program that Windows lacks.
std::string Numbers(int64_t shards) {
  constexpr int64_t kMaxListed = 256;
  if (shards > kMaxListed) return fmt::format("$(shell seq {})", shards);
  std::string numbers;
  for (int64_t shard = 1; shard <= shards; ++shard) numbers += fmt::format(" {}", shard);
  return numbers.substr(1);
}

}  // namespace

void CheckScriptStore(const std::string& store) {
  if (IsPrintable(store)) return;
  Refuse("--scheduler",
         "a script cannot contain the path " + Quoted(store) +
             ", which has characters that are not printable",
         "rename it");
}

void CheckVolumeStore(const std::string& store) {
  const auto refuse = [&](const std::string& problem) {
    Refuse("--scheduler", Shown(store) + problem,
           "plan in the folder that the volume holds, with a path below it");
  };
  if (store == ".." || store.starts_with("../") || store.find("/../") != std::string::npos)
    refuse(" is outside the volume");
  if (VolumeFolder(store).empty()) refuse(" lies in the root folder");
}

// Commands start in the folder of an absolute store.
void CheckVolumeImage(const std::string& store, const std::string& path) {
  const std::string folder = VolumeFolder(store) + '/';
  const bool is_inside = store.starts_with('/') || path.starts_with('/')
                             ? path.starts_with(folder)
                             : path != ".." && !path.starts_with("../");
  if (is_inside && path.find("/../") == std::string::npos) return;
  throw Error(ErrorKind::kUsage, "--scheduler", Shown(path) + " is outside the volume",
              store.starts_with('/') ? "copy it into " + Shown(folder)
                                     : "plan in the folder that the volume holds, with paths below "
                                       "it");
}

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

std::string KubernetesManifest(const ShardScript& script) {
  CheckScriptStore(script.store);
  CheckVolumeStore(script.store);
  const ShardStage& stage = script.stages.at(0);
  const int64_t indices = std::min(script.shards, kMaxIndices);
  const std::string code =
      "set -u\nstop() { exit 75; }\n" + ShardLoopText({.first = "$((JOB_COMPLETION_INDEX + 1))",
                                                       .tasks = indices,
                                                       .shards = script.shards,
                                                       .before = "",
                                                       .command = stage.command,
                                                       .flags = ""});
  const std::string name = LowerCase(JobName(script.title, "", kMaxTitle) + '-' + stage.name);
  return fmt::format(kManifest, fmt::arg("stage", stage.name), fmt::arg("name", YamlQuoted(name)),
                     fmt::arg("indices", indices), fmt::arg("pods", std::min(indices, kMaxPods)),
                     fmt::arg("folder", YamlQuoted(VolumeFolder(script.store))),
                     fmt::arg("code", Indented(DollarsDoubled(code), 14)),
                     fmt::arg("threads", script.threads), fmt::arg("memory", script.memory_mib),
                     fmt::arg("max_memory", 2 * script.memory_mib));
}

std::string Makefile(const ShardScript& script) {
  CheckScriptStore(script.store);
  std::string text = fmt::format(
      "# Runs the shards of a plan, then verifies: make -j8 -k -f FILE\n"
      "# Can be run again after failures: finished chunks are skipped.\n"
      "# Its other targets are stages, such as {0}, and shards, such as {0}-1.\n"
      ".PHONY: all verify\n"
      "all: verify\n\n"
      "shards := {1}\n",
      script.stages.at(0).name, Numbers(script.shards));
  std::string before;
  for (const ShardStage& stage : script.stages) {
    text += fmt::format(kStage, fmt::arg("stage", stage.name), fmt::arg("before", before),
                        fmt::arg("command", DollarsDoubled(stage.command)),
                        fmt::arg("shards", script.shards));
    before = " " + stage.name;
  }
  return text + fmt::format("\nverify:{}\n\t{}\n", before, DollarsDoubled(script.verify));
}

}  // namespace cobble
