// What holds after every run, whatever failed in it: each file is the old one or the whole new one.
#ifndef COBBLE_TESTS_FAULT_INVARIANT_H_
#define COBBLE_TESTS_FAULT_INVARIANT_H_

#include <map>
#include <string>
#include <vector>

#include "fault/process.h"
#include "support/harness.h"

namespace cobble::test {

// A run. Its words may hold {seed}; of the files that it makes those whose names end with .json
// beside a picture of that name are sidecars, a.json is a report.
struct Job {
  std::string name;
  std::string words;
  std::vector<std::string> files{};
  std::map<std::string, std::string> inputs{};  // files that are there, by name
};

// Small pictures, one thread: the same system calls in every run.
const std::vector<Job>& SmallJobs();

// The same that make no files, but print.
const std::vector<Job>& PrintingJobs();

// A picture of each kind, in one run that lasts.
const Job& LongJob();

// How a run may end.
struct Expected {
  std::vector<int> statuses;  // those allowed; 0 always means that all is new
  std::string reason{};       // a part of the one line of a status that is not 0
  bool names_file = true;     // that line names a file, or standard output
  std::vector<int> signals{};
  bool leaves_temporaries = false;  // as when killed
};

// A folder where the files of an earlier run stand, or none, and a job is run again and again.
class Scene {
 public:
  Scene(const Job& job, bool has_old);

  // As before the first run.
  void Reset() const;
  // The command that makes the new files.
  const Words& command() const { return command_; }
  // Whether all is as Reset leaves it.
  bool IsUntouched() const;
  // Says of a run that began after Reset what is not as it must be; empty: nothing.
  std::string Fault(const Ended& ended, const Expected& expected) const;

 private:
  using Bytes = std::map<std::string, std::string>;  // by file

  Bytes Make(int seed);
  std::string FaultOfEnd(const Ended& ended, const Expected& expected, const Bytes& now) const;
  std::string FaultOfFiles(const Bytes& now, bool leaves_temporaries) const;
  std::string FaultOfFile(const std::string& file, const Bytes& now) const;
  bool IsNew(const std::string& file, const Bytes& now) const;

  const Job& job_;
  Folder folder_;
  Words command_;
  Bytes new_, old_;
  std::string out_;  // what the command prints
};

// Runs the job once and judges. `shown` tells which run it was, should it not be as expected.
void RunAndCheck(const Scene& scene, const Words& command, const Surroundings& surroundings,
                 const Expected& expected, const std::string& shown);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_FAULT_INVARIANT_H_
