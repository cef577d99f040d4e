// Manifests for Kubernetes: an Indexed Job for one stage of a plan.
// Based on: the API reference of Kubernetes 1.33, Job in batch/v1.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/stores/shard_loop.h"
#include "cli/stores/shard_scripts.h"
#include "cobble/error.h"
#include "core/escape.h"
#include "core/suggest.h"
#include "core/utf8.h"

namespace cobble {
namespace {

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

}  // namespace

void CheckVolumeStore(const std::string& store) {
  const auto refuse = [&](const std::string& problem) {
    throw Error(ErrorKind::kUsage, "--scheduler", Shown(store) + problem,
                "plan in the folder that the volume holds, with a path below it");
  };
  if (store == ".." || store.starts_with("../") || store.find("/../") != std::string::npos)
    refuse(" is outside the volume");
  if (VolumeFolder(store).empty()) refuse(" lies in the root folder");
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

}  // namespace cobble
