// Finds the formulas of a recipe's tree and expands them in place.
#pragma once

#include <string>

#include "recipe/fields/field.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"

namespace cobble {

class FormulaExpander {
 public:
  // In: names, the keys of `nodes` of all layers.
  FormulaExpander(const FormulaNames& names, Faults* faults) : names_(names), faults_(faults) {}

  // Expands the formulas of a layer.
  void ExpandRecipe(Json* recipe);
  // Expands formulas in a text, object or list whose key, `field`, takes nodes (kInput, kInputs).
  void ExpandValue(const Field& field, const std::string& pointer, Json* json);
  // Expands formulas in an object of named nodes or maps (kNodes, kMaps).
  void ExpandNamed(const Field& field, const std::string& pointer, Json* json);
  const FormulaNames& names() const { return names_; }
  // The number of nodes made by formulas.
  int nodes() const { return nodes_; }

 private:
  void ExpandInput(const Field& field, const std::string& pointer, Json* json);
  void ExpandNode(const std::string& pointer, Json* node);

  const FormulaNames& names_;
  Faults* faults_;
  int nodes_ = 0;
};

// Adds the keys of `nodes`, an object of nodes if it is valid.
void AddNames(const Json& nodes, FormulaNames* names);

}  // namespace cobble
