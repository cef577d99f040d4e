// Checks the invariant that every run must keep.
#include "fault/invariant.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

namespace cobble::test {
namespace {

namespace fs = std::filesystem;

constexpr int kOldSeed = 1, kNewSeed = 2;

std::string WithSeed(std::string arguments, int seed) {
  const std::size_t at = arguments.find("{seed}");
  return at == std::string::npos ? arguments : arguments.replace(at, 6, std::to_string(seed));
}

std::map<std::string, std::string> Now() {
  std::map<std::string, std::string> bytes;
  for (const auto& entry : fs::directory_iterator("."))
    bytes[entry.path().filename().string()] = ReadAll(entry.path().string());
  return bytes;
}

// Returns "a.r16" for "a.r16.json", or an empty string if the file is not a sidecar.
std::string PictureOf(const std::string& file, const std::vector<std::string>& files) {
  const std::string picture = file.ends_with(".json") ? file.substr(0, file.size() - 5) : "";
  return std::count(files.begin(), files.end(), picture) > 0 ? picture : "";
}

// Reports contain times, so they differ between runs.
bool IsReport(const std::string& file) { return file == "a.json"; }

bool IsWholeReport(const std::string& text) {
  return text.ends_with("}\n") && nlohmann::json::accept(text);
}

std::string MessageProblem(const std::string& err, const Job& job, const Expected& expected) {
  if (!err.starts_with("cobble: ") || err.find('\n') != err.size() - 1)
    return "the message is not one line that starts with \"cobble: \"";
  if (err.find(expected.reason) == std::string::npos)
    return "the message does not state the reason";
  const bool names_job_file =
      std::any_of(job.files.begin(), job.files.end(),
                  [&](const auto& file) { return err.find(file) != std::string::npos; });
  const bool names_output = job.files.empty() && err.find("standard output") != std::string::npos;
  if (expected.names_file && !names_job_file && !names_output &&
      err.find("-: ") == std::string::npos)
    return "the message does not name a file";
  return "";
}

}  // namespace

const std::vector<Job>& SmallJobs() {
  const std::string render = "render --noise perlin --size 60,50 --threads 1 --seed {seed} ";
  static const std::vector<Job> jobs{
      {"png", render + "-o a.png", {"a.png"}},
      {"exr", render + "-o a.exr", {"a.exr"}},
      {"tiff", render + "-o a.tif", {"a.tif"}},
      {"bumpslopes", render + "-o bumpslopes=a.exr", {"a.exr"}},
      {"r16", render + "-o a.r16", {"a.r16", "a.r16.json"}},
      {"tga", render + "-o a.tga", {"a.tga"}},
      {"pfm", render + "-o a.pfm", {"a.pfm"}},
      {"report", render + "-o a.r8 --report a.json", {"a.r8", "a.r8.json", "a.json"}},
      {"several",
       render + "-o a.png -o normal=b.exr -o slope=c.r32",
       {"a.png", "b.exr", "c.r32", "c.r32.json"}},
      {"page",
       "page --page page.html --noise perlin --seed {seed} -o a.html",
       {"a.html"},
       {{"page.html",
         "<script type=\"application/json\" id=\"recipes\">[]</script>" + std::string(9000, ' ')}}},
  };
  return jobs;
}

const std::vector<Job>& PrintingJobs() {
  const std::map<std::string, std::string> recipe{{"good.json", std::string(kGoodRecipe)}};
  static const std::vector<Job> jobs{
      {"help", "--help"},
      {"version", "--version"},
      {"help of render", "render --help"},
      {"version as JSON", "version --json"},
      {"man page", "man"},
      {"completion", "completion bash"},
      {"list", "list fields"},
      {"list as JSON", "list noises --json"},
      {"schema", "schema"},
      {"explain", "explain noise.octaves"},
      {"show", "show --preset marble"},
      {"show bounds", "show good.json --bounds", {}, recipe},
      {"checksum", "render good.json -o a.png --dry-run --checksum", {}, recipe},
      {"sample",
       "sample --noise perlin --points points.csv",
       {},
       {{"points.csv", "x,y\n0.5,0.25\n0.75,1e9\n"}}},
  };
  return jobs;
}

const Job& LongJob() {
  static const Job job{"long",
                       "render --noise perlin --octaves 6 --size 500,900 --threads 2 --seed {seed} "
                       "-o a.png -o normal=b.exr -o c.r16 -o d.jpg",
                       {"a.png", "b.exr", "c.r16", "c.r16.json", "d.jpg"}};
  return job;
}

Scene::Scene(const Job& job, bool has_old)
    : job_(job), command_(Cobble(WithSeed(job.arguments, kNewSeed))) {
  Bytes old = job.inputs;
  if (has_old) old = Make(kOldSeed);
  new_ = Make(kNewSeed);
  old_ = std::move(old);
  Reset();
}

Scene::Bytes Scene::Make(int seed) {
  Reset();
  const Ended ended = RunProcess(Cobble(WithSeed(job_.arguments, seed)));
  REQUIRE_MESSAGE(ended.status == 0, ended.err);
  out_ = ended.out;
  Bytes made = Now();
  REQUIRE(made.size() == job_.files.size() + job_.inputs.size());
  return made;
}

void Scene::Reset() const {
  for (const std::string& name : folder_.Names()) fs::remove(name);
  for (const auto& [name, bytes] : old_.empty() ? job_.inputs : old_) WriteFile(name, bytes);
}

bool Scene::IsUntouched() const { return Now() == (old_.empty() ? job_.inputs : old_); }

bool Scene::IsNew(const std::string& file, const Bytes& now) const {
  const auto found = now.find(file);
  if (found == now.end()) return false;
  if (!IsReport(file)) return found->second == new_.at(file);
  const bool is_old = old_.contains(file) && found->second == old_.at(file);
  return !is_old && IsWholeReport(found->second);
}

std::string Scene::FileProblem(const std::string& file, const Bytes& now) const {
  if (IsNew(file, now)) return "";
  const std::string picture = PictureOf(file, job_.files);
  if (!now.contains(file))
    return old_.contains(file) && picture.empty() ? file + " has disappeared" : "";
  if (!old_.contains(file) || now.at(file) != old_.at(file))
    return file + " is neither the old file nor the new one";
  return "";
}

std::string Scene::FilesProblem(const Bytes& now, bool leaves_temporaries) const {
  for (const auto& [name, bytes] : now) {
    const bool is_expected =
        std::count(job_.files.begin(), job_.files.end(), name) > 0 || job_.inputs.contains(name);
    if (!is_expected && !(leaves_temporaries && name.starts_with(".cobble-")))
      return name + " was left behind";
  }
  for (const std::string& file : job_.files) {
    if (const std::string problem = FileProblem(file, now); !problem.empty()) return problem;
    const std::string picture = PictureOf(file, job_.files);
    if (picture.empty() || !now.contains(file)) continue;
    if (!now.contains(picture)) return file + " exists without its picture";
    if (IsNew(file, now) != IsNew(picture, now)) return file + " does not describe its picture";
  }
  return "";
}

std::string Scene::EndProblem(const Ended& ended, const Expected& expected,
                              const Bytes& now) const {
  const auto contains = [](const std::vector<int>& list, int number) {
    return std::count(list.begin(), list.end(), number) > 0;
  };
  if (ended.signal != 0)
    return contains(expected.signals, ended.signal) ? "" : "was terminated by an unexpected signal";
  if (!contains(expected.statuses, ended.status)) return "the exit status is unexpected";
  if (ended.status != 0) return MessageProblem(ended.err, job_, expected);
  if (!ended.err.empty()) return "status 0, but with a message";
  if (ended.out != out_) return "status 0, but the output is incomplete";
  const bool all_new = std::all_of(job_.files.begin(), job_.files.end(),
                                   [&](const auto& file) { return IsNew(file, now); });
  return all_new ? "" : "status 0, but a file is not new";
}

std::string Scene::Problem(const Ended& ended, const Expected& expected) const {
  const Bytes now = Now();
  std::string problem = FilesProblem(now, expected.leaves_temporaries);
  if (problem.empty()) problem = EndProblem(ended, expected, now);
  if (problem.empty()) return "";
  return fmt::format("{} (status {}, signal {}, \"{}\")", problem, ended.status, ended.signal,
                     ended.err);
}

void RunAndCheck(const Scene& scene, const Words& command, const ProcessSetup& setup,
                 const Expected& expected, const std::string& run_name) {
  scene.Reset();
  const std::string problem = scene.Problem(RunProcess(command, setup), expected);
  CHECK_MESSAGE(problem.empty(), run_name << ": " << problem);
}

}  // namespace cobble::test
