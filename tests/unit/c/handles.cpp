// Shared by the C interface's tests.
#include "unit/c/handles.h"

#include <doctest/doctest.h>

#include <stdexcept>

namespace cobble::test {
namespace {

void Demand(const std::string& outcome) {
  if (outcome != "0") throw std::runtime_error(outcome);
}

template <typename Handle, typename Function, typename... Inputs>
Handle Made(Function make, const Inputs&... inputs) {
  Handle handle;
  Demand(Make(&handle, make, inputs...));
  return handle;
}

}  // namespace

std::string ResultOf(const Call& call) {
  cobble_error* error = nullptr;
  const cobble_status status = call(&error);
  std::string text = std::to_string(status);
  if (error != nullptr) text += std::string(" ") + cobble_error_text(error);
  CHECK((error == nullptr) == (status == COBBLE_OK));
  CHECK(cobble_error_status(error) == status);
  cobble_error_free(error);
  CHECK(call(nullptr) == status);  // without a place for the error
  return text;
}

RecipeHandle RecipeOf(std::string_view json) {
  return Made<RecipeHandle>(&cobble_recipe_from_json, json.data(), json.size(), "text");
}

RecipeHandle PresetOf(const char* name) {
  return Made<RecipeHandle>(&cobble_recipe_from_preset, name);
}

RecipeHandle FormulaOf(const char* formula) {
  return Made<RecipeHandle>(&cobble_recipe_from_formula, formula);
}

void Set(const RecipeHandle& recipe, const char* path, const char* value) {
  Demand(ResultOf(&cobble_recipe_set, recipe.get(), path, value));
}

ProgramHandle ForMaps(const RecipeHandle& recipe, const MapNames& maps, const char* simd) {
  cobble_compile_options options = COBBLE_COMPILE_OPTIONS_INIT;
  options.simd = simd;
  return Made<ProgramHandle>(&cobble_program_for_maps, recipe.get(), maps.data(), maps.size(),
                             &options);
}

ProgramHandle ForPoints(const RecipeHandle& recipe, const MapNames& maps) {
  return Made<ProgramHandle>(&cobble_program_for_points, recipe.get(), maps.data(), maps.size(),
                             nullptr);
}

Images::Images(const ProgramHandle& program, int64_t width, int64_t height)
    : program_(program.get()) {
  cobble_program_info info = COBBLE_PROGRAM_INFO_INIT;
  Demand(ResultOf(&cobble_program_get_info, program_, &info));
  for (std::size_t k = 0; k < info.map_count; ++k) {
    const int32_t channels = cobble_program_map_channels(program_, k);
    samples_.emplace_back(static_cast<std::size_t>(width * height * channels), -7.0F);
    images_.push_back({.samples = samples_[k].data(),
                       .size = samples_[k].size() * sizeof(float),
                       .width = width,
                       .height = height,
                       .channels = channels,
                       .format = 0,
                       .row_stride = 0});
  }
}

std::string Images::Render(const cobble_window& window, int32_t threads) {
  cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
  options.window = window;
  options.threads = threads;
  return ResultOf([&](cobble_error** error) {
    return cobble_render(program_, images_.data(), images_.size(), &options, error);
  });
}

}  // namespace cobble::test
