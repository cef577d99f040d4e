// Tests scripts that run shards (make, Slurm, Kubernetes) with stand-ins for cobble and Slurm.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <test_paths.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/stores/shard_scripts.h"
#include "cobble/error.h"
#include "support/harness.h"
#include "support/shard_fakes.h"
#include "support/skip.h"

namespace cobble {
namespace {

// --- make ---

using Lines = std::vector<std::string>;

bool HasMake() { return RunShell("command -v make").status == 0; }

// The calls of cobble in log order, sorted within each stage.
Lines SortedStages(Lines log, std::size_t shards) {
  const auto step = static_cast<std::ptrdiff_t>(shards);
  for (auto at = log.begin(); log.end() - at >= step; at += step) std::sort(at, at + step);
  return log;
}

TEST_CASE("make runs the stages in order, each shard once, and then verifies") {
  if (!HasMake()) return test::Skip("no make");
  for (const std::string& store : test::AwkwardStores()) {
    CAPTURE(store);
    const Folder folder;
    test::WriteFakeCobble();
    WriteFile("plan.mk", Makefile(test::PlanOf(store, 5, {"range", "render"})));
    const Outcome outcome = test::RunWithFakes("make -j4 -f plan.mk");
    CHECK(outcome.err == "");
    Lines expected;
    for (const char* stage : {"range", "render"})
      for (int i = 1; i <= 5; ++i)
        expected.push_back(
            fmt::format("render|--plan|{}|--stage|{}|--shard|{}/5", store, stage, i));
    expected.push_back("verify|--|" + store);
    CHECK(SortedStages(test::LinesOf("log"), 5) == expected);
  }
}

TEST_CASE("a makefile has the numbers of its shards, unless they are many") {
  const auto has = [](int64_t shards, const std::string& line) {
    return Makefile(test::PlanOf("t.zarr", shards, {"render"})).find(line) != std::string::npos;
  };
  CHECK(has(1, "\nshards := 1\n"));
  CHECK(has(3, "\nshards := 1 2 3\n"));
  CHECK(has(256, " 255 256\n"));
  CHECK(has(257, "\nshards := $(shell seq 257)\n"));
}

TEST_CASE("make stops before the next stage if a shard fails, and can be run again") {
  if (!HasMake()) return test::Skip("no make");
  const Folder folder;
  test::WriteFakeCobble();
  WriteFile("plan.mk", Makefile(test::PlanOf("t.zarr", 5, {"range", "render"})));
  WriteFile("status-2", "75");
  CHECK(test::RunWithFakes("make -k -f plan.mk").status == 2);
  const Lines log = test::LinesOf("log");
  CHECK(log.size() == 5);
  for (const std::string& line : log) CHECK(line.find("|range|") != std::string::npos);
  CHECK(test::RunWithFakes("rm status-2 log; make -f plan.mk").status == 0);
  CHECK(test::LinesOf("log").size() == 11);
}

// Files named as targets must not make them look up to date.
TEST_CASE("targets of make are phony") {
  if (!HasMake()) return test::Skip("no make");
  const Folder folder;
  test::WriteFakeCobble();
  WriteFile("plan.mk", Makefile(test::PlanOf("t.zarr", 2, {"render"})));
  CHECK(test::RunWithFakes("touch all verify render render-1 render-2; make -f plan.mk").err == "");
  CHECK(test::LinesOf("log").size() == 3);
  CHECK(test::RunWithFakes("rm log; make -f plan.mk render-2").status == 0);
  CHECK(test::LinesOf("log") == Lines{"render|--plan|t.zarr|--stage|render|--shard|2/2"});
}

TEST_CASE("a makefile's size does not grow with the number of shards") {
  if (test::Lacks(test::kShell)) return;
  const Lines stages{"range", "render", "pyramid"};
  const std::string text = Makefile(test::PlanOf("t.zarr", 4096, stages));
  CHECK(text.size() < Makefile(test::PlanOf("t.zarr", 512, stages)).size() + 20);
  if (!HasMake()) return;
  const Folder folder;
  WriteFile("plan.mk", text);
  const Outcome outcome = RunShell("make -n -f plan.mk | sort | uniq -c | wc -l");
  CHECK(outcome.out == "12289\n");
}

// --- Slurm ---

using Lines = std::vector<std::string>;

// Runs the file "job" as a task of array 77. In: variables as for sh.
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
      // SC1003, SC2016: store names in single quotes contain \ and $.
      if (has_shellcheck) CHECK(RunShell("shellcheck --exclude=SC1003,SC2016 job").out == "");
    }
}

