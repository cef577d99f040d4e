// Plans of shards, and programs that stand in for cobble and Slurm, for tests of scripts that run
// shards.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/stores/shard_scripts.h"
#include "support/harness.h"

namespace cobble::test {

// Returns a script of one thread, 256 MiB and 30 seconds a shard, titled "My terrain".
ShardScript PlanOf(const std::string& store, int64_t shards,
                   const std::vector<std::string>& stages);

// Paths whose characters have a meaning to sh, make, YAML or Kubernetes.
const std::vector<std::string>& AwkwardStores();

// Returns "none", or the kind and text of the Error that `make_text` throws for the store "a" with
// `odd` appended.
std::string FaultOf(std::string (*make_text)(const ShardScript&), const std::string& odd);

// Writes an executable script for sh into the folder "bin", which RunWithFakes searches first.
void WriteProgram(const std::string& name, std::string_view body);

// Writes a program `cobble` that appends its arguments, joined by |, as a line to the file "log",
// and exits with the status in the file "status-I" for the shard I if that exists, else 0.
void WriteFakeCobble();

Outcome RunWithFakes(const std::string& line);

// Returns the lines of the file; none if it does not exist.
std::vector<std::string> LinesOf(const std::string& path);

}  // namespace cobble::test
