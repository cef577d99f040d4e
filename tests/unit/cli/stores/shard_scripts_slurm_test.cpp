// Tests of scripts for Slurm: runs them with programs that stand in for cobble and Slurm.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/stores/shard_scripts.h"
#include "support/harness.h"
#include "support/shard_fakes.h"
#include "support/skip.h"

namespace cobble {
namespace {

using Lines = std::vector<std::string>;

// Runs the file "job" as the task of array 77. In: variables as for sh.
Outcome RunTask(int task, const std::string& variables = "") {
  return test::RunWithFakes(
      fmt::format("SLURM_ARRAY_JOB_ID=77 SLURM_ARRAY_TASK_ID={} {} sh ./job", task, variables));
}

// Slurm's programs: squeue reports the state $STATE, and scontrol logs its arguments.
void WriteFakeSlurm() {
  test::WriteProgram("squeue", "[ \"$2\" = --jobs=77_3 ] && echo \"${STATE-RUNNING}\"\n");
  test::WriteProgram("scontrol", "echo \"$*\" >>scontrol-log\n");
}

TEST_CASE("a script for Slurm is one for sh, and ShellCheck finds nothing in it") {
  if (test::Lacks(test::kShell)) return;
  const bool has_shellcheck = RunShell("command -v shellcheck").status == 0;
  for (const std::string& store : test::AwkwardStores())
    for (const Lines& stages : {Lines{"render"}, Lines{"range", "render", "pyramid"}}) {
      CAPTURE(store);
      const Folder folder;
      WriteFile("job", SlurmScript(test::PlanOf(store, 2500, stages)));
      CHECK(RunShell("sh -n job").err == "");
      // SC1003, SC2016: in single quotes, names of stores contain \ and $.
      if (has_shellcheck) CHECK(RunShell("shellcheck --exclude=SC1003,SC2016 job").out == "");
    }
}

// A function `cobble` and a clock that stands still save two processes a shard.
TEST_CASE("1000 tasks run each of 2500 shards once") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  WriteFile("job", SlurmScript(test::PlanOf("t.zarr", 2500, {"render"})));
  const Outcome outcome = RunShell(R"(
cobble() { echo "$7"; }
date() { echo 1000; }
for task in $(seq 1000); do
  (SLURM_ARRAY_TASK_ID=$task; . ./job) || echo "task $task failed"
done)");
  WriteFile("shards", outcome.out);
  Lines expected;
  for (int i = 1; i <= 2500; ++i) expected.push_back(fmt::format("{}/2500", i));
  Lines shards = test::LinesOf("shards");
  std::sort(shards.begin(), shards.end());
  std::sort(expected.begin(), expected.end());
  CHECK(shards == expected);
  CHECK(outcome.err == "");
}

TEST_CASE("a task of Slurm goes on after a failure, and fails at the end") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  test::WriteFakeCobble();
  WriteFakeSlurm();
  WriteFile("job", SlurmScript(test::PlanOf("it's a.zarr", 2003, {"render"})));
  WriteFile("status-3", "5");
  CHECK(RunTask(3).status == 5);
  const Lines log = test::LinesOf("log");
  REQUIRE(log.size() == 3);
  for (int i = 0; i < 3; ++i)
    CHECK(log[static_cast<std::size_t>(i)].starts_with(fmt::format(
        "render|--plan|it's a.zarr|--stage|render|--shard|{}/2003|--deadline|", 3 + 1000 * i)));
  CHECK(RunTask(4).status == 0);
  CHECK(test::LinesOf("scontrol-log").empty());
}

TEST_CASE("a task of Slurm that stopped requeues itself unless it was cancelled") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  test::WriteFakeCobble();
  WriteFakeSlurm();
  WriteFile("job", SlurmScript(test::PlanOf("t.zarr", 2003, {"render"})));
  WriteFile("status-1003", "75");
  for (const char* state : {"COMPLETING", "PENDING", ""}) {
    CAPTURE(state);
    CHECK(RunTask(3, std::string("STATE=") + state).status == 75);
    CHECK(test::LinesOf("scontrol-log").empty());
  }
  CHECK(test::LinesOf("log").size() == 6);
  CHECK(RunTask(3).status == 75);
  CHECK(test::LinesOf("scontrol-log") == Lines{"requeue 77_3"});
  CHECK(test::LinesOf("log").size() == 8);  // not the third shard
}

// The clock advances by 200 s whenever it is read: at the start, and before each shard. The limit
// is 10 minutes, of which 3 are left for cobble to stop.
TEST_CASE("a task of Slurm stops before its time limit") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  test::WriteFakeCobble();
  WriteFakeSlurm();
  test::WriteProgram("date", "now=$(($(cat now) + 200)); echo \"$now\" | tee now\n");
  WriteFile("now", "5000");
  WriteFile("job", SlurmScript(test::PlanOf("t.zarr", 2003, {"render"})));
  CHECK(RunTask(3).status == 75);
  const Lines log = test::LinesOf("log");
  REQUIRE(log.size() == 2);
  CHECK(log[0].ends_with("|--shard|3/2003|--deadline|220s"));
  CHECK(log[1].ends_with("|--shard|1003/2003|--deadline|20s"));
  CHECK(test::LinesOf("scontrol-log") == Lines{"requeue 77_3"});
}

