// Makes the plans, and writes the programs.
#include "support/shard_fakes.h"

#include <filesystem>
#include <fstream>

#include "cobble/error.h"
#include "platform/shell_words.h"

namespace cobble::test {

ShardScript PlanOf(const std::string& store, int64_t shards,
                   const std::vector<std::string>& stages) {
  ShardScript script;
  script.title = "My terrain";
  script.store = store;
  script.shards = shards;
  script.is_one_stage = stages.size() == 1;
  script.verify = "cobble verify -- " + ShellQuoted(store);
  for (const std::string& stage : stages)
    script.stages.push_back(
        {stage, "cobble render --plan " + ShellQuoted(store) + " --stage " + stage, 30});
  return script;
}

const std::vector<std::string>& AwkwardStores() {
  static const std::vector<std::string> stores{
      "plain.zarr", "my  terrain.zarr", "it's.zarr", R"(a"b\)",  "$HOME $$ $(pwd) $$(pwd) `pwd`",
      "a#b #c",     "a: [b], {c} %d",   "-x",        "\xC3\xA4", "$@ $* ~ & | ; < > * ?"};
  return stores;
}

std::string FaultOf(std::string (*make_text)(const ShardScript&), const std::string& odd) try {
  make_text(PlanOf("a" + odd, 1, {"render"}));
  return "none";
} catch (const Error& error) {
  return std::to_string(static_cast<int>(error.kind())) + " " + error.what();
}

void WriteProgram(const std::string& name, std::string_view body) {
  std::filesystem::create_directory("bin");
  const std::string path = "bin/" + name;
  WriteFile(path, "#!/bin/sh\n" + std::string(body));
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

void WriteFakeCobble() {
  WriteProgram("cobble", R"sh(IFS='|'
printf '%s\n' "$*" >>log
while [ $# -gt 0 ]; do
  if [ "$1" = --shard ] && [ -e "status-${2%/*}" ]; then exit "$(cat "status-${2%/*}")"; fi
  shift
done
)sh");
}

Outcome RunWithFakes(const std::string& line) {
  return RunShell("PATH=$PWD/bin:$PATH; export PATH\nunset -f cobble\n" + line);
}

std::vector<std::string> LinesOf(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace cobble::test
