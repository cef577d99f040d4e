// Units of length, and which of them coordinate systems have, by the codes of EPSG.
#pragma once

#include <string>
#include <string_view>

namespace cobble {

struct LengthUnit {
  int code;  // of EPSG; 0: it has none
  double metres;
  std::string_view name;   // in messages
  std::string_view words;  // for it, in lower case, between blanks
};

// Return a unit by its code, or by a word as in "US survey foot", "us_survey_feet" and "ftUS"; null
// if it is unknown.
const LengthUnit* FindLengthUnit(int code);
const LengthUnit* FindLengthUnit(std::string_view word);

// Returns "m, ft, US survey ft, ... and km".
std::string LengthUnitNames();

// Returns the unit of eastings and northings, metres for a code that is not known; null if it is
// none of these units. In: code, of a projected system or of a compound one.
const LengthUnit* UnitAcross(int code);

// Returns the unit of heights or depths if it is feet, else null. In: code, of a vertical system or
// of a compound one.
const LengthUnit* FeetUpwards(int code);

// Returns whether a vertical system measures downwards.
bool MeasuresDepths(int code);

}  // namespace cobble
