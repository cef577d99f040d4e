// One row per kind of call.
#include "bench/calls.h"

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "cobble/cobble_c.h"

namespace cobble::bench {
namespace {

// A C interface object, freed by its last owner. Throws std::runtime_error if `object` is null.
template <auto free_function, typename Object>
std::shared_ptr<Object> Owned(Object* object) {
  if (object == nullptr) throw std::runtime_error("a call of the C interface fails");
  return {object, [](Object* last) { free_function(last); }};
}

void Demand(cobble_status status, cobble_status wanted) {
  if (status != wanted) throw std::runtime_error("a call of the C interface has another status");
}

std::shared_ptr<cobble_recipe> NewRecipe() {
  cobble_recipe* recipe = nullptr;
  cobble_recipe_from_formula("perlin(4)", &recipe, nullptr);
  return Owned<&cobble_recipe_free>(recipe);
}

std::shared_ptr<cobble_program> ForHeights(const cobble_recipe* recipe) {
  const char* const map = "height";
  cobble_program* program = nullptr;
  cobble_program_for_maps(recipe, &map, 1, nullptr, &program, nullptr);
  return Owned<&cobble_program_free>(program);
}

std::shared_ptr<cobble_program> ForPoints(const cobble_recipe* recipe) {
  cobble_program* program = nullptr;
  cobble_program_for_points(recipe, nullptr, 0, nullptr, &program, nullptr);
  return Owned<&cobble_program_free>(program);
}

cobble_status RenderRow(const cobble_program* program, int64_t width, float* samples,
                        cobble_error** error = nullptr) {
  cobble_image image{};
  image.samples = samples;
  image.size = static_cast<std::size_t>(width) * sizeof(float);
  image.width = width;
  image.height = 1;
  image.channels = 1;
  cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
  options.window = {3, 5, width, 1};
  options.threads = 1;
  return cobble_render(program, &image, 1, &options, error);
}

// Uses the memory of the previous pixel.
std::function<void()> RenderPixel() {
  return [program = ForHeights(NewRecipe().get())] {
    float sample = 0;
    Demand(RenderRow(program.get(), 1, &sample), COBBLE_OK);
  };
}

// One and two pixels in turn, so that each call allocates its memory.
std::function<void()> RenderAnotherSize() {
  return [program = ForHeights(NewRecipe().get()), width = int64_t{1}]() mutable {
    std::array<float, 2> samples{};
    width = 3 - width;
    Demand(RenderRow(program.get(), width, samples.data()), COBBLE_OK);
  };
}

std::function<void()> SamplePoint() {
  return [program = ForPoints(NewRecipe().get())] {
    const double x = 0.25, y = -0.125;
    float value = 0, dx = 0;
    cobble_points points = COBBLE_POINTS_INIT;
    points.count = 1;
    points.x = &x;
    points.y = &y;
    points.value = &value;
    points.dx = &dx;
    Demand(cobble_sample(program.get(), &points, nullptr), COBBLE_OK);
  };
}

// An invalid argument, and its error.
std::function<void()> Refuse() {
  return [program = ForHeights(NewRecipe().get())] {
    cobble_error* error = nullptr;
    Demand(RenderRow(program.get(), 1, nullptr, &error), COBBLE_USAGE);
    cobble_error_free(error);
  };
}

std::function<void()> ReadFormula() {
  return [] { NewRecipe(); };
}

std::function<void()> Compile() {
  return [recipe = NewRecipe()] { ForHeights(recipe.get()); };
}

// A knob of a material, as a slider turns it.
std::function<void()> TurnKnob() {
  cobble_recipe* material = nullptr;
  cobble_recipe_from_preset("brick-wall", &material, nullptr);
  return [recipe = Owned<&cobble_recipe_free>(material), is_high = false]() mutable {
    is_high = !is_high;
    const char* const value = is_high ? "0.7" : "0.2";
    Demand(cobble_recipe_set_knob(recipe.get(), "weathering", value, nullptr), COBBLE_OK);
    ForHeights(recipe.get());
  };
}

}  // namespace

std::vector<CallRow> CallRows() {
  return {{"call/render-pixel", &RenderPixel}, {"call/render-another-size", &RenderAnotherSize},
          {"call/sample-point", &SamplePoint}, {"call/refuse", &Refuse},
          {"call/read-formula", &ReadFormula}, {"call/compile", &Compile},
          {"call/turn-knob", &TurnKnob}};
}

}  // namespace cobble::bench
