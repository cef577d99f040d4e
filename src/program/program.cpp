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
    throw Error(ErrorKind::kUsage, "simd", "this machine cannot run " + Quoted(name),
                "it runs " + known);
  const std::string guess = DidYouMean(name, names);
  throw Error(ErrorKind::kUsage, "simd", "must be one of " + known + ", got " + Quoted(name),
              guess);
}

void CheckPositions(CompileOptions::Positions positions) {
  if (positions == CompileOptions::kPixels || positions == CompileOptions::kPoints) return;
  throw Error(ErrorKind::kUsage, "",
              "CompileOptions::positions must be kPixels or kPoints, got " +
                  std::to_string(static_cast<int>(positions)));
}

// What steps take a thread, in the narrowest tiles, of which each has far less as a rule.
constexpr std::size_t kMaxWorkerBytes = std::size_t{1} << 30;

void CheckMemory(const Program::Impl& program) {
  const std::size_t bytes = Worker::Bytes(program, kShortRun);
  if (bytes <= kMaxWorkerBytes) return;
  throw Error(ErrorKind::kLimit, FaultAt(program.recipe, "/noise",
                                         "the recipe takes " + std::to_string(bytes) +
                                             " bytes of memory a thread, at most " +
                                             std::to_string(kMaxWorkerBytes) + " are given",
                                         "fewer noises or octaves would do")
                                     .issues());
}

}  // namespace

Program Program::Compile(const Recipe& recipe, const CompileOptions& options) {
  CheckPositions(options.positions);
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

const Program::Impl& Program::impl() const {
  if (!impl_) throw Error(ErrorKind::kUsage, "", "the program was moved from");
  return *impl_;
}

const Recipe& Program::recipe() const { return impl().recipe; }
double Program::low() const { return impl().bounds.low; }
double Program::high() const { return impl().bounds.high; }
const std::vector<NodeBounds>& Program::node_bounds() const { return impl().node_bounds; }
const Cost& Program::cost() const { return impl().cost; }
std::string_view Program::simd() const { return impl().level->name; }

}  // namespace cobble
