// The jobs of one call or command line, with the files that go with their pictures.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "jobs/job_list.h"
#include "jobs/series/vrt.h"
#include "jobs/sets/engine_set.h"
#include "output/sink/sink.h"

namespace cobble {

struct JobSet {
  std::vector<Job> jobs;
  // The files of each job, if they are for an engine.
  std::vector<std::shared_ptr<const EngineSet>> sets;
  std::optional<Vrt> vrt;           // the picture whose tiles the jobs are
  std::vector<std::string> labels;  // of the jobs, for messages; empty if there is only one
  std::vector<Issue> warnings;      // what is no error but may surprise
  // Programs of the first jobs, so that they need not be compiled again.
  std::vector<std::shared_ptr<const Program>> programs;

  // Returns the files of the jobs as tiles of `vrt`.
  std::vector<VrtTile> VrtTiles() const;
};

// A set of jobs while they run: writes the files that are no pictures.
class JobSetRun {
 public:
  JobSetRun(const JobSet& set, const FileRules& rules) : set_(set), rules_(rules) {}

  // Call when the pictures of a job are complete, but have no names: see JobListRules.
  void Complete(std::size_t index);
  // Returns whether the pictures of all jobs are complete.
  bool AllComplete() const { return complete_ == set_.jobs.size(); }
  // Writes a file that gets its name in Commit.
  void AddFile(const std::string& path, const std::function<void(ByteSink*)>& write);
  // Call when the pictures of a job have got their names. Each file gets its own once.
  void Commit();

 private:
  const JobSet& set_;
  const FileRules rules_;
  std::size_t complete_ = 0;  // number of jobs
  std::vector<std::unique_ptr<FileSink>> files_;
};

}  // namespace cobble
