// The catalog of noises and the table of fields speak of the same noises.
#include "noise/catalog.h"

#include <doctest/doctest.h>

#include "recipe/fields.h"

namespace cobble {
namespace {

TEST_CASE("the catalog's noises are the node types that have a frequency") {
  const Field* frequency = FindField(ObjectKind::kNode, "frequency");
  REQUIRE(frequency != nullptr);
  for (std::size_t t = 0; t < Names<NodeType>().size(); ++t) {
    const auto type = static_cast<NodeType>(t);
    CAPTURE(Name(type));
    CHECK((FindNoise(type) != nullptr) == Uses(type, *frequency));
  }
}

TEST_CASE("a noise has turbulence in the catalog where its fields have it") {
  const Field* turbulence = FindField(ObjectKind::kNode, "turbulence");
  REQUIRE(turbulence != nullptr);
  for (const NoiseEntry& noise : NoiseCatalog()) {
    CAPTURE(Name(noise.type));
    CHECK(noise.has_turbulence == Uses(noise.type, *turbulence));
  }
}

TEST_CASE("every noise tells what it is and where it comes from, and has bounds") {
  for (const NoiseEntry& noise : NoiseCatalog()) {
    CAPTURE(Name(noise.type));
    CHECK_FALSE(noise.summary.empty());
    CHECK_FALSE(noise.source.empty());
    CHECK(noise.bounds.low < noise.bounds.high);
  }
}

}  // namespace
}  // namespace cobble
