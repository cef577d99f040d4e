// cobble sample: evaluates the noise's value and slope at points.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <ostream>
#include <span>
#include <system_error>

#include "cli/line/command.h"
#include "cli/line/flag_values.h"
#include "cli/recipes/options.h"
#include "cli/recipes/points.h"
#include "cobble/render.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "jobs/path_check.h"

namespace cobble {
namespace {

constexpr std::size_t kBlock = 4096;  // points per block

// The results of a block.
struct Results {
  std::vector<float> value, dx, dy, dz;

  explicit Results(std::size_t n) : value(n), dx(n), dy(n), dz(n) {}
};

void Evaluate(const Program& program, const PointBlock& block, std::size_t first, std::size_t n,
              Results* results) {
  const auto part = [&](auto& values) { return std::span(values).subspan(first, n); };
  SamplePoints(program, part(block.x), part(block.y), part(block.z),
               {part(results->value), part(results->dx), part(results->dy), part(results->dz)});
}

Results EvaluateBlock(const Program& program, const PointBlock& block, const PointReader& reader) {
  Results results(block.x.size());
  try {
    Evaluate(program, block, 0, block.x.size(), &results);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kRecipe) throw;
    for (std::size_t k = 0; k < block.x.size(); ++k) {  // find the invalid point
      try {
        Evaluate(program, block, k, 1, &results);
      } catch (const Error& one) {
        throw reader.ErrorAt(block.lines[k], one.issues().front().message.Text());
      }
    }
    throw;
  }
  return results;
}

// Returns the slope as maps store it: clamped to finite values, 0 for NaN. Slopes of extreme
// recipes overflow float32.
float FiniteSlope(float slope) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::isnan(slope) ? 0 : std::clamp(slope, -kMax, kMax);
}

void Print(const PointBlock& block, const Results& results, std::ostream& out) {
  std::string text;
  for (std::size_t k = 0; k < block.x.size(); ++k) {
    for (const auto* column : {&block.x, &block.y, &block.z}) text += Shortest((*column)[k]) + ',';
    text += Shortest(results.value[k]);
    for (const auto* column : {&results.dx, &results.dy, &results.dz})
      text += ',' + Shortest(FiniteSlope((*column)[k]));
    text += '\n';
  }
  out << text;
}

void SampleAll(const Program& program, PointReader reader, std::ostream& out) {
  PointBlock block;
  bool more = reader.Read(kBlock, &block);  // before the header: reading may fail
  out << "x,y,z,value,dx,dy,dz\n";
  for (; more; more = reader.Read(kBlock, &block)) {
    Print(block, EvaluateBlock(program, block, reader), out);
    Flush(out);
  }
}

struct SampleFlags {
  RecipeOptions recipe;
  std::string points, simd = "auto";

  void AddTo(CommandLine* line);
};

void SampleFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Run");
  line->AddText(
      {{"--points", "FILE"},
       "read points from a CSV file with columns x,y[,z] in recipe units; use - for standard "
       "input",
       {.is_main = true, .kind = ValueKind::kFile}},
      &points);
  line->AddText(SimdFlag(), &simd);
  recipe.AddTo(line);
}

void CheckInputs(const Args& recipes, const std::string& points) {
  if (points.empty())
    throw Error(ErrorKind::kUsage, "--points", "is required",
                "specify a CSV file, or - for standard input");
  PathCheck check(false);
  for (const std::string& recipe : recipes) check.AddInput("the recipe " + Shown(recipe), recipe);
  check.AddInput("--points " + Shown(points), points);
}

std::ifstream Open(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (file) return file;
  throw Error(ErrorKind::kIo, Shown(path),
              "cannot read: " + std::generic_category().message(StreamError(file)));
}

void Sample(const Args& paths, const SampleFlags& flags, Streams& streams) {
  CheckInputs(paths, flags.points);
  const LoadedRecipe loaded = flags.recipe.Load(paths, streams.in);
  CompileOptions options;
  options.simd = flags.simd;
  options.positions = CompileOptions::kPoints;
  const Program program = Program::Compile(loaded.recipe, options);

  std::ifstream file;
  RefuseStandardOutput(flags.points);
  if (flags.points != "-") file = Open(flags.points);
  std::istream& in = flags.points == "-" ? streams.in : file;
  SampleAll(program, PointReader(in, flags.points, loaded.recipe.domain.slice), streams.out);
}

}  // namespace

void DeclareSample(CommandLine* line) {
  line->Describe({.usage = "[RECIPE | PICTURE | -] --points FILE [flags]",
                  .summary = "Print the noise's value and slope at points, as CSV. The recipe is "
                             "built from a preset (if any), then RECIPE (a file, a picture or "
                             "store of cobble, or - for standard input), then flags; each "
                             "overrides the ones before it."});
  line->OnRun(&Sample);
}

}  // namespace cobble
