// The description of the C interface.
#include "c/guard.h"
#include "c/objects.h"
#include "cobble/version.h"
#include "core/json/print.h"
#include "output/formats.h"
#include "recipe/description/description.h"

namespace cobble::c {
namespace {

JsonTree DescribeFormats() {
  JsonTree rows = JsonTree::array();
  for (const Format& format : Formats())
    rows.push_back(
        {{"name", format.name}, {"extensions", format.suffixes}, {"summary", format.help}});
  return rows;
}

JsonTree Description() {
  return {{"version", cobble_version()},
          {"noise_version", kNoiseVersion},
          {"presets", DescribePresets()},
          {"nodes", DescribeNodes()},
          {"fields", DescribeRecipeKeys()},
          {"maps", DescribeMaps()},
          {"formats", DescribeFormats()},
          {"functions", DescribeFunctions()},
          {"operators", DescribeOperators()},
          {"colors", DescribeColors()}};
}

}  // namespace
}  // namespace cobble::c

cobble_status cobble_describe(cobble_bytes** json, cobble_error** error) {
  return cobble::c::Guard(error, [&] {
    cobble_bytes*& result = cobble::c::ResultAt(json, "json");
    result = new cobble_bytes{cobble::PrintJsonLine(cobble::c::Description())};
  });
}