TEST_CASE("a task of Slurm forwards SIGTERM and waits for cobble") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  WriteFakeSlurm();
  test::WriteProgram("cobble", R"(trap 'sleep 0.2; echo stopped >>log; exit 75' TERM
echo started >>log
while :; do sleep 0.05; done
)");
  WriteFile("job", SlurmScript(test::PlanOf("t.zarr", 2003, {"render"})));
  const Outcome outcome = test::RunWithFakes(R"(
SLURM_ARRAY_JOB_ID=77 SLURM_ARRAY_TASK_ID=3 sh ./job &
until [ -s log ]; do sleep 0.05; done
kill -TERM $!
wait $!)");
  CHECK(outcome.status == 75);
  CHECK(outcome.err == "");
  CHECK(test::LinesOf("log") == Lines{"started", "stopped"});
  CHECK(test::LinesOf("scontrol-log") == Lines{"requeue 77_3"});
}

// Returns the value of an option in lines such as "#SBATCH --time=00:10:00".
std::string Option(const std::string& script, const std::string& name) {
  const std::string start = "\n#SBATCH --" + name + "=";
  const std::size_t at = script.find(start);
  if (at == std::string::npos) return "";
  const std::size_t value = at + start.size();
  return script.substr(value, script.find('\n', value) - value);
}

TEST_CASE("the options of an array follow from the plan") {
  ShardScript plan = test::PlanOf("t.zarr", 200, {"render"});
  plan.threads = 4;
  plan.memory_mib = 300;
  plan.title = "it's\n--a $title";
  const std::string script = SlurmScript(plan);
  CHECK(script.starts_with("#!/bin/sh\n#SBATCH "));
  CHECK(Option(script, "array") == "1-200");
  CHECK(Option(script, "job-name") == "it-s-a-title-render");
  CHECK(Option(script, "cpus-per-task") == "4");
  CHECK(Option(script, "mem") == "600M");
  CHECK(Option(script, "signal") == "B:TERM@60");
  CHECK(script.find("\n#SBATCH --requeue\n#SBATCH --open-mode=append\n") != std::string::npos);
  plan.title = "\xC3\xA4";
  CHECK(Option(SlurmScript(plan), "job-name") == "cobble-render");
}

TEST_CASE("the time limit is four times the estimate, 10 minutes to a day") {
  const auto limit = [](double seconds, int64_t shards) {
    ShardScript plan = test::PlanOf("t.zarr", shards, {"render"});
    plan.stages[0].seconds = seconds;
    return Option(SlurmScript(plan), "time");
  };
  CHECK(limit(0, 1) == "00:10:00");
  CHECK(limit(105, 1000) == "00:10:00");
  CHECK(limit(106, 1000) == "00:11:00");
  CHECK(limit(600, 2001) == "02:03:00");
  CHECK(limit(1e300, 1) == "24:00:00");
}

TEST_CASE("stages are submitted as arrays, each dependent on the one before") {
  if (test::Lacks(test::kShell)) return;
  for (const std::string& store : test::AwkwardStores()) {
    CAPTURE(store);
    const Folder folder;
    test::WriteFakeCobble();
    test::WriteProgram("sbatch", R"(number=$(($(ls job-* 2>/dev/null | wc -l) + 1))
cat >job-$number
echo "$*" >>sbatch-log
echo "10$number;cluster"
)");
    const ShardScript plan = test::PlanOf(store, 2, {"range", "render"});
    WriteFile("submit", SlurmScript(plan));
    const Outcome outcome = test::RunWithFakes("sh <submit");
    CHECK(outcome.err == "");
    CHECK(outcome.out ==
          "range: job 101;cluster\nrender: job 102;cluster\nverify: job 103;cluster\n");
    const std::string after = "--parsable --kill-on-invalid-dep=yes --dependency=afterok:";
    CHECK(test::LinesOf("sbatch-log") == Lines{"--parsable", after + "101", after + "102"});
    CHECK(ReadAll("job-2") == SlurmScript(test::PlanOf(store, 2, {"render"})));
    test::RunWithFakes("SLURM_ARRAY_TASK_ID=2 sh ./job-1; sh ./job-3");
    const Lines log = test::LinesOf("log");
    REQUIRE(log.size() == 2);
    CHECK(log[0].starts_with("render|--plan|" + store + "|--stage|range|--shard|2/2|--deadline|"));
    CHECK(log[1] == "verify|--|" + store);
  }
}

TEST_CASE("nothing more is submitted after sbatch fails") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  test::WriteProgram("sbatch", "cat >/dev/null; echo x >>sbatch-log; exit 1\n");
  WriteFile("submit", SlurmScript(test::PlanOf("t.zarr", 2, {"range", "render"})));
  CHECK(test::RunWithFakes("sh <submit").status == 1);
  CHECK(test::LinesOf("sbatch-log").size() == 1);
}

TEST_CASE("stores that a line cannot name are refused") {
  for (auto* make_text : {&SlurmScript, &KubernetesManifest, &Makefile}) {
    const auto fault = [&](const std::string& odd) { return test::FaultOf(make_text, odd); };
    CHECK(fault("\nb") ==
          "2 --scheduler: a script cannot contain the path \"a\\x0Ab\", which has characters that "
          "are "
          "not printable; rename it");
    for (const char* odd : {"\r", "\t", "\x7F", "\x80", "\xC2\x85", "\xE2\x80\xA8"}) {
      CAPTURE(odd);
      CHECK(fault(odd).starts_with("2 --scheduler: "));
    }
    CHECK(fault(" ") == "none");
  }
}

}  // namespace
}  // namespace cobble
