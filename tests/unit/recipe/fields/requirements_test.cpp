// Tests the requirements of noise types: that each is well-formed, and which a node violates.
#include "recipe/fields/requirements.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/json/json.h"
#include "recipe/reading/read_value.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

// Returns whether `text` is JSON, written as in messages, and a value that the field accepts.
bool IsValueOf(const Field& field, std::string_view text) {
  Faults faults;
  const auto json = ParseJson(text, std::make_shared<const Source>(Source{"test"}), &faults);
  return json && WriteJsonLine(*json) == text && ReadValue(field, *json, "/x", &faults);
}

TEST_CASE("requirements name keys of their type and values of those keys") {
  std::size_t requirements = 0;
  for (const NodeSpec* spec : NoiseSpecs()) {
    for (const Requirement& requirement : spec->noise->requirements) {
      CAPTURE(spec->name);
      CAPTURE(requirement.key);
      CAPTURE(requirement.other);
      const int type = *NodeTypeNumber(spec->name);
      const Field* const field = FindField(ObjectKind::kNode, requirement.key, type);
      const Field* const other = FindField(ObjectKind::kNode, requirement.other, type);
      REQUIRE(field != nullptr);
      REQUIRE(other != nullptr);
      CHECK(Uses(type, *field));
      CHECK(Uses(type, *other));
      CHECK(field != other);
      if (!requirement.value.empty()) CHECK(IsValueOf(*field, requirement.value));
      CHECK_FALSE(field->fallback.empty());
      CHECK_FALSE(requirement.required.empty());
      for (const std::string_view value : requirement.required) CHECK(IsValueOf(*other, value));
      ++requirements;
    }
  }
  CHECK(requirements >= 3);
}

using Messages = std::vector<std::string>;

Messages Violations(const std::string& type, const std::string& members) {
  Messages messages;
  for (const Violation& violation :
       ViolatedRequirements(test::Resolve(test::Text(type, members)).noise))
    messages.push_back(std::string(violation.key) + ": " + violation.message);
  return messages;
}

TEST_CASE("each incompatible key is reported once") {
  CHECK(Violations("voronoi", R"("smooth": "none", "metric": "manhattan")").empty());
  CHECK(Violations("voronoi", R"("smooth": "lse", "jitter": 0)").empty());
  CHECK(Violations("voronoi", R"("function": "edge")").empty());
  CHECK(Violations("cell", R"("weights": [1, 2], "metric": "manhattan")").empty());
  CHECK(Violations("perlin", R"("octaves": 2)").empty());
  CHECK(Violations("voronoi", R"("function": "edge", "metric": "chebyshev")") ==
        Messages{R"(metric: must be "euclidean" if "function" is "edge", got "chebyshev")"});
  CHECK(Violations("voronoi", R"("function": "edge", "metric": "chebyshev", "smooth": "poly")") ==
        Messages{R"(function: must be "F1" if "smooth" is set, got "edge")",
                 R"(metric: must be "euclidean" if "smooth" is set, got "chebyshev")"});
  CHECK(Violations("voronoi", R"("function": "v", "dimensions": 3)").empty());
  CHECK(Violations("voronoi", R"("function": "v", "dimensions": 1, "limit": 2)") ==
        Messages{R"(limit: must be 1 if "function" is "v", got 2)",
                 R"(dimensions: must be 2 or 3 if "function" is "v", got 1)"});
  CHECK(Violations("cell", R"("function": "w")") ==
        Messages{R"(dimensions: must be 3 if "function" is "w", got 2)"});
}

TEST_CASE("operations have no requirements") { CHECK(Violations("abs", R"("source": 1)").empty()); }

}  // namespace
}  // namespace cobble
