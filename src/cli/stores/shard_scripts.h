// Scripts that run the shards of a plan with Slurm, Kubernetes or make.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cobble {

// One stage of a plan. A script adds ` --shard I/N`, with I in 1..N, to its command.
struct ShardStage {
  std::string name;     // "range", "render" or "pyramid": letters only
  std::string command;  // quoted for sh, as in: cobble render --plan 'my terrain.zarr'
  double seconds = 0;   // estimated duration of one shard
};

struct ShardScript {
  std::string title;               // of the job; its characters need not suit the scheduler
  std::string store;               // the path of the store, not quoted
  std::vector<ShardStage> stages;  // in the order they run; at least one
  int64_t shards = 1;              // of each stage
  int threads = 1;                 // of one shard
  int64_t memory_mib = 256;        // of one shard; jobs are ended at twice as much
  std::string verify;              // the command that verifies the store, quoted for sh
  bool is_one_stage = false;       // Slurm: a script for sbatch, instead of one that submits stages
};

// Throws Error kUsage at `--scheduler` if the store's path has a character that is invisible, not
// valid UTF-8, or impossible in a line of a script. All functions below throw the same.
void CheckScriptStore(const std::string& store);
// Throws Error kUsage at `--scheduler` if no volume of a pod can hold the store.
void CheckVolumeStore(const std::string& store);
// The same for a file that a pod reads: in the volume that holds the store.
void CheckVolumeImage(const std::string& store, const std::string& path);

// Returns an sbatch script of the first stage if is_one_stage, else a script for sh that submits a
// job array for each stage and a job that verifies, each dependent on the one before. An array has
// up to 1000 tasks; each runs the shards task, task + tasks, and so on. Adds `--deadline Ns` to
// commands: a stopped task (status 75) requeues itself.
std::string SlurmScript(const ShardScript& script);

// Returns an Indexed Job of batch/v1 for the first stage, with up to 10,000 indices, each running
// the shards index, index + indices, and so on. Comments say what to edit.
std::string KubernetesManifest(const ShardScript& script);

// Returns a makefile for GNU make with phony targets: STAGE-I for each shard, STAGE for a stage,
// `verify`, and `all`, the default, which runs everything in order.
std::string Makefile(const ShardScript& script);

}  // namespace cobble