// A function `cobble` and a stopped clock save two processes per shard.
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

// The clock advances by 200 s at each reading: at the start, and before each shard. The limit is 10
// minutes, 3 of which are left for cobble to stop.
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

// Returns an option's value in lines like "#SBATCH --time=00:10:00".
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
    for (const char* odd : {"\r", "\t", "\x7F", "\x80", "\xC2\x85", "\xE2\x80\xA8"})
      CHECK_MESSAGE(fault(odd).starts_with("2 --scheduler: "), odd);
    CHECK(fault(" ") == "none");
  }
}

// --- Kubernetes ---

using nlohmann::json;
using Lines = std::vector<std::string>;

bool HasYaml() { return RunShell("/usr/bin/python3 -c 'import yaml'").status == 0; }

json ParsedYaml(const std::string& text) {
  WriteFile("job.yaml", text);
  const Outcome outcome = RunShell(
      "/usr/bin/python3 -c 'import json, yaml; "
      "print(json.dumps(yaml.safe_load(open(\"job.yaml\"))))'");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return json::parse(outcome.out);
}

json ManifestOf(const std::string& store, int64_t shards) {
  return ParsedYaml(KubernetesManifest(test::PlanOf(store, shards, {"range", "render"})));
}

const json& ContainerOf(const json& job) {
  return job["spec"]["template"]["spec"]["containers"][0];
}

// Returns what Kubernetes runs: it turns $$ into $, and leaves $(NAME) unchanged for an unknown
// NAME, which cannot occur in a text whose dollars are all doubled.
std::string PodCode(const json& job) {
  const auto text = ContainerOf(job)["args"][0].get<std::string>();
  std::string code;
  for (std::size_t i = 0; i < text.size(); ++i) {
    code += text[i];
    if (text[i] != '$') continue;
    CHECK(text.at(i + 1) == '$');
    ++i;
  }
  return code;
}

Outcome RunPod(int index) {
  return test::RunWithFakes(fmt::format("JOB_COMPLETION_INDEX={} sh ./code", index));
}

TEST_CASE("a manifest's values follow from the plan") {
  if (!HasYaml()) return test::Skip("no python3-yaml");
  const Folder folder;
  ShardScript plan = test::PlanOf("out/t.zarr", 64, {"range", "render"});
  plan.threads = 2;
  const json job = ParsedYaml(KubernetesManifest(plan)), spec = job["spec"];
  CHECK(job["kind"] == "Job");
  CHECK(job["metadata"]["name"] == "my-terrain-range");
  CHECK(spec["completionMode"] == "Indexed");
  CHECK(spec["completions"] == 64);
  CHECK(spec["parallelism"] == 64);
  CHECK(spec["podFailurePolicy"]["rules"][0]["onExitCodes"]["values"] == json{75});
  CHECK(spec["template"]["spec"]["restartPolicy"] == "Never");
  const json& container = ContainerOf(job);
  CHECK(container["resources"]["requests"] == json{{"cpu", 2}, {"memory", "256Mi"}});
  CHECK(container["resources"]["limits"] == json{{"memory", "512Mi"}});
  CHECK(container["workingDir"] == "/data");
  CHECK(container["volumeMounts"][0]["mountPath"] == "/data");
}

TEST_CASE("the volume is mounted at the folder of an absolute path") {
  if (!HasYaml()) return test::Skip("no python3-yaml");
  const Folder folder;
  const std::pair<const char*, const char*> cases[] = {{"/a/b c/t.zarr", "/a/b c"},
                                                       {"/a\"b\\/t.zarr//", "/a\"b\\"}};
  for (const auto& [store, mount] : cases) {
    const json job = ManifestOf(store, 1);
    CHECK(ContainerOf(job)["volumeMounts"][0]["mountPath"] == mount);
    CHECK(ContainerOf(job)["workingDir"] == mount);
  }
}

