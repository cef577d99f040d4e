// Tests lists of jobs: order, threads, errors, shared ranges, progress.
#include "jobs/run_jobs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Indices = std::vector<std::size_t>;

Recipe SeedRecipe(int seed, int size = 16, const std::string& members = "") {
  return ReadRecipe(R"({"cobble": 1, "seed": )" + std::to_string(seed) + R"(, "size": )" +
                        std::to_string(size) + R"(, "noise": {"type": "perlin"})" + members + "}",
                    "recipe");
}

std::shared_ptr<JobRecipe> Shared(const Recipe& recipe) {
  return std::make_shared<JobRecipe>(recipe, CompileOptions{.slopes = false});
}

class Jobs {
 public:
  Job& Add(const Recipe& recipe) { return Add(Shared(recipe)); }
  Job& Add(std::shared_ptr<JobRecipe> recipe) {
    Job& job = jobs_.emplace_back();
    const Recipe& size = recipe->recipe();
    job.window = {0, 0, size.width, size.height};
    job.pictures.push_back({.label = {.value = "picture"},
                            .path = "",
                            .memory = &bytes_.emplace_back(),
                            .format = FindFormat("r8"),
                            .maps = {Map::kHeight},
                            .bits = 8});
    job.recipe = std::move(recipe);
    return job;
  }
  // Makes rendering the last job fail: its file cannot be created.
  void BreakLast() {
    jobs_.back().pictures.front().memory = nullptr;
    jobs_.back().pictures.front().path = "/nonexistent/a.r8";
  }
  void Run(const RunRules& rules) const { RunJobs(jobs_, rules); }
  const std::string& Bytes(std::size_t index) const { return bytes_[index].bytes; }
  Job& operator[](std::size_t index) { return jobs_[index]; }

 private:
  std::vector<Job> jobs_;
  std::deque<PictureBytes> bytes_;
};

struct Calls {
  Indices complete, committed, failed;

  RunRules Rules(int threads, bool keep_going = false) {
    RunRules rules;
    rules.threads = threads;
    rules.keep_going = keep_going;
    rules.complete = [this](std::size_t index, const JobResult&) { complete.push_back(index); };
    rules.committed = [this](std::size_t index, const JobResult& result) {
      (result.error ? failed : committed).push_back(index);
    };
    return rules;
  }
};

Indices Range(std::size_t count) {
  Indices indices(count);
  for (std::size_t k = 0; k < count; ++k) indices[k] = k;
  return indices;
}

TEST_CASE("jobs end in order, and their bytes do not depend on threads or neighbours") {
  for (const int threads : {1, 2, 8}) {
    CAPTURE(threads);
    Jobs jobs;
    // Small pictures around one that is rendered alone.
    for (int seed = 0; seed < 20; ++seed) jobs.Add(SeedRecipe(seed, seed == 9 ? 1100 : 40 + seed));
    Calls calls;
    jobs.Run(calls.Rules(threads));
    CHECK(calls.complete == Range(20));
    CHECK(calls.committed == Range(20));
    for (int seed = 0; seed < 20; ++seed) {
      const int size = seed == 9 ? 1100 : 40 + seed;
      const auto program = Program::Compile(SeedRecipe(seed, size));
      CHECK(jobs.Bytes(static_cast<std::size_t>(seed)) ==
            EncodePicture(program, {.format = "r8"}).bytes);
    }
  }
}

TEST_CASE("an empty list does nothing") { RunJobs({}, {}); }

TEST_CASE("results: bytes, range, statistics and checksum") {
  Jobs jobs;
  Job& first = jobs.Add(SeedRecipe(1, 32, R"(, "range": "fit")"));
  first.statistics = true;
  first.has_checksum = true;
  jobs.Add(SeedRecipe(2, 8));
  std::vector<JobResult> results;
  RunRules rules;
  rules.committed = [&](std::size_t, const JobResult& result) { results.push_back(result); };
  jobs.Run(rules);
  REQUIRE(results.size() == 2);
  CHECK(results[0].bytes == std::vector<uint64_t>{32 * 32});
  CHECK(results[0].range.low == results[0].bands.statistics.minimum);
  CHECK(results[0].range.high == results[0].bands.statistics.maximum);
  CHECK(results[0].checksum.size() == 16);
  CHECK(results[0].evaluations == 4);
  CHECK(results[1].bytes == std::vector<uint64_t>{64});
  CHECK(results[1].checksum.empty());
  CHECK(results[1].range.low == -1);
}

