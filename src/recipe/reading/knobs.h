// Knobs ("knobs" in recipes): numbers and colours that formulas name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "recipe/fields/field.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

class ObjectReader;

inline constexpr double kStepError = 1e-6;  // of rounding, in steps
// Returns the text of a step of a knob: 0.3 rather than 0.30000000000000004.
std::string StepText(double step);

// Reads and checks the knobs in `json`, the value of `field`, into `recipe`. Adds errors to the
// faults of `in`, and the locations of knobs and of their keys to its origins.
void ReadKnobs(const ObjectReader& in, const Field& field, const Json& json, Recipe* recipe);

// If knobs of the merged tree have errors, drops those of formulas that name a knob: they may
// follow from the former. In: names, of the tree.
void DropFollowersOfKnobs(const Json& tree, const FormulaNames& names, Faults* faults);

// Converts knobs to the value of the key "knobs", and functions to that of "functions".
Json KnobsToJson(const std::vector<Knob>& knobs);
Json FunctionsToJson(const std::map<std::string, std::string>& functions);

// Keeps the texts of the formulas in a merged tree that name a knob or call a function, and the
// functions. In: names, of the tree; shared, the names of nodes that calls share.
void KeepFormulas(const Json& tree, const FormulaNames& names,
                  const std::vector<std::string>& shared, Recipe* recipe);

// Returns whether a formula of the recipe names the knob.
bool NamesKnob(const Recipe& recipe, std::string_view name);

// Returns the number that a formula of the recipe gives at a JSON pointer with another value of a
// knob; nullopt if none does, or if the formulas are long: hints try many values.
std::optional<double> NumberWithKnob(const Recipe& recipe, const std::string& pointer,
                                     const Knob& knob, double value);

// Puts kept formulas in the place of what they give, and removes nodes that they share. Returns
// false if the tree, of a recipe, lacks one of these places.
bool PutFormulas(const std::map<std::string, std::string>& formulas, Json* tree);

}  // namespace cobble
