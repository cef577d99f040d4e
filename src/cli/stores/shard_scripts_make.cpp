// Makefiles: a phony target for each shard and stage.
#include <fmt/format.h>

#include "cli/stores/shard_loop.h"
#include "cli/stores/shard_scripts.h"

namespace cobble {
namespace {

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
  for (int64_t k = 1; k <= shards; ++k) numbers += fmt::format("{}{}", k == 1 ? "" : " ", k);
  return numbers;
}

}  // namespace

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
