// Tests which images and pictures it refuses.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/random/test_image.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using ErrorTexts = std::vector<std::string>;

// Returns the errors of a recipe whose by-example node gets an image of this size.
ErrorTexts ErrorsOfExample(const std::string& members, int64_t width, int64_t height,
                           const std::string& recipe = {}) {
  try {
    RecipeLayers layers;
    layers.AddText(R"({"cobble": 1, )" + recipe + R"("noise": {"type": "by-example", "name": "x")" +
                       members + "}}",
                   "f");
    layers.AddImage("x", test::TestImage(width, height, 1));
    Program::Compile(layers.Resolve());
  } catch (const Error& error) {
    ErrorTexts errors;
    for (const Issue& issue : error.issues()) errors.push_back(issue.Text());
    return errors;
  }
  return {};
}

bool EndsOnly(const ErrorTexts& errors, const std::string& end) {
  return errors.size() == 1 && errors.front().ends_with(end);
}

TEST_CASE("an example that is not given is an error") {
  const ErrorTexts errors = test::CompileErrors(R"({"type": "by-example", "name": "gravel"})");
  REQUIRE(errors.size() == 1);
  CHECK(
      errors[0].ends_with(": /noise/name: no image \"gravel\" is given; use `image=gravel=FILE`"));
}

TEST_CASE("patches must fit into the image, with room to be moved") {
  CHECK(ErrorsOfExample("", 16, 16).empty());
  CHECK(ErrorsOfExample("", 1, 1).empty());
  CHECK(EndsOnly(ErrorsOfExample(R"(, "frequency": 2)", 16, 16),
                 "/noise/frequency: the image of 16 x 16 pixels is too small for patches of 16 x "
                 "16; use a frequency of 8 or more (at least 3), or a larger image"));
  CHECK(ErrorsOfExample(R"(, "frequency": 3)", 16, 16).empty());
  CHECK(EndsOnly(ErrorsOfExample("", 200, 20),
                 "/noise/frequency: the image of 200 x 20 pixels is too small for patches of 67 x "
                 "67; use a frequency of 75 or more (at least 26), or a larger image"));
  CHECK(ErrorsOfExample(R"(, "frequency": 26)", 200, 20).empty());
  CHECK(EndsOnly(ErrorsOfExample("", 3, 16),
                 "is too small for patches of 1 x 1; use a larger image"));
  // Parts of an image that wraps are as large as the image.
  CHECK(ErrorsOfExample(R"(, "frequency": 1.2, "edges": "wrap")", 16, 16).empty());
  CHECK(EndsOnly(ErrorsOfExample(R"(, "frequency": 1, "edges": "wrap")", 16, 16),
                 "/noise/frequency: the image of 16 x 16 pixels is too small for patches of 32 x "
                 "32; use a frequency of 3 or more (at least 2), or a larger image"));
}

TEST_CASE("a tiled picture needs whole cells along x and an even number along y") {
  const std::string square = R"("tiling": true, "size": 64, )";
  CHECK(ErrorsOfExample("", 16, 16, square).empty());
  CHECK(ErrorsOfExample(R"(, "frequency": [7, 6])", 16, 16, square).empty());
  const std::string message =
      "/noise/frequency: a tiled picture needs a whole number of cells along every axis (an even "
      "number along y), got ";
  CHECK(EndsOnly(ErrorsOfExample(R"(, "frequency": 7)", 16, 16, square),
                 message + "7 x 7; use \"extent\": [2,2] in \"domain\" (14 x 14 cells), or "
                           "\"frequency\": 8 (8 x 8 cells)"));
  CHECK(EndsOnly(ErrorsOfExample(R"(, "frequency": 6.5)", 16, 16, square),
                 message + "6.5 x 6.5; use \"extent\": [4,4] in \"domain\" (26 x 26 cells), or "
                           "\"frequency\": 6 (6 x 6 cells)"));
  CHECK(EndsOnly(ErrorsOfExample("", 16, 16, R"("tiling": true, "size": [64, 40], )"),
                 message + "6 x 3.75; use \"extent\": [8,5] in \"domain\" (48 x 30 cells), or "
                           "\"frequency\": 16 (16 x 10 cells), or \"extent\": [1,1] in \"domain\" "
                           "(stretched)"));
  CHECK(ErrorsOfExample(R"(, "frequency": 3.2)", 16, 16,
                        R"("tiling": true, "domain": {"extent": [2.5, 5]}, )")
            .empty());
}

}  // namespace
}  // namespace cobble
