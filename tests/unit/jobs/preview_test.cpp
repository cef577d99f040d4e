// Tests when a picture gets a preview, and its size.
#include "jobs/preview.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "jobs/admission.h"
#include "output/formats.h"
#include "support/process.h"

namespace cobble {
namespace {

Job JobOf(int64_t width, int64_t height, const std::string& path = "a.png") {
  Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "tiling": true, "noise": {"type": "perlin", "frequency": 4}})", "f");
  recipe.width = width;
  recipe.height = height;
  Job job;
  job.window = {0, 0, width, height};
  job.pictures.push_back({.label = {"path", path},
                          .path = path,
                          .format = FindFormat("png"),
                          .maps = {Map::kHeight},
                          .bits = 8});
  job.recipe = std::make_shared<JobRecipe>(recipe, CompileOptions{.slopes = false});
  return job;
}

// Returns "500 x 500", or "none". In: seconds, how long the job took before.
std::string PreviewOf(const std::vector<Job>& jobs, double seconds) {
  PreviewChooser chooser;
  chooser.Record(jobs.front(), seconds);
  const auto preview = chooser.Choose(jobs);
  if (!preview) return "none";
  const Recipe& recipe = preview->recipe->recipe();
  CHECK(preview->window == Window{0, 0, recipe.width, recipe.height});
  CHECK(recipe.domain == jobs.front().recipe->recipe().domain);
  CHECK(preview->pictures.front().path == jobs.front().pictures.front().path);
  return std::to_string(recipe.width) + " x " + std::to_string(recipe.height);
}

TEST_CASE("a picture that takes a tenth of a second or more has a preview of a quarter or less") {
  CHECK(PreviewOf({JobOf(2000, 2000)}, 0.05) == "none");
  CHECK(PreviewOf({JobOf(2000, 1000)}, 0.11) == "500 x 250");
  CHECK(PreviewOf({JobOf(2000, 2000)}, 1) == "500 x 500");
  CHECK(PreviewOf({JobOf(2000, 2000)}, 10) == "125 x 125");
  CHECK(PreviewOf({JobOf(100, 100)}, 10) == "50 x 50");
  CHECK(PreviewOf({JobOf(60, 600)}, 10) == "none");
}

TEST_CASE("the first run is estimated") {
  CHECK_FALSE(PreviewChooser().Choose(std::vector<Job>{JobOf(64, 64)}));
  CHECK(PreviewChooser().Choose(std::vector<Job>{JobOf(60000, 60000)}));
}

TEST_CASE("parts of a picture, several jobs and devices have no preview") {
  CHECK(PreviewOf({JobOf(2000, 2000), JobOf(2000, 2000)}, 1) == "none");
  Job part = JobOf(2000, 2000);
  part.window = {0, 0, 1000, 2000};
  CHECK(PreviewOf({part}, 1) == "none");
  CHECK(PreviewOf({JobOf(2000, 2000, test::kNullDevice)}, 1) == "none");
  CHECK(PreviewOf({JobOf(2000, 2000, "-")}, 1) == "none");
}

}  // namespace
}  // namespace cobble
