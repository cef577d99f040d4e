// Tests that the C interface gives the same bytes as the C++ library and the program.
#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "cobble/encode.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "cobble/version.h"
#include "support/harness.h"
#include "unit/c/handles.h"

namespace cobble::test {
namespace {

constexpr const char* kMaps[] = {"height", "normal", "curvature", "color"};
const MapNames kAllMaps(std::begin(kMaps), std::end(kMaps));
const std::vector<MapName> kSameMaps(std::begin(kMaps), std::end(kMaps));

Recipe RustInCpp() {
  RecipeLayers layers;
  layers.AddPreset("rust");
  layers.AddSet("size", "[200, 180]");
  layers.AddSet("seed", "3");
  layers.AddSet("tiling", "false");
  return layers.Resolve();
}
RecipeHandle RustInC() {
  RecipeHandle recipe = PresetOf("rust");
  Set(recipe, "size", "[200, 180]");
  Set(recipe, "seed", "3");
  Set(recipe, "tiling", "false");
  return recipe;
}
Program RustProgram() {
  const Recipe recipe = RustInCpp();
  return Program::Compile(recipe, OptionsFor(recipe, kSameMaps));
}

BytesHandle Encoded(const ProgramHandle& program, const cobble_encode_options& options,
                    BytesHandle* sidecar = nullptr) {
  cobble_bytes *file = nullptr, *beside = nullptr;
  CHECK(ResultOf([&](cobble_error** error) {
          cobble_bytes_free(file);
          cobble_bytes_free(beside);
          return cobble_encode(program.get(), &options, nullptr, &file, &beside, error);
        }) == "0");
  if (sidecar != nullptr) {
    sidecar->reset(beside);
  } else {
    CHECK(beside == nullptr);
  }
  return BytesHandle(file);
}

TEST_CASE("windows of all maps have the bits of RenderImage, one after the other") {
  const Program reference = RustProgram();
  const ProgramHandle program = ForMaps(RustInC(), kAllMaps);
  const Window windows[] = {{0, 0, 200, 180},    {7, 5, 64, 90}, {-30, 170, 64, 90},
                            {900, -400, 64, 90}, {7, 5, 64, 90}, {3, 3, 1, 1}};
  for (const Window& window : windows) {
    Images images(program, window.width, window.height);
    for (const int threads : {1, 0}) {
      REQUIRE(images.Render({window.x, window.y, window.width, window.height}, threads) == "0");
      for (std::size_t k = 0; k < kAllMaps.size(); ++k) {
        CAPTURE(kAllMaps[k]);
        CHECK(images.samples(k) == RenderImage(reference, kAllMaps[k], {.window = window}).samples);
      }
    }
  }
}

TEST_CASE("flipped, sampled and fitted pictures are the same, too, in every window") {
  for (const char* more :
       {R"("flip": true)", R"("samples": 2)", R"("range": "fit")", R"("tiling": true)"}) {
    CAPTURE(more);
    const std::string text = std::string(R"json({"cobble": 1, "size": 96,
        "noise": "warp(perlin(4, octaves=3), cell(2), amount=0.1)", )json") +
                             more + "}";
    const Recipe recipe = ReadRecipe(text, "text");
    const Program reference =
        Program::Compile(recipe, OptionsFor(recipe, {"height", "ao", "slope"}));
    const ProgramHandle program = ForMaps(RecipeOf(text), {"height", "ao", "slope"});
    Images images(program, 40, 50);
    for (const int64_t y : {10, -20, 70}) {
      REQUIRE(images.Render({15, y, 40, 50}) == "0");
      std::size_t k = 0;
      for (const char* map : {"height", "ao", "slope"})
        CHECK(images.samples(k++) ==
              RenderImage(reference, map, {.window = {15, y, 40, 50}}).samples);
    }
  }
}

TEST_CASE("rows may have gaps, which are left as they are") {
  const ProgramHandle program = ForMaps(FormulaOf("perlin(4)"), {"normal"});
  Images dense(program, 20, 30);
  REQUIRE(dense.Render({0, 0, 20, 30}) == "0");
  constexpr std::size_t kStride = 67;  // floats
  std::vector<float> samples(29 * kStride + 60, -7.0F);
  Images sparse(program, 20, 30);
  sparse.images()[0].samples = samples.data();
  sparse.images()[0].size = samples.size() * sizeof(float);
  sparse.images()[0].row_stride = kStride * sizeof(float);
  REQUIRE(sparse.Render({0, 0, 20, 30}) == "0");
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const std::size_t row = k / kStride, column = k % kStride;
    const float expected = column < 60 ? dense.samples(0)[row * 60 + column] : -7.0F;
    if (samples[k] != expected) FAIL("sample " << column << " of row " << row);
  }
  sparse.images()[0].size -= 1;
  CHECK(sparse.Render({0, 0, 20, 30}) == "2 images[0].size: must be at least 8012 bytes, got 8011");
}

TEST_CASE("files have the bytes of EncodePicture and of the program") {
  const Folder folder;
  const ProgramHandle program = ForMaps(RustInC(), kAllMaps);
  const Program reference = RustProgram();
  cobble_encode_options options = COBBLE_ENCODE_OPTIONS_INIT;
  const char* color[] = {"color"};
  options.maps = color;
  options.map_count = 1;
  const BytesHandle png = Encoded(program, options);
  CHECK(TextOf(png) == EncodePicture(reference, {.maps = {"color"}}).bytes);
  Render("--preset rust --set size=[200,180] --set seed=3 --set tiling=false -o color=rust.png");
  CHECK(TextOf(png) == ReadAll("rust.png"));

  cobble_encode_options metres = COBBLE_ENCODE_OPTIONS_INIT;
  const char* height[] = {"height"};
  metres.maps = height;
  metres.map_count = 1;
  metres.terrain = "mapbox";
  metres.elevation[1] = 2500;
  Render(
      "--preset rust --set size=[200,180] --set seed=3 --set tiling=false -o height=m.png "
      "--terrain mapbox --elevation 0,2500");
  CHECK(TextOf(Encoded(program, metres)) == ReadAll("m.png"));

  cobble_encode_options exr = COBBLE_ENCODE_OPTIONS_INIT;
  exr.format = "exr";
  exr.bits = 32;
  exr.compression = "zips";
  exr.no_metadata = 1;
  CHECK(TextOf(Encoded(program, exr)) == EncodePicture(reference, {.format = "exr",
                                                                   .maps = kSameMaps,
                                                                   .bits = 32,
                                                                   .compression = "zips",
                                                                   .metadata = false})
                                             .bytes);

  options.format = "r32";
  BytesHandle sidecar;
  const BytesHandle raw = Encoded(program, options, &sidecar);
  const EncodedPicture expected = EncodePicture(reference, {.format = "r32", .maps = {"color"}});
  CHECK(TextOf(raw) == expected.bytes);
  CHECK(TextOf(sidecar) == expected.sidecar);
}

TEST_CASE("points have the bits of SamplePoints") {
  const char* const text = R"json({"cobble": 1, "domain": {"slice": 0.25},
      "maps": {"color": {"type": "ramp", "source": "rock", "stops": [[0, "black"], [1, "#ff8000"]]},
               "rough": 0.5},
      "nodes": {"rock": "simplex(3)"}, "noise": "ridged(rock, 4)"})json";
  const ProgramHandle program = ForPoints(RecipeOf(text), {"color", "@rock"});
  CHECK(cobble_program_map_channels(program.get(), 0) == 3);
  CHECK(std::string(cobble_program_map_name(program.get(), 1)) == "@rock");
  constexpr std::size_t kCount = 700;
  std::vector<double> x(kCount), y(kCount), z(kCount, 0.25);
  for (std::size_t k = 0; k < kCount; ++k) {
    x[k] = 0.01 * static_cast<double>(k);
    y[k] = 3 - 0.02 * static_cast<double>(k);
  }
  using Row = std::vector<float>;
  std::vector<Row> got(8, Row(kCount)), wanted = got;
  float* maps[] = {got[4].data(), got[5].data(), got[6].data(), got[7].data()};
  cobble_points points = COBBLE_POINTS_INIT;
  points.count = kCount;
  points.x = x.data();
  points.y = y.data();  // z is the slice's
  points.value = got[0].data();
  points.dx = got[1].data();
  points.dy = got[2].data();
  points.dz = got[3].data();
  points.maps = maps;
  points.map_channels = 4;
  REQUIRE(ResultOf(&cobble_sample, program.get(), &points) == "0");
  const Program reference = Program::Compile(
      ReadRecipe(text, "text"), {.positions = CompileOptions::kPoints, .maps = {"color", "@rock"}});
  const std::span<float> channels[] = {wanted[4], wanted[5], wanted[6], wanted[7]};
  SamplePoints(reference, x, y, z, {wanted[0], wanted[1], wanted[2], wanted[3], channels});
  CHECK(got == wanted);
  CHECK(wanted[0][0] != wanted[0][1]);
}