TEST_CASE("a job that fails stops the list, unless it is to go on") {
  for (const int threads : {1, 4}) {
    CAPTURE(threads);
    Jobs jobs;
    for (int seed = 0; seed < 12; ++seed) {
      jobs.Add(SeedRecipe(seed));
      if (seed == 3 || seed == 7) jobs.BreakLast();
    }
    Calls stopped;
    const std::string error = "5 /nonexistent/a.r8: cannot create: No such file or directory";
    CHECK(ErrorOf([&] { jobs.Run(stopped.Rules(threads)); }) == error);
    CHECK(stopped.complete == Range(3));
    CHECK(stopped.committed == Range(3));
    Calls going;
    jobs.Run(going.Rules(threads, true));
    CHECK(going.failed == Indices{3, 7});
    CHECK(going.committed == Indices{0, 1, 2, 4, 5, 6, 8, 9, 10, 11});
    CHECK(going.complete == going.committed);
    CHECK(jobs.Bytes(11) ==
          EncodePicture(Program::Compile(SeedRecipe(11)), {.format = "r8"}).bytes);
  }
}

TEST_CASE("an error in `complete` is an error of the job, which leaves no file") {
  const TemporaryFolder folder;
  Jobs jobs;
  jobs.Add(SeedRecipe(1));
  for (int seed = 0; seed < 3; ++seed) {
    PictureOutput& picture = jobs.Add(SeedRecipe(seed)).pictures.front();
    picture.memory = nullptr;
    picture.path = folder / std::to_string(seed);
  }
  Calls calls;
  RunRules rules = calls.Rules(2, true);
  rules.complete = [](std::size_t index, const JobResult&) {
    if (index == 2) throw Error(ErrorKind::kIo, "report", "is full");
  };
  jobs.Run(rules);
  CHECK(calls.failed == Indices{2});
  CHECK(folder.Names() == std::vector<std::string>{"0", "0.json", "2", "2.json"});
}

TEST_CASE("a shared range fits all of its recipes, and is found once") {
  auto range = std::make_shared<SharedRange>();
  Jobs jobs;
  double low = 9, high = -9;
  for (int seed = 0; seed < 4; ++seed) {
    const Recipe recipe = SeedRecipe(seed, 24, R"(, "range": "fit")");
    Job& job = jobs.Add(recipe);
    job.range = range;
    range->recipes.push_back(job.recipe);
    const Image image = RenderImage(Program::Compile(recipe), Map::kValue);
    const auto [minimum, maximum] = std::ranges::minmax(image.samples);
    low = std::min<double>(low, minimum);
    high = std::max<double>(high, maximum);
  }
  std::vector<HeightRange> found;
  RunRules rules;
  rules.committed = [&](std::size_t, const JobResult& result) { found.push_back(result.range); };
  jobs.Run(rules);
  REQUIRE(found.size() == 4);
  for (const HeightRange& one : found) {
    CHECK(one.low == low);
    CHECK(one.high == high);
  }
  // At least one picture has black, and one white.
  std::string all;
  for (std::size_t k = 0; k < 4; ++k) all += jobs.Bytes(k);
  CHECK(all.find('\0') != std::string::npos);
  CHECK(all.find('\xFF') != std::string::npos);
}

TEST_CASE("progress never goes back, and ends at 1") {
  for (const int threads : {1, 4}) {
    Jobs jobs;
    for (int seed = 0; seed < 10; ++seed)
      jobs.Add(SeedRecipe(seed, seed == 5 ? 1100 : 64, R"(, "range": "fit")"));
    std::vector<double> fractions;
    RunRules rules;
    rules.threads = threads;
    rules.progress = [&](std::string_view stage, double fraction) {
      CHECK(stage == "render");
      fractions.push_back(fraction);
    };
    jobs.Run(rules);
    REQUIRE_FALSE(fractions.empty());
    CHECK(std::ranges::is_sorted(fractions));
    CHECK(fractions.back() == doctest::Approx(1));
  }
}

TEST_CASE("a program is compiled when it is needed, shared, and dropped") {
  const auto recipe = Shared(SeedRecipe(1));
  const auto first = recipe->Compile(), second = recipe->Compile();
  CHECK(first == second);
  const std::weak_ptr<const Program> watch = first;
  Jobs jobs;
  jobs.Add(Shared(SeedRecipe(2)));
  jobs.Run({});
  const auto other = jobs[0].recipe->Compile();
  CHECK(other.use_count() == 1);  // nobody else keeps it
  CHECK(watch.use_count() == 2);
}

TEST_CASE("CheckJob refuses what cannot run") {
  Jobs jobs;
  Job job = jobs.Add(SeedRecipe(1, 100));
  CHECK(ErrorOf([&] { CheckJob(job); }) == "none");
  job.limits.max_pixels = 9999;
  CHECK(ErrorOf([&] {
          CheckJob(job);
        }).starts_with("4 window: 100 x 100 pixels exceed the limit of 9999"));
  job = jobs.Add(SeedRecipe(1, 100, R"(, "range": "none")"));
  CHECK(ErrorOf([&] { CheckJob(job); }) != "none");  // r8 stores 0..1 only
}

}  // namespace
}  // namespace cobble
