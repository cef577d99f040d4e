// Plans of shards, and programs that stand in for cobble and Slurm, for tests of scripts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/stores/shard_scripts.h"
#include "support/harness.h"

namespace cobble::test {

// Returns a script titled "My terrain": one thread, 256 MiB and 30 seconds per shard.
ShardScript PlanOf(const std::string& store, int64_t shards,
                   const std::vector<std::string>& stages);

// Paths with characters that mean something to sh, make, YAML or Kubernetes.
const std::vector<std::string>& AwkwardStores();

// Returns "none", or the kind and text of the Error of `make_text` for the store "a" + `odd`.
std::string FaultOf(std::string (*make_text)(const ShardScript&), const std::string& odd);

// Writes an executable sh script into the folder "bin", which RunWithFakes searches first.
void WriteProgram(const std::string& name, std::string_view body);

// Writes a program `cobble` that appends its arguments, joined by |, as a line to the file "log".
// It exits with the status in the file "status-I" for shard I, or 0 if there is no such file.
void WriteFakeCobble();

Outcome RunWithFakes(const std::string& line);

// Returns the file's lines; none if it does not exist.
std::vector<std::string> LinesOf(const std::string& path);

}  // namespace cobble::test
