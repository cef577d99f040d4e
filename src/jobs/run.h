// A run: the jobs of one request, and the files beside their pictures.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "jobs/run_jobs.h"
#include "jobs/series/series_items.h"
#include "jobs/series/vrt.h"
#include "jobs/sets/engine_set.h"
#include "output/sink/sink.h"

namespace cobble {

struct RenderRun {
  std::vector<Job> jobs;
  // The files of each job, if they are for an engine.
  std::vector<std::shared_ptr<const EngineSet>> sets;
  std::optional<Vrt> vrt;                // the picture whose tiles the jobs are
  std::vector<std::string> labels;       // of the jobs, for messages; empty if there is only one
  std::vector<SeriesItem> items;         // the variations
  std::vector<std::size_t> item_of_job;  // indices into `items`
  std::vector<Issue> warnings;           // not errors, but may surprise
  // Programs of the first jobs, to save compiling them again.
  std::vector<std::shared_ptr<const Program>> programs;

  std::vector<VrtTile> VrtTiles() const;
  const SeriesItem& ItemOf(std::size_t job) const { return items[item_of_job[job]]; }
  // Returns whether the job is a variation's only one, or its first frame or tile.
  bool IsFirstOfItem(std::size_t job) const {
    return job == 0 || item_of_job[job] != item_of_job[job - 1];
  }
};

// Writes the files beside the pictures while the jobs are rendered.
class RunFiles {
 public:
  explicit RunFiles(const RenderRun& run) : run_(run), rules_(run.jobs.front().files) {}

  // Call when the pictures of a job are complete but not yet named: see RunRules.
  void Complete(std::size_t index);
  bool AllComplete() const { return complete_ == run_.jobs.size(); }
  // Writes a file that gets its name in Commit.
  void AddFile(const std::string& path, const std::function<void(ByteSink*)>& write);
  // Call when the pictures of a job have their names. Names the files added so far.
  void Commit();

 private:
  const RenderRun& run_;
  const FileRules rules_;
  std::size_t complete_ = 0;  // number of jobs
  std::vector<std::unique_ptr<FileSink>> files_;
};

}  // namespace cobble
