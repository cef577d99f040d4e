// Tests of images that recipes take from memory through the C interface.
#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>

#include "unit/c/handles.h"

namespace cobble::test {
namespace {

// Grey, 3 x 2, with a gap of one float behind the first row.
struct Grey {
  std::array<float, 7> samples{0, 0.25F, 1, -9, 0.5F, 0.75F, 0.125F};
  cobble_image image{.samples = samples.data(),
                     .size = sizeof samples,
                     .width = 3,
                     .height = 2,
                     .channels = 1,
                     .format = 0,
                     .row_stride = 4 * sizeof(float)};
};

std::string Add(const RecipeHandle& recipe, const cobble_image* image, const char* name = "scan",
                int32_t is_srgb = 0) {
  cobble_error* error = nullptr;
  const cobble_status status = cobble_recipe_add_image(recipe.get(), name, image, is_srgb, &error);
  const std::string text = std::to_string(status) + " " + cobble_error_text(error);
  cobble_error_free(error);
  return text;
}

RecipeHandle ImageRecipe() {
  return RecipeOf(R"({"cobble": 1, "noise": {"type": "image", "name": "scan"}, "range": "none"})");
}

TEST_CASE("an image from memory is the picture that a recipe shows, and its samples are copied") {
  const RecipeHandle recipe = ImageRecipe();
  Grey grey;
  REQUIRE(Add(recipe, &grey.image) == "0 ");
  grey.samples.fill(7);
  const ProgramHandle program = ForMaps(recipe, {"value"});
  Images shown(program, 3, 2);
  REQUIRE(shown.Render() == "0");
  CHECK(shown.samples(0) == std::vector<float>{0, 0.25F, 1, 0.5F, 0.75F, 0.125F});
}

TEST_CASE("images that do not fit are refused, and named") {
  const RecipeHandle recipe = ImageRecipe();
  const std::pair<void (*)(Grey&), std::string> cases[] = {
      {[](Grey& g) { g.image.samples = nullptr; }, "2 image.samples: must not be null"},
      {[](Grey& g) { g.image.width = 0; }, "2 image.width: must be from 1 to 65536, got 0"},
      {[](Grey& g) { g.image.height = -1; }, "2 image.height: must be from 1 to 65536, got -1"},
      {[](Grey& g) { g.image.width = INT64_MAX; },
       "2 image.width: must be from 1 to 65536, got 9223372036854775807"},
      {[](Grey& g) { g.image.channels = 5; }, "2 image.channels: must be from 1 to 4, got 5"},
      {[](Grey& g) { g.image.format = 1; }, "2 image.format: must be 0, for float32"},
      {[](Grey& g) { g.image.size = 27; }, "2 image.size: must be at least 28 bytes, got 27"},
      {[](Grey& g) { g.image.row_stride = 8; },
       "2 image.row_stride: must be 0, or at least 12 for 3 pixels, got 8"},
  };
  for (const auto& [spoil, message] : cases) {
    Grey grey;
    spoil(grey);
    CHECK(Add(recipe, &grey.image) == message);
  }
  Grey grey;
  CHECK(Add(recipe, nullptr) == "2 image: must not be null");
  CHECK(Add(recipe, &grey.image, nullptr) == "2 name: must not be null");
  CHECK(Add(recipe, &grey.image, "scan", 2) == "2 is_srgb: must be 0 or 1, got 2");
  CHECK(Add(RecipeHandle(), &grey.image) == "2 recipe: must not be null");
  grey.samples[1] = std::numeric_limits<float>::quiet_NaN();
  CHECK(Add(recipe, &grey.image).starts_with("2 "));
  grey.image.size = SIZE_MAX;
  grey.image.row_stride = 0;
  grey.image.width = grey.image.height = 65536;
  CHECK(Add(recipe, &grey.image).starts_with("4 "));
}

}  // namespace
}  // namespace cobble::test
