// The invariant of every run, whatever fails: each file is the old one or the complete new one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/harness.h"
#include "support/process.h"

namespace cobble::test {

// A run of cobble. Arguments may contain {seed}. NAME.json is NAME's sidecar; a.json is a report.
struct Job {
  std::string name;
  std::string arguments;
  std::vector<std::string> files{};
  std::map<std::string, std::string> inputs{};  // files that exist before the run, by name
};

// Jobs that render small pictures on one thread, so that every run makes the same system calls.
const std::vector<Job>& SmallJobs();

// Small jobs that only print and write no files.
const std::vector<Job>& PrintingJobs();

// Renders several kinds of picture, and runs long enough to be interrupted.
const Job& LongJob();

struct Expected {
  std::vector<int> statuses;  // the allowed exit statuses; 0 requires that all files are new
  std::string reason{};    // a part of the one-line message that comes with a status other than 0
  bool names_file = true;  // whether the message must name a file or standard output
  std::vector<int> signals{};
  bool leaves_temporaries = false;  // allowed for killed runs
};

// A folder where a job runs repeatedly: empty, or with the files of an earlier run.
class Scene {
 public:
  Scene(const Job& job, bool has_old);

  // Restores the state before the first run.
  void Reset() const;
  const Words& command() const { return command_; }
  // Whether the folder is as Reset leaves it.
  bool IsUntouched() const;
  // Returns what is wrong after a run that began after Reset; empty if nothing is.
  std::string Problem(const Ended& ended, const Expected& expected) const;

 private:
  using Bytes = std::map<std::string, std::string>;  // by file name

  Bytes Make(int seed);
  std::string EndProblem(const Ended& ended, const Expected& expected, const Bytes& now) const;
  std::string FilesProblem(const Bytes& now, bool leaves_temporaries) const;
  std::string FileProblem(const std::string& file, const Bytes& now) const;
  bool IsNew(const std::string& file, const Bytes& now) const;

  const Job& job_;
  Folder folder_;
  Words command_;
  Bytes new_, old_;
  std::string out_;  // the standard output of a successful run
};

// Resets the scene, runs the command, checks the outcome. Failures are reported under `run_name`.
void RunAndCheck(const Scene& scene, const Words& command, const ProcessSetup& setup,
                 const Expected& expected, const std::string& run_name);

}  // namespace cobble::test
