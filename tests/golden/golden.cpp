// Compares golden values with the kernels of every SIMD level and with the tests' oracle.
#include "golden/golden.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "support/levels.h"
#include "support/oracle/oracle.h"
#include "support/sanitizers.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

using nlohmann::json;

struct Tolerance {
  double value = 0, slope = 0;
};

struct Case {
  std::string name;
  Recipe recipe;
  Tolerance tolerance;
  json points, values, slopes;  // null: the slope is undefined
};

struct Result {
  double value = 0;
  Vec3 slope{};
};

Tolerance ReadTolerance(const json& from) {
  return {from.at("value").get<double>(), from.at("gradient").get<double>()};
}

std::vector<Case> ReadFile(const std::string& name) {
  const json file = json::parse(std::ifstream(COBBLE_SOURCE_DIR "/tests/golden/" + name));
  std::vector<Case> cases;
  for (const json& from : file.at("cases")) {
    const std::string title = fmt::format("{} case {}", name, cases.size());
    cases.push_back(
        {title, ReadRecipe(from.at("recipe").dump(), title),
         ReadTolerance(from.contains("tolerance") ? from["tolerance"] : file.at("tolerance")),
         from.at("points"), from.at("value"), from.at("gradient")});
  }
  return cases;
}

bool Within(const Case& golden, std::size_t k, const Result& result) {
  if (!(std::abs(result.value - golden.values[k].get<double>()) <= golden.tolerance.value))
    return false;
  if (golden.slopes[k].is_null()) return true;
  const auto want = golden.slopes[k].get<Vec3>();
  double largest = 0, error = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    largest = std::max(largest, std::abs(want[a]));
    const double off = std::abs(result.slope[a] - want[a]);
    error = off <= error ? error : off;  // NaN propagates
  }
  return error <= golden.tolerance.slope * (1 + largest);
}

int Misses(const Case& golden, const std::vector<Result>& results) {
  REQUIRE(results.size() == golden.points.size());
  REQUIRE(!results.empty());
  int misses = 0;
  for (std::size_t k = 0; k < results.size(); ++k) misses += !Within(golden, k, results[k]);
  return misses;
}

std::vector<Result> RunProgram(const Case& golden, const std::string& level) {
  const Program program =
      Program::Compile(golden.recipe, {.simd = level, .positions = CompileOptions::kPoints});
  REQUIRE(program.simd() == level);
  const std::size_t n = golden.points.size();
  std::vector<double> p[3];
  for (const json& point : golden.points)
    for (std::size_t a = 0; a < 3; ++a) p[a].push_back(point.at(a).get<double>());
  std::vector<float> value(n), dx(n), dy(n), dz(n);
  SamplePoints(program, p[0], p[1], p[2], {value, dx, dy, dz});
  std::vector<Result> results;
  for (std::size_t k = 0; k < n; ++k) results.push_back({value[k], {dx[k], dy[k], dz[k]}});
  return results;
}

std::vector<Result> RunOracle(const Case& golden) {
  const Oracle oracle(golden.recipe);
  std::vector<Result> results;
  for (const json& point : golden.points) {
    const OracleSample sample = oracle.At(point.get<Vec3>());
    results.push_back({sample.value, sample.slope});
  }
  return results;
}

// Returns the levels that the processor supports, even if the build lacks them, which is a failure.
std::vector<std::string> LevelsOfThisProcessor() {
  std::vector<std::string> levels;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    levels.push_back("avx3");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) levels.push_back("avx2");
  if (__builtin_cpu_supports("sse4.2")) levels.push_back("sse4");
#elif defined(__aarch64__)
  levels.push_back("neon");
#endif
  return levels;
}

}  // namespace

void CheckGoldenOnEveryLevel(const std::string& file, std::size_t min_cases) {
  const std::vector<Case> cases = ReadFile(file);
  REQUIRE(cases.size() >= min_cases);
  std::vector<std::string> ran;
  for (const std::string& level : RunningLevels()) {
    std::size_t misses = 0, points = 0;
    for (const Case& golden : cases) {
      INFO(golden.name, " on ", level);
      const int missed = Misses(golden, RunProgram(golden, level));
      CHECK(missed <= 1);
      misses += static_cast<std::size_t>(missed);
      points += golden.points.size();
    }
    CHECK(misses * 500 <= points);
    ran.push_back(level);
  }
  // Sanitizer builds omit levels that take long to compile.
  for (const std::string& level : kUnderSanitizer ? ran : LevelsOfThisProcessor()) {
    INFO(level, " did not run");
    CHECK(std::find(ran.begin(), ran.end(), level) != ran.end());
  }
  MESSAGE(fmt::format("{} cases; ran on: {}; this machine lacks: {}", cases.size(),
                      fmt::join(ran, ", "), fmt::join(MissingLevels(), ", ")));
}

// The oracle and the golden values are double: a thousandth of the tolerance is enough.
void CheckGoldenByOracle(const std::string& file) {
  for (Case& golden : ReadFile(file)) {
    INFO(golden.name);
    golden.tolerance.value *= 1e-3;
    golden.tolerance.slope *= 1e-3;
    CHECK(Misses(golden, RunOracle(golden)) == 0);
  }
}

}  // namespace cobble::test
