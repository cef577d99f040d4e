// Runs lists of jobs: batches, variations, frames, tiles and sheets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/program.h"
#include "jobs/job.h"
#include "render/render_bands.h"

namespace cobble {

struct JobResult {
  struct Seconds {
    double range = 0;   // finding the range "fit"
    double render = 0;  // rendering, encoding and writing
  } seconds;
  std::string_view simd;
  double evaluations = 0;  // per pixel
  HeightRange range;
  BandReport bands;
  std::vector<uint64_t> bytes;  // of each picture, without its sidecar
  std::vector<bool> unchanged;  // of each picture: whether its files stay as they are
  std::string checksum;         // if the job has_checksum
  std::exception_ptr error;     // if set, the job failed, and all else is unset
};

struct RunRules {
  int threads = 0;  // maximum, for the whole list; 0: all CPUs available to this process
  // The number of jobs that share the threads and the memory limit; 0: small ones run side by side.
  int jobs = 0;
  // Whether the rest runs after a job has failed. If not, RunJobs throws the first error.
  bool keep_going = false;
  // Called with the stage, "range" or "render", and the fraction of its pixels done. Calls never
  // overlap. An exception thrown here fails the job. May be empty.
  std::function<void(std::string_view stage, double fraction)> progress{};
  // Called once per job, in order and one at a time: when its files are complete, and when they
  // have their names. May be empty. `complete` is not called for a job that failed.
  std::function<void(std::size_t index, const JobResult&)> complete{}, committed{};
};

// Compiles the job's recipe. Throws Error if the job cannot run: see CheckProgram and Admit.
std::shared_ptr<const Program> CheckJob(const Job& job);

// Runs the jobs, which must have passed CheckJob. Small pictures run side by side, one thread each;
// large ones one after another. The files of a job get their names together, in the order of the
// jobs. Each picture's bytes depend on its job alone.
void RunJobs(std::span<const Job> jobs, const RunRules& rules);

}  // namespace cobble