TEST_CASE("stores that no volume can hold are refused") {
  for (const char* store : {"/t.zarr", "/", "../t.zarr", "a/../../t.zarr"})
    CHECK_THROWS_AS(KubernetesManifest(test::PlanOf(store, 1, {"render"})), Error);
}

TEST_CASE("titles become names that Kubernetes takes") {
  if (!HasYaml()) return test::Skip("no python3-yaml");
  const Folder folder;
  const auto name = [](const std::string& title) {
    ShardScript plan = test::PlanOf("t.zarr", 1, {"render"});
    plan.title = title;
    return ParsedYaml(KubernetesManifest(plan))["metadata"]["name"].get<std::string>();
  };
  CHECK(name("_Alps 2.zarr-") == "alps-2-zarr-render");
  CHECK(name("\xC3\xA4\n") == "cobble-render");
  CHECK(name(std::string(39, 'x') + "-y") == std::string(39, 'x') + "-render");
}

TEST_CASE("pods run each shard once, for stores with any printable name") {
  if (!HasYaml()) return test::Skip("no python3-yaml");
  for (const std::string& store : test::AwkwardStores()) {
    CAPTURE(store);
    const Folder folder;
    test::WriteFakeCobble();
    const json job = ManifestOf(store, 2);
    WriteFile("code", PodCode(job));
    CHECK(RunPod(0).status + RunPod(1).status == 0);
    const std::string start = "render|--plan|" + store + "|--stage|range|--shard|";
    CHECK(test::LinesOf("log") == Lines{start + "1/2", start + "2/2"});
  }
}

TEST_CASE("a pod runs several shards if there are more than 10,000") {
  if (!HasYaml()) return test::Skip("no python3-yaml");
  const Folder folder;
  test::WriteFakeCobble();
  const json job = ManifestOf("t.zarr", 20001);
  CHECK(job["spec"]["completions"] == 10000);
  CHECK(job["spec"]["parallelism"] == 100);
  WriteFile("code", PodCode(job));
  CHECK(RunPod(0).status == 0);
  CHECK(RunPod(9999).status == 0);
  const std::string start = "render|--plan|t.zarr|--stage|range|--shard|";
  CHECK(test::LinesOf("log") == Lines{start + "1/20001", start + "10001/20001",
                                      start + "20001/20001", start + "10000/20001",
                                      start + "20000/20001"});
  WriteFile("status-1", "5");
  WriteFile("log", "");
  CHECK(RunPod(0).status == 5);
  CHECK(test::LinesOf("log").size() == 3);
  WriteFile("status-10001", "75");
  WriteFile("log", "");
  CHECK(RunPod(0).status == 75);
  CHECK(test::LinesOf("log").size() == 2);
}

TEST_CASE("manifests are valid by the schema of Kubernetes") {
  if (!HasYaml()) return test::Skip("no python3-yaml");
  const Folder folder;
  const auto faults = [](const json& job) {
    WriteFile("job.json", job.dump());
    return RunShell("node " COBBLE_SOURCE_DIR "/tests/unit/cli/stores/validate_job.js job.json");
  };
  json job = ManifestOf("it's $HOME.zarr", 4096);
  const Outcome first = faults(job);
  if (first.status == 3 || first.status == 127) return test::Skip("no kubernetes-models");
  CHECK(first.err == "");
  CHECK(first.out == "");
  CHECK(first.status == 0);
  // The validator does find faults.
  job["spec"]["completionMode"] = "indexed";
  CHECK(faults(job).out.starts_with("/spec/completionMode: enum "));
  job = ManifestOf("t.zarr", 1);
  job["spec"]["template"]["spec"]["containers"][0]["resource"] = 1;
  CHECK(faults(job).out == "/spec/template/spec/containers/0/resource: unknown field\n");
}

}  // namespace
}  // namespace cobble
