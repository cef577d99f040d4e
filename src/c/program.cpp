// The C interface: programs.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "c/guard.h"
#include "c/objects.h"
#include "c/run_options.h"
#include "c/structs.h"
#include "cobble/render.h"
#include "core/interrupt.h"
#include "core/suggest.h"
#include "jobs/maps_only.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_maps.h"

cobble::HeightRange cobble_program::Range(int threads,
                                          const std::function<void(double)>& progress) const {
  {
    const std::lock_guard lock(mutex_);
    if (range_) return *range_;
  }
  // Concurrent calls find the same range.
  const cobble::HeightRange found =
      cobble::ResolveRange(program, {.threads = threads, .progress = progress});
  const std::lock_guard lock(mutex_);
  range_ = found;
  return found;
}

bool cobble_program::HasRange() const {
  const std::lock_guard lock(mutex_);
  return range_.has_value();
}

namespace cobble::c {
namespace {

std::vector<MapName> NamesOf(const char* const* maps, std::size_t count) {
  std::vector<MapName> names;
  if (count > 0) Needed(maps, "maps");
  for (std::size_t k = 0; k < count; ++k) {
    const std::string place = "maps[" + std::to_string(k) + "]";
    names.emplace_back(TextAt(maps[k], place));
    const auto is_same = [&](const MapName& name) { return name.name == names.back().name; };
    if (std::count_if(names.begin(), names.end(), is_same) > 1)
      Refuse(place, Quoted(names.back().name) + " is listed twice");
  }
  return names;
}

Program Compile(Recipe recipe, CompileOptions options, const cobble_compile_options& given) {
  if (given.simd != nullptr) options.simd = TextAt(given.simd, "simd");
  if (FlagAt(given.values_only, "values_only")) {
    if (options.positions != CompileOptions::kPoints)
      Refuse("values_only", "is only for points: pictures have the slopes that their maps need");
    options.slopes = false;
  }
  if (!(given.max_cost >= 0)) Refuse("max_cost", "must be 0 or more");
  if (given.max_cost > 0) options.max_cost = given.max_cost;
  if (given.max_memory > 0) options.max_memory = given.max_memory;
  options.threads = ThreadsAt(given.threads);
  if (given.progress == nullptr) return Program::Impl::CompileChecked(std::move(recipe), options);
  const InterruptScope scope([&] {
    Report(given.progress, given.user, 0);
    return false;
  });
  return Program::Impl::CompileChecked(std::move(recipe), options);
}

std::unique_ptr<cobble_program> CompileForMaps(Recipe recipe, const std::vector<MapName>& names,
                                               const cobble_compile_options& options) {
  if (names.empty()) Refuse("maps", "must name at least one map");
  const CompileOptions of_maps = OptionsFor(recipe, names);
  auto program = std::make_unique<cobble_program>(Compile(std::move(recipe), of_maps, options));
  for (const MapName& each : names) {
    program->pictures.push_back(*FindPictureMap(program->program.recipe(), each.name));
    program->maps.push_back({each.name, program->pictures.back().channels});
  }
  return program;
}

std::unique_ptr<cobble_program> CompileForPoints(Recipe recipe, const std::vector<MapName>& names,
                                                 const cobble_compile_options& options) {
  CompileOptions of_points{.positions = CompileOptions::kPoints};
  for (const MapName& each : names) of_points.maps.push_back(each.name);
  auto program = std::make_unique<cobble_program>(Compile(std::move(recipe), of_points, options));
  for (const ProgramMap& map : program->program.impl().maps)
    program->maps.push_back({map.name, static_cast<int>(map.buffers.size())});
  for (const std::string& name : of_points.maps)
    if (std::ranges::count(program->maps, name, &cobble_program::Map::name) == 0)
      Refuse("maps", Quoted(name) + " is not computed at points",
             "use maps that the recipe defines or nodes, but not packs");
  return program;
}

// In: compile, CompileForMaps or CompileForPoints.
cobble_status CompileWith(decltype(&CompileForMaps) compile, const cobble_recipe* recipe,
                          std::pair<const char* const*, size_t> maps,
                          const cobble_compile_options* options, cobble_program** program,
                          cobble_error** error) {
  return GuardResult(program, "program", error, [&] {
    const auto given = OptionsAt(options, "options");
    const auto names = NamesOf(maps.first, maps.second);
    return compile(Needed(recipe, "recipe").layers.Resolve(), names, given);
  });
}

}  // namespace

const cobble_program& NeededForPictures(const cobble_program* program) {
  if (Needed(program, "program").pictures.empty())
    Refuse("program", "was compiled for points, not for pictures");
  return *program;
}

}  // namespace cobble::c

using cobble::c::Guard;
using cobble::c::Needed;

void cobble_program_free(cobble_program* program) { delete program; }

void cobble_program_trim(cobble_program* program) {
  if (program != nullptr) program->renderers.Clear();
}

cobble_status cobble_program_for_maps(const cobble_recipe* recipe, const char* const* maps,
                                      size_t map_count, const cobble_compile_options* options,
                                      cobble_program** program, cobble_error** error) {
  return cobble::c::CompileWith(&cobble::c::CompileForMaps, recipe, {maps, map_count}, options,
                                program, error);
}

cobble_status cobble_program_for_points(const cobble_recipe* recipe, const char* const* maps,
                                        size_t map_count, const cobble_compile_options* options,
                                        cobble_program** program, cobble_error** error) {
  return cobble::c::CompileWith(&cobble::c::CompileForPoints, recipe, {maps, map_count}, options,
                                program, error);
}

cobble_status cobble_program_get_info(const cobble_program* program, cobble_program_info* info,
                                      cobble_error** error) {
  return Guard(error, [&] {
    const cobble::Program& compiled = Needed(program, "program").program;
    cobble_program_info result{};
    result.width = compiled.recipe().width;
    result.height = compiled.recipe().height;
    result.map_count = program->maps.size();
    if (compiled.impl().options.value) {
      result.low = compiled.low();
      result.high = compiled.high();
    }
    result.evaluations = compiled.cost().evaluations;
    result.simd = compiled.simd().data();
    if (!program->pictures.empty()) result.cost = cobble::CostOf(compiled, program->pictures);
    result.max_cost = cobble::Limits().max_cost;
    if (!cobble::c::PutStruct(result, &Needed(info, "info")))
      cobble::c::Refuse("info.struct_size", "must be the size of the struct");
  });
}

const char* cobble_program_map_name(const cobble_program* program, size_t index) {
  if (program == nullptr || index >= program->maps.size()) return nullptr;
  return program->maps[index].name.c_str();
}

int32_t cobble_program_map_channels(const cobble_program* program, size_t index) {
  if (program == nullptr || index >= program->maps.size()) return 0;
  return program->maps[index].channels;
}
