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

using Errors = std::vector<std::string>;

Errors TextsOf(const Error& error) {
  Errors errors;
  for (const Issue& issue : error.issues()) errors.push_back(issue.Text());
  return errors;
}

// Returns the errors of a recipe that gets an image of this size as "x".
Errors ErrorsWith(const std::string& noise, const std::string& members, int64_t width,
                  int64_t height, int channels = 1) {
  try {
    RecipeLayers layers;
    layers.AddText(R"({"cobble": 1, )" + members + R"("noise": )" + noise + "}", "f");
    layers.AddImage("x", test::TestImage(width, height, channels));
    Program::Compile(layers.Resolve());
  } catch (const Error& error) {
    return TextsOf(error);
  }
  return {};
}

bool IsOne(const Errors& errors, const std::string& end) {
  return errors.size() == 1 && errors.front().ends_with(end);
}

TEST_CASE("an image that is not given is an error at each node that shows it") {
  const Errors errors = test::CompileErrors(R"({"type": "add",
      "a": {"type": "image", "name": "x"}, "b": {"type": "image", "name": "y z"}})");
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].ends_with(": /noise/a/name: no image \"x\" is given; use `image=x=FILE`"));
  CHECK(errors[1].ends_with(": /noise/b/name: no image \"y z\" is given; use `image=y z=FILE`"));
}

TEST_CASE("an image without alpha has none to show") {
  const std::string alpha = R"({"type": "image", "name": "x", "channel": "alpha"})";
  CHECK(IsOne(ErrorsWith(alpha, "", 2, 2),
              "/noise/channel: the image \"x\" has no alpha; use luminance, red, green or blue"));
  CHECK(ErrorsWith(alpha, "", 2, 2, 3).size() == 1);
  CHECK(ErrorsWith(alpha, "", 2, 2, 2).empty());
  CHECK(ErrorsWith(alpha, "", 2, 2, 4).empty());
}

TEST_CASE("a tiled picture needs a whole number of images that wrap") {
  constexpr const char* kSquare = R"("tiling": true, "size": 64, )";
  const auto image = [](const std::string& members) {
    return R"({"type": "image", "name": "x")" + members + "}";
  };
  CHECK(ErrorsWith(image(""), kSquare, 8, 8).empty());
  CHECK(ErrorsWith(image(""), kSquare, 8, 4).empty());
  CHECK(ErrorsWith(image(""), kSquare, 1, 1).empty());
  CHECK(
      IsOne(ErrorsWith(image(""), kSquare, 8, 6),
            "/noise/edges: a tiled picture needs a whole number of images along x and y, got 1 x "
            "1.333333333; the image is 1 x 0.75 units: change the extent, or use the fit stretch, "
            "or the edges clamp"));
  CHECK(ErrorsWith(image(R"(, "edges": "clamp")"), kSquare, 8, 6).empty());
  // Its own size fits.
  CHECK(ErrorsWith(image(""), R"("tiling": true, )", 8, 6).empty());
  CHECK(ErrorsWith(R"({"type": "transform", "scale": 1.5, "source": )" + image("") + "}", kSquare,
                   8, 8)
            .size() == 1);
  CHECK(ErrorsWith(R"({"type": "transform", "rotate": 30, "source": )" + image("") + "}", kSquare,
                   8, 8)
            .size() == 1);
  // Stamps do not repeat.
  CHECK(ErrorsWith(R"({"type": "scatter", "source": )" + image("") + "}", kSquare, 8, 6).empty());
}

}  // namespace
}  // namespace cobble
