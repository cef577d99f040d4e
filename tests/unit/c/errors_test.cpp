// Tests the C interface with invalid arguments and recipes: each call returns an error as data, and
// neither crashes nor writes anything.
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "unit/c/handles.h"

namespace cobble::test {
namespace {

struct Tiny {
  ProgramHandle program = ForMaps(FormulaOf("perlin(4)"), {"height"});
  std::array<float, 8> samples = Untouched();
  cobble_image image{.samples = samples.data(),
                     .size = sizeof samples,
                     .width = 4,
                     .height = 2,
                     .channels = 1,
                     .format = 0,
                     .row_stride = 0};
  cobble_render_options options = Options();

  static std::array<float, 8> Untouched() {
    std::array<float, 8> samples;
    samples.fill(-7);
    return samples;
  }
  static cobble_render_options Options() {
    cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
    options.window = {0, 0, 4, 2};
    options.threads = 1;
    return options;
  }
  std::string Render() { return ResultOf(&cobble_render, program.get(), &image, 1, &options); }
};

// Returns the issues of compiling a recipe: "line:column pointer: message; hint", one per line.
std::string IssuesOf(const RecipeHandle& recipe) {
  const char* const maps[] = {"height"};
  cobble_program* program = nullptr;
  cobble_error* error = nullptr;
  cobble_program_for_maps(recipe.get(), maps, 1, nullptr, &program, &error);
  CHECK(program == nullptr);
  std::string text;
  for (std::size_t k = 0; k < cobble_error_count(error); ++k) {
    cobble_issue issue = COBBLE_ISSUE_INIT;
    CHECK(cobble_error_issue(error, k, &issue) == 1);
    text += std::to_string(issue.line) + ":" + std::to_string(issue.column) + " " + issue.pointer +
            ": " + issue.message + "; " + issue.hint + "\n";
  }
  cobble_error_free(error);
  return text;
}

TEST_CASE("errors of a recipe are data: where, what, and how to fix it") {
  CHECK(IssuesOf(RecipeOf("{\"cobble\": 1,\n \"noise\": {\"type\": \"perlin\", \"octave\": 5},\n"
                          "  \"sise\": 3}")) ==
        "2:30 /noise/octave: unknown key \"octave\"; did you mean \"octaves\"?\n"
        "3:3 /sise: unknown key \"sise\"; did you mean \"size\"?\n");
  const RecipeHandle set = FormulaOf("perlin(4)");
  Set(set, "noise.octaves", "99");
  CHECK(IssuesOf(set) == "0:0 /noise/octaves: must be a whole number from 1 to 32, got 99; \n");
}

TEST_CASE("an error in a formula has its line and column, and its offset") {
  cobble_error* error = nullptr;
  cobble_bytes* text = nullptr;
  const RecipeHandle recipe = FormulaOf("perlin(4)\n + perlim(3)");
  CHECK(cobble_recipe_write(recipe.get(), COBBLE_BRIEF, &text, &error) == COBBLE_USAGE);
  cobble_issue issue = COBBLE_ISSUE_INIT;
  REQUIRE(cobble_error_issue(error, 0, &issue) == 1);
  CHECK(issue.line == 2);
  CHECK(issue.column == 4);
  CHECK(issue.offset == 13);
  CHECK(std::string(issue.formula) == "perlin(4)\n + perlim(3)");
  CHECK(std::string(issue.message) == "unknown function \"perlim\"");
  CHECK(std::string(issue.hint) == "did you mean \"perlin\"?");
  CHECK(std::string(issue.suggestion) == "perlin");
  CHECK(cobble_error_issue(error, 1, &issue) == 0);
  CHECK(cobble_error_issue(error, 0, nullptr) == 0);
  cobble_issue uninitialised{};
  CHECK(cobble_error_issue(error, 0, &uninitialised) == 0);
  cobble_error_free(error);
}

TEST_CASE("null stands for nothing") {
  CHECK(cobble_error_status(nullptr) == COBBLE_OK);
  CHECK(cobble_error_count(nullptr) == 0);
  CHECK(std::string(cobble_error_text(nullptr)).empty());
  cobble_issue issue = COBBLE_ISSUE_INIT;
  CHECK(cobble_error_issue(nullptr, 0, &issue) == 0);
  CHECK(cobble_bytes_data(nullptr) == nullptr);
  CHECK(cobble_bytes_size(nullptr) == 0);
  CHECK(cobble_program_map_name(nullptr, 0) == nullptr);
  CHECK(cobble_program_map_channels(nullptr, 0) == 0);
  cobble_error_free(nullptr);
  cobble_bytes_free(nullptr);
  cobble_recipe_free(nullptr);
  cobble_program_free(nullptr);
  cobble_program_trim(nullptr);
}

TEST_CASE("arguments that must not be null are named") {
  const RecipeHandle recipe = FormulaOf("perlin(4)");
  const Tiny tiny;
  const ProgramHandle for_points = ForPoints(recipe);
  const auto* const r = recipe.get();
  const auto* const p = tiny.program.get();
  cobble_recipe* made = nullptr;
  cobble_program* program = nullptr;
  cobble_bytes* bytes = nullptr;
  cobble_error* list = nullptr;
  const char *maps[] = {"height"}, *no_name[] = {nullptr};
  cobble_points points = COBBLE_POINTS_INIT;
  points.count = 1;
  cobble_picture* picture = nullptr;
  cobble_image image{};
  const std::pair<const char*, Call> calls[] = {
      {"preset", Of(&cobble_recipe_from_preset, nullptr, &made)},
      {"recipe", Of(&cobble_recipe_from_preset, "marble", nullptr)},
      {"text", Of(&cobble_recipe_from_json, nullptr, 0, "a", &made)},
      {"recipe", Of(&cobble_recipe_from_json, "{}", 2, "a", nullptr)},
      {"formula", Of(&cobble_recipe_from_formula, nullptr, &made)},
      {"recipe", Of(&cobble_recipe_from_formula, "1", nullptr)},
      {"recipe", Of(&cobble_recipe_copy, nullptr, &made)},
      {"copy", Of(&cobble_recipe_copy, r, nullptr)},
      {"recipe", Of(&cobble_recipe_set, nullptr, "size", "3")},
      {"path", Of(&cobble_recipe_set, recipe.get(), nullptr, "3")},
      {"value", Of(&cobble_recipe_set, recipe.get(), "size", nullptr)},
      {"recipe", Of(&cobble_recipe_set_formula, nullptr, "a", "1")},
      {"name", Of(&cobble_recipe_set_formula, recipe.get(), nullptr, "1")},
      {"formula", Of(&cobble_recipe_set_formula, recipe.get(), "a", nullptr)},
      {"recipe", Of(&cobble_recipe_add_library, nullptr, "a", "{}")},
      {"name", Of(&cobble_recipe_add_library, recipe.get(), nullptr, "{}")},
      {"text", Of(&cobble_recipe_add_library, recipe.get(), "a", nullptr)},
      {"recipe", Of(&cobble_recipe_write, nullptr, 0, &bytes)},
      {"text", Of(&cobble_recipe_write, r, 0, nullptr)},
      {"recipe", Of(&cobble_program_for_maps, nullptr, maps, 1, nullptr, &program)},
      {"maps", Of(&cobble_program_for_maps, r, nullptr, 1, nullptr, &program)},
      {"maps[0]", Of(&cobble_program_for_maps, r, no_name, 1, nullptr, &program)},
      {"program", Of(&cobble_program_for_maps, r, maps, 1, nullptr, nullptr)},
      {"recipe", Of(&cobble_program_for_points, nullptr, nullptr, 0, nullptr, &program)},
      {"program", Of(&cobble_program_for_points, r, nullptr, 0, nullptr, nullptr)},
      {"program", Of(&cobble_program_get_info, nullptr, nullptr)},
      {"info", Of(&cobble_program_get_info, p, nullptr)},
      {"program", Of(&cobble_render, nullptr, &tiny.image, 1, nullptr)},
      {"images", Of(&cobble_render, p, nullptr, 1, nullptr)},
      {"program", Of(&cobble_encode, nullptr, nullptr, nullptr, &bytes, nullptr)},
      {"file", Of(&cobble_encode, p, nullptr, nullptr, nullptr, nullptr)},
      {"recipe", Of(&cobble_encode_set, nullptr, "unity", "a", nullptr, &bytes, &bytes)},
      {"engine", Of(&cobble_encode_set, r, nullptr, "a", nullptr, &bytes, &bytes)},
      {"name", Of(&cobble_encode_set, r, "unity", nullptr, nullptr, &bytes, &bytes)},
      {"files", Of(&cobble_encode_set, r, "unity", "a", nullptr, nullptr, &bytes)},
      {"contents", Of(&cobble_encode_set, r, "unity", "a", nullptr, &bytes, nullptr)},
      {"program", Of(&cobble_sample, nullptr, &points)},
      {"points", Of(&cobble_sample, for_points.get(), nullptr)},
      {"x", Of(&cobble_sample, for_points.get(), &points)},
      {"file", Of(&cobble_picture_read, nullptr, 4, nullptr, &picture)},
      {"picture", Of(&cobble_picture_read, "x", 1, nullptr, nullptr)},
      {"picture", Of(&cobble_picture_get_image, nullptr, &image, nullptr)},
      {"picture", Of(&cobble_picture_palette, nullptr, 2, &bytes)},
      {"recipe", Of(&cobble_recipe_add_picture, nullptr, "a", nullptr)},
      {"text", Of(&cobble_format, nullptr, 1, nullptr, &bytes)},
      {"json", Of(&cobble_describe, nullptr)},
      {"recipe", Of(&cobble_recipe_outline, nullptr, &bytes)},
      {"recipe", Of(&cobble_recipe_warnings, nullptr, &list)},
      {"formula", Of(&cobble_formula_parts, nullptr, 0, nullptr, 0, &bytes)},
      {"names", Of(&cobble_formula_parts, "a", 0, nullptr, 1, &bytes)},
      {"formula", Of(&cobble_formula_completions, nullptr, 0, 0, 0, nullptr, 0, &bytes)},
      {"names", Of(&cobble_formula_completions, "a", 0, 0, 0, no_name, 1, &bytes)},
  };
  for (const auto& [argument, call] : calls)
    CHECK(ResultOf(call) == std::string("2 ") + argument + ": must not be null");
  CHECK(made == nullptr);
  CHECK(program == nullptr);
  CHECK(bytes == nullptr);
}

TEST_CASE("texts that are not UTF-8 are refused, so that messages are UTF-8") {
  const RecipeHandle recipe = FormulaOf("perlin(4)");
  const Tiny tiny;
  cobble_recipe* made = nullptr;
  cobble_program* program = nullptr;
  cobble_bytes* file = nullptr;
  cobble_picture* picture = nullptr;
  const char* const bad = "\xff";
  cobble_compile_options level = COBBLE_COMPILE_OPTIONS_INIT;
  level.simd = bad;
  cobble_encode_options format = COBBLE_ENCODE_OPTIONS_INIT;
  format.format = bad;
  const MapNames maps{"height"};
  const std::pair<const char*, Call> calls[] = {
      {"preset", Of(&cobble_recipe_from_preset, bad, &made)},
      {"name", Of(&cobble_recipe_from_json, "{}", 2, bad, &made)},
      {"formula", Of(&cobble_recipe_from_formula, bad, &made)},
      {"path", Of(&cobble_recipe_set, recipe.get(), bad, "3")},
      {"value", Of(&cobble_recipe_set, recipe.get(), "size", bad)},
      {"name", Of(&cobble_recipe_set_formula, recipe.get(), bad, "1")},
      {"formula", Of(&cobble_recipe_set_formula, recipe.get(), "a", bad)},
      {"maps[0]", Of(&cobble_program_for_maps, recipe.get(), &bad, 1, nullptr, &program)},
      {"simd", Of(&cobble_program_for_maps, recipe.get(), maps.data(), 1, &level, &program)},
      {"format", Of(&cobble_encode, tiny.program.get(), &format, nullptr, &file, nullptr)},
      {"name", Of(&cobble_picture_read, "x", 1, bad, &picture)},
  };
  for (const auto& [argument, call] : calls)
    CHECK(ResultOf(call) == std::string("2 ") + argument + ": is not valid UTF-8");
}

TEST_CASE("images that do not match are refused, and not written") {
  const std::pair<void (*)(Tiny&), std::string> cases[] = {
      {[](Tiny& t) { t.image.samples = nullptr; }, "images[0].samples: must not be null"},
      {[](Tiny& t) { t.image.width = 5; }, "images[0].width: must be 4, as in the window, got 5"},
      {[](Tiny& t) { t.image.height = -2; },
       "images[0].height: must be 2, as in the window, got -2"},
      {[](Tiny& t) { t.image.channels = 3; },
       "images[0].channels: must be 1, as in the map \"height\", got 3"},
      {[](Tiny& t) { t.image.format = 1; }, "images[0].format: must be 0, for float32"},
      {[](Tiny& t) { t.image.size = 31; }, "images[0].size: must be at least 32 bytes, got 31"},
      {[](Tiny& t) { t.image.row_stride = 15; },
       "images[0].row_stride: must be 0, or at least 16 for 4 pixels, got 15"},
      {[](Tiny& t) { t.image.row_stride = 17; },
       "images[0].size: must be at least 33 bytes, got 32"},
      {[](Tiny& t) { t.options.window.width = 0; },
       "window: is empty; set all of it to 0 for the whole picture"},
      {[](Tiny& t) { t.options.window.height = -1; }, "window.height: must be 0 or more, got -1"},
      {[](Tiny& t) { t.options.window.x = INT64_MIN; },
       "window: is too large or too far from the origin for pixel coordinates"},
      {[](Tiny& t) { t.options.threads = -1; }, "threads: must be 0 or more, got -1"},
      {[](Tiny& t) { t.options.struct_size = 0; },
       "options.struct_size: is 0, not the size of the struct; set it to sizeof the struct, and "
       "all unused fields to 0"},
  };
  for (const auto& [spoil, message] : cases) {
    Tiny tiny;
    spoil(tiny);
    CHECK(tiny.Render() == "2 " + message);
    CHECK(tiny.samples == Tiny::Untouched());
  }
  Tiny huge;
  huge.image.row_stride = SIZE_MAX;
  CHECK(huge.Render().starts_with("4 "));
  Tiny tiny;
  CHECK(ResultOf(&cobble_render, tiny.program.get(), &tiny.image, 2, &tiny.options) ==
        "2 image_count: must be 1, the number of maps, got 2");
  CHECK(tiny.Render() == "0");
  CHECK(tiny.samples != Tiny::Untouched());
}

TEST_CASE("a newer program may use an older library, as long as it needs nothing new") {
  struct Newer {
    cobble_render_options options = Tiny::Options();
    int64_t unknown = 0;
  } newer;
  newer.options.struct_size = sizeof newer;
  Tiny tiny;
  const auto render = [&](cobble_error** error) {
    return cobble_render(tiny.program.get(), &tiny.image, 1, &newer.options, error);
  };
  CHECK(ResultOf(render) == "0");
  newer.unknown = 1;
  CHECK(ResultOf(render) ==
        "2 options.struct_size: has fields that this library does not know; use a library as new "
        "as cobble_c.h");
  struct {
    cobble_program_info info = COBBLE_PROGRAM_INFO_INIT;
    int64_t unknown = 5;
  } info;
  info.info.struct_size = sizeof info;
  REQUIRE(cobble_program_get_info(tiny.program.get(), &info.info, nullptr) == COBBLE_OK);
  CHECK(info.info.width == 1024);
  CHECK(info.unknown == 0);
  CHECK(info.info.struct_size == sizeof info);
}

TEST_CASE("progress is reported, and can stop the call") {
  const ProgramHandle program = ForMaps(FormulaOf("perlin(4)"), {"height"});
  Images images(program, 1024, 1024);
  const auto render = [&](cobble_progress progress, void* user, int32_t threads) {
    cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
    options.progress = progress;
    options.user = user;
    options.threads = threads;
    return ResultOf(&cobble_render, program.get(), images.images().data(), 1, &options);
  };
  double last = 0;
  CHECK(render([](double done, void* user) { return *static_cast<double*>(user) = done, 0; }, &last,
               1) == "0");
  CHECK(last == 1);
  for (const int32_t threads : {1, 2}) {
    CHECK(render([](double, void*) { return 1; }, nullptr, threads) ==
          "75 stopped by the function `progress`");
    CHECK(render([](double, void*) -> int { throw std::runtime_error("no"); }, nullptr, threads) ==
          "2 progress: threw an exception: no");
    CHECK(render([](double, void*) -> int { throw 5; }, nullptr, threads) ==
          "2 progress: threw an exception");
    CHECK(render(nullptr, nullptr, threads) == "0");
  }
  cobble_render_options stopped = COBBLE_RENDER_OPTIONS_INIT;
  stopped.progress = [](double, void*) { return 1; };
  cobble_bytes *file = nullptr, *sidecar = nullptr;
  CHECK(ResultOf(&cobble_encode, program.get(), nullptr, &stopped, &file, &sidecar) ==
        "75 stopped by the function `progress`");
  CHECK(file == nullptr);
  CHECK(sidecar == nullptr);
  Images again(program, 1024, 1024);
  CHECK(again.Render() == "0");
  CHECK(again.samples(0) == images.samples(0));
}

TEST_CASE("simulations are limited, and stop") {
  const RecipeHandle recipe = FormulaOf("drainage(perlin(), 7.89, resolution=64)");
  cobble_compile_options options = COBBLE_COMPILE_OPTIONS_INIT;
  cobble_program* program = nullptr;
  const auto compiled = [&] {
    return ResultOf([&](cobble_error** error) {
      return cobble_program_for_points(recipe.get(), nullptr, 0, &options, &program, error);
    });
  };
  options.max_memory = 1000;
  CHECK(compiled().find("its simulation needs") != std::string::npos);
  options.max_memory = 0;
  options.max_cost = 1000;
  CHECK(compiled().find("exceed the limit of 1e+03") != std::string::npos);
  options.max_cost = -1;
  CHECK(compiled() == "2 max_cost: must be 0 or more");
  options.max_cost = 0;
  options.threads = -1;
  CHECK(compiled() == "2 threads: must be 0 or more, got -1");
  options.threads = 2;
  options.progress = [](double, void*) { return 1; };
  CHECK(compiled() == "75 stopped by the function `progress`");
}

TEST_CASE("what programs cannot do is refused") {
  const RecipeHandle recipe = PresetOf("rust");
  const ProgramHandle pictures = ForMaps(recipe, {"height"}), for_points = ForPoints(recipe);
  cobble_program* program = nullptr;
  cobble_bytes* file = nullptr;
  const auto compile = [&](const MapNames& maps, const cobble_compile_options& options,
                           auto* function) {
    return ResultOf([&](cobble_error** error) {
      return function(recipe.get(), maps.data(), maps.size(), &options, &program, error);
    });
  };
  const cobble_compile_options none = COBBLE_COMPILE_OPTIONS_INIT;
  CHECK(compile({}, none, &cobble_program_for_maps) == "2 maps: must name at least one map");
  CHECK(compile({"hight"}, none, &cobble_program_for_maps) ==
        "2 maps: unknown map \"hight\"; did you mean \"height\"?");
  CHECK(compile({"ao", "ao"}, none, &cobble_program_for_maps) ==
        "2 maps[1]: \"ao\" is listed twice");
  CHECK(compile({"height"}, none, &cobble_program_for_points) ==
        "2 maps: \"height\" is not computed at points; use maps that the recipe defines or nodes, "
        "but not packs");
  cobble_compile_options options = COBBLE_COMPILE_OPTIONS_INIT;
  options.values_only = 1;
  CHECK(compile({"height"}, options, &cobble_program_for_maps) ==
        "2 values_only: is only for points: pictures have the slopes that their maps need");
  options.simd = "avx9";
  CHECK(compile({}, options, &cobble_program_for_points).starts_with("2 simd"));

  cobble_encode_options encode = COBBLE_ENCODE_OPTIONS_INIT;
  const auto encoded = [&](const ProgramHandle& from) {
    return ResultOf(&cobble_encode, from.get(), &encode, nullptr, &file, nullptr);
  };
  CHECK(encoded(for_points) == "2 program: was compiled for points, not for pictures");
  encode.max_pixels = 100;
  CHECK(encoded(pictures).find("`max_pixels") != std::string::npos);
  encode.max_pixels = 0;
  encode.format = "pgn";
  CHECK(encoded(pictures).starts_with("2 format: must be one of "));
  const char* map = "color";
  encode.maps = &map;
  encode.map_count = 1;
  CHECK(encoded(pictures) == "2 maps[0]: \"color\" is not a map of the program");
  CHECK(file == nullptr);

  cobble_points points = COBBLE_POINTS_INIT;
  CHECK(ResultOf(&cobble_sample, pictures.get(), &points) ==
        "2 program: was compiled for pictures, not for points");
  const double far = 1e30;
  points.count = 1;
  points.x = points.y = &far;
  CHECK(ResultOf(&cobble_sample, for_points.get(), &points).starts_with("3 "));
}

}  // namespace
}  // namespace cobble::test
