// Tests of manifests for Kubernetes: their values as YAML, their schema, and the code of a pod.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <test_paths.h>
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

using nlohmann::json;
using Lines = std::vector<std::string>;

bool HasYaml() { return RunShell("/usr/bin/python3 -c 'import yaml'").status == 0; }

// Reads the YAML with Python's parser.
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

// Returns what Kubernetes runs: it makes $$ a $, and leaves $(NAME) as it is for an unknown NAME,
// which cannot occur in a text whose dollars are all doubled.
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
