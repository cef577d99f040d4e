// The table of errors beyond the schema.
#include "support/beyond_schema.h"

#include <algorithm>

#include "support/harness.h"

namespace cobble::test {
namespace {

constexpr BeyondSchema kBeyond[] = {
    {"duplicate key", "JSON parsers keep one of the two"},
    {"unknown node", "it looks up a name"},
    {"unknown map", "it looks up a name"},
    {"is required of a", "it depends on the surface"},
    {"is of a sphere, but", "it depends on the surface"},
    {"is of a plane, but", "it depends on the surface"},
    {"does not fit the surface", "it depends on the surface"},
    {"of the surface", "it compares two numbers"},
    {"packs are made of", "it looks up a name"},
    {"is also the name of a map", "it looks up a name"},
    {"cannot be inverted", "it looks up a map's channels"},
    {"cannot be a weight", "it looks up a map's channels"},
    {"must have two weights or more", "it counts parts by their prefix"},
    {"channels in all", "it looks up the maps' channels"},
    {"unknown colour", "the schema cannot ignore the case of a name", false},
    {"unknown name", "it looks up a name"},
    {"or a formula of numbers and knobs", "it looks up the name of a knob", false},
    {"as in [1024, 512]", "a formula of numbers, \"1024*512\", would be one side", false},
    {"in formulas; choose another name", "it looks up a name"},
    {"is also a key of recipes", "it looks up a name"},
    {"is also a placeholder", "it looks up a name"},
    {"/value: must be from", "it compares a number with a range"},
    {"plus a multiple of", "it computes with a range and a step"},
    {"is not a finite number", "the schema does not compute"},
    {"have no operator", "the schema does not parse formulas", false},
    {"\" must be a number", "the schema does not parse formulas", false},
    {"\" must be a whole number", "the schema does not parse formulas", false},
    {"is a colour, but a number is needed", "the schema does not follow references", false},
    {"takes numbers, got the colour", "the schema does not parse formulas", false},
    {"refers back to itself", "it follows references"},
    {"must be at least \"", "it compares two numbers"},
    {"must be at least 1e-9 above", "it compares two numbers"},
    {"must be at least 1e-9 below", "it compares two numbers"},
    {"at least 1e-9 apart", "the schema requires that the numbers differ, not by how much", false},
    {"a name must be",
     "the schema counts characters, not bytes, and some validators cannot match "
     "characters beyond U+FFFF",
     false},
    {"nested deeper than", "schemas cannot limit the depth; hides other errors", false},
    {"must come in pairs", "some JSON parsers accept half of a surrogate pair", false},
    {"must be one number if dimensions is 1", "it compares a list with another key"},
    {"one for each axis, got a list of", "it compares a list with another key"},
    {"a tiled picture needs", "it computes with size, extent, frequency and lacunarity"},
    {"a loop needs", "it computes with scale, frequency and lacunarity"},
    {"a loop can have at most", "it computes with scale, frequency and lacunarity"},
    {"a loop can only be rotated", "it computes with angles"},
    {"whole number in a loop", "it depends on a key elsewhere in the recipe"},
    {"needs a noise with 3 dimensions", "it looks for one in the tree"},
    {"must increase, got [", "it compares two numbers"},
    {"must be fit, shares or two numbers with a world", "it compares keys of two objects"},
    {"contradicts \"world\"", "it computes with keys of two objects"},
    {"with grid \"vertices\"", "it compares keys of two objects"},
    {"half the period of the tiled picture", "it computes with the domain"},
    {"a tiled picture can only be rotated", "it computes with angles and periods"},
    {"whole number in a tiled recipe", "it depends on a key elsewhere in the recipe"},
    {"reaches cells more than 2^40", "it computes with frequencies, octaves and the domain"},
    {"its values can reach", "it computes bounds"},
    {"the recipe expands to more than", "it follows references"},
    {"noise evaluations; lower", "it computes the cost of the recipe"},
    {"--max-pixels", "it is a limit of the command, not of recipes"},
    {"--max-cost", "it is a limit of the command, not of recipes"},
};

}  // namespace

std::span<const BeyondSchema> AllBeyondSchema() { return kBeyond; }

Verdict ExpectedOfSchema(const std::string& error) {
  auto verdict = Verdict::kAccepts;
  for (const std::string& line : SplitLines(error)) {
    const auto row = std::ranges::find_if(kBeyond, [&](const BeyondSchema& beyond) {
      return line.find(beyond.message) != std::string::npos;
    });
    if (row == std::end(kBeyond)) return Verdict::kRejects;
    if (!row->always) verdict = Verdict::kEither;
  }
  return verdict;
}

}  // namespace cobble::test