TEST_CASE("channels of maps are maps, at points as well") {
  const RecipeHandle recipe = RecipeOf(R"json({"cobble": 1, "size": [40, 30], "noise": "perlin(4)",
      "maps": {"tint": [0.25, 0.5, 2]}, "pack": {"both": ["tint", "height"]}})json");
  const ProgramHandle program = ForMaps(recipe, {"normal.y", "invert:height", "both.a", "tint.b"});
  for (std::size_t k = 0; k < 4; ++k) CHECK(cobble_program_map_channels(program.get(), k) == 1);
  CHECK(std::string(cobble_program_map_name(program.get(), 1)) == "invert:height");
  const ProgramHandle points = ForPoints(recipe, {"tint.b"});
  CHECK(cobble_program_map_channels(points.get(), 0) == 1);
  const double x = 0, y = 0;
  float sample = 0;
  float* maps[] = {&sample};
  cobble_points at = COBBLE_POINTS_INIT;
  at.count = 1;
  at.x = &x;
  at.y = &y;
  at.maps = maps;
  at.map_channels = 1;
  REQUIRE(ResultOf(&cobble_sample, points.get(), &at) == "0");
  CHECK(sample == 2);
}

TEST_CASE("points of a sphere are directions") {
  const RecipeHandle recipe = RecipeOf(R"json({"cobble": 1, "noise": "gradient(latitude)",
      "domain": {"surface": "cube"}})json");
  const ProgramHandle program = ForPoints(recipe, {});
  const double x[] = {0, 2, 0}, y[] = {-5, 0, 0}, z[] = {0, 0, 0};
  float value[3];
  cobble_points points = COBBLE_POINTS_INIT;
  points.count = 2;
  points.x = x;
  points.y = y;
  points.value = value;
  CHECK(ResultOf(&cobble_sample, program.get(), &points).starts_with("2 z: is needed"));
  points.z = z;
  REQUIRE(ResultOf(&cobble_sample, program.get(), &points) == "0");
  CHECK(value[0] == 1);  // the north pole
  CHECK(value[1] == 0.5F);
  points.count = 3;
  CHECK(ResultOf(&cobble_sample, program.get(), &points).find("0,0,0") != std::string::npos);
}

