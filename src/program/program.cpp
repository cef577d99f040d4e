// Program: what the rest of the world sees of a compiled recipe.
#include "cobble/program.h"

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "program/compile.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "recipe/origins.h"

namespace cobble {
namespace {

const SimdLevel* LevelCalled(const std::string& name) {
  const SimdLevel* level = FindSimdLevel(name);
  if (level != nullptr && level->runs) return level;
  std::string known = "auto";
  std::vector<std::string_view> names{"auto"};
  for (const SimdLevel& each : SimdLevels()) {
    if (!each.runs) continue;
    known += ", " + std::string(each.name);
    names.push_back(each.name);
  }
  if (level != nullptr)
    throw Error(ErrorKind::kUsage, "--simd", "this machine cannot run " + Quoted(name),
                "it runs " + known);
  const std::string guess = DidYouMean(name, names);
  throw Error(ErrorKind::kUsage, "--simd", "must be one of " + known + ", got " + Quoted(name),
              guess);
}

// What steps take a thread, in the narrowest tiles, of which each has far less as a rule.
constexpr std::size_t kMostWorkerBytes = std::size_t{1} << 30;

void CheckMemory(const Program::Impl& program) {
  const std::size_t bytes = Worker::Bytes(program, kShortRun);
  if (bytes <= kMostWorkerBytes) return;
  throw Error(ErrorKind::kLimit, FaultAt(program.recipe, "/noise",
                                         "the recipe takes " + std::to_string(bytes) +
                                             " bytes of memory a thread, at most " +
                                             std::to_string(kMostWorkerBytes) + " are given",
                                         "fewer noises or octaves would do")
                                     .issues());
}

}  // namespace

Program Program::Compile(const Recipe& recipe, const CompileOptions& options) {
  Validate(recipe);
  auto impl = std::make_unique<Impl>();
  impl->recipe = recipe;
  impl->options = options;
  impl->level = LevelCalled(options.simd);
  impl->arithmetic = &SelectArithmetic(impl->level->target);
  Compiler(*impl).Run();
  CheckMemory(*impl);
  return Program(std::move(impl));
}

Program::Program(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

const Recipe& Program::recipe() const { return impl_->recipe; }
double Program::low() const { return impl_->bounds.low; }
double Program::high() const { return impl_->bounds.high; }
const std::vector<NodeBounds>& Program::node_bounds() const { return impl_->node_bounds; }
const Cost& Program::cost() const { return impl_->cost; }
std::string_view Program::simd() const { return impl_->level->name; }

}  // namespace cobble