TEST_CASE("threads share a program") {
  const ProgramHandle program = ForMaps(FormulaOf("warp(perlin(6), cell(3))"), {"height"});
  Images expected(program, 90, 70);
  REQUIRE(expected.Render({0, 0, 90, 70}) == "0");
  std::vector<Images> images;
  for (int k = 0; k < 4; ++k) images.emplace_back(program, 90, 70);
  {
    std::vector<std::jthread> threads;
    for (Images& each : images)
      threads.emplace_back([&] {
        for (int k = 0; k < 20; ++k) {
          cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
          options.window = {0, 0, 90, 70};
          options.threads = 1;
          cobble_render(program.get(), each.images().data(), 1, &options, nullptr);
          if (k == 10) cobble_program_trim(program.get());
        }
      });
  }
  for (const Images& each : images) CHECK(each.samples(0) == expected.samples(0));
}

std::string Written(const RecipeHandle& recipe, int32_t form) {
  cobble_bytes* text = nullptr;
  CHECK(cobble_recipe_write(recipe.get(), form, &text, nullptr) == COBBLE_OK);
  return std::string(TextOf(BytesHandle(text)));
}

TEST_CASE("a preset's text in a shape that cannot tile has no tiling") {
  const RecipeHandle rust = PresetOf("rust");
  for (const int32_t form : {COBBLE_COMPLETE, COBBLE_BRIEF})
    CHECK(ReadRecipe(Written(rust, form), "text").tiling);
  Set(rust, "size", "96x54");
  for (const int32_t form : {COBBLE_COMPLETE, COBBLE_BRIEF}) {
    const Recipe text = ReadRecipe(Written(rust, form), "text");
    CHECK_FALSE(text.tiling);
    CHECK_NOTHROW(Program::Compile(text));
  }
  Set(rust, "tiling", "true");
  CHECK(ReadRecipe(Written(rust, COBBLE_COMPLETE), "text").tiling);
}

TEST_CASE("recipes are written complete and brief, and copies are apart") {
  const RecipeHandle recipe = FormulaOf("perlin(4)");
  const auto written = Written;
  cobble_recipe* made = nullptr;
  REQUIRE(cobble_recipe_copy(recipe.get(), &made, nullptr) == COBBLE_OK);
  const RecipeHandle copy(made);
  const std::string before = written(recipe, COBBLE_BRIEF);
  Set(copy, "octaves", "3");
  CHECK(written(recipe, COBBLE_BRIEF) == before);
  CHECK(written(copy, COBBLE_BRIEF) != before);
  CHECK(ReadRecipe(written(copy, COBBLE_COMPLETE), "text").noise.Number("octaves") == 3);

  const RecipeHandle named = FormulaOf("max(rock, 0)");
  CHECK(cobble_recipe_set_formula(named.get(), "rock", "perlin(4)", nullptr) == COBBLE_OK);
  CHECK(written(named, COBBLE_BRIEF).find("\"rock\"") != std::string::npos);

  const RecipeHandle calling = FormulaOf("twice(x)");
  const char* const library =
      R"({"cobble": 1, "functions": {"twice": {"parameters": "s", "value": "2*s"}}})";
  CHECK(cobble_recipe_add_library(calling.get(), "lib", library, nullptr) == COBBLE_OK);
  CHECK(written(calling, COBBLE_BRIEF).find("\"parameters\"") != std::string::npos);
}

TEST_CASE("versions and presets are those of the library") {
  CHECK(cobble_abi_version() == COBBLE_ABI_VERSION);
  CHECK(cobble_version() == std::string(Version()));
  CHECK(cobble_noise_version() == kNoiseVersion);
  std::size_t k = 0;
  for (const Preset& preset : Presets()) CHECK(preset.name == cobble_preset_name(k++));
  CHECK(cobble_preset_name(k) == nullptr);
}

}  // namespace
}  // namespace cobble::test
