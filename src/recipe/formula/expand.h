// Finds the formulas of a recipe's tree and expands them in place.
#pragma once

#include <string>

#include "recipe/fields/field.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/names.h"
#include "recipe/formula/scope.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"

namespace cobble {

class FormulaExpander {
 public:
  // In: names, the named nodes, the knobs and the functions of all layers.
  FormulaExpander(const FormulaNames& names, Faults* faults)
      : names_(names), faults_(faults), nodes_(&own_nodes_), shared_(&own_shared_) {}
  // For a node in the body of a function. In: body, where it stands.
  explicit FormulaExpander(const FormulaSite& body)
      : names_(body.names),
        faults_(body.faults),
        nodes_(body.nodes),
        shared_(body.shared),
        body_(&body) {}
  FormulaExpander(const FormulaExpander&) = delete;
  FormulaExpander& operator=(const FormulaExpander&) = delete;

  // Expands the formulas of a layer.
  void ExpandRecipe(Json* recipe);
  // Expands formulas in a text, object or list whose key, `field`, takes nodes (kInput, kInputs).
  void ExpandValue(const Field& field, const std::string& pointer, Json* json);
  // Expands formulas of numbers in a value that `field` describes.
  void ExpandNumbers(const Field& field, const std::string& pointer, Json* json);
  // Expands formulas in the values of an object's keys.
  void ExpandObject(ObjectKind kind, const std::string& pointer, Json* object);
  // Expands formulas in an object of named nodes or maps (kNodes, kMaps).
  void ExpandNamed(const Field& field, const std::string& pointer, Json* json);
  // Expands a node in the body of a function, and gives its noises their patterns. Returns false
  // after adding an error.
  bool ExpandBody(Json* json);
  const FormulaNames& names() const { return names_; }
  // The number of nodes made by formulas.
  int nodes() const { return *nodes_; }
  // The nodes that calls of functions share, for AddSharedNodes.
  const SharedNodes& shared() const { return *shared_; }

 private:
  // Returns whether a text in place of numbers or a colour is a formula: it names a knob, exactly
  // or nearly, calls a function, or gives a number. The recipe's reader refuses other texts; in
  // files of recipes with knobs, where every text may be meant to name one, the formula's errors
  // say more.
  bool IsFormula(const Field& field, const Json& json) const;
  void ExpandInput(const Field& field, const std::string& pointer, Json* json);
  // Replaces a text by what it expands to. In: expand, a function of the text and its site.
  template <typename Expand>
  void Replace(const std::string& pointer, bool may_be_color, const Expand& expand, Json* json);

  // In the body of a function: puts what a parameter or an own node stands for in place of its
  // name, and gives a noise its pattern.
  bool TakeBound(const std::string& name, const Place& place, Json* json);
  const FormulaScope::Bound* WordIn(const Field& field, const Json& json) const;
  void AddPattern(const std::string& pointer, Json* node) const;
  // Returns what the patterns of a formula or a noise at a pointer in the body start with.
  std::string PatternsAt(const std::string& pointer) const;

  const FormulaNames& names_;
  Faults* faults_;
  int own_nodes_ = 0;
  int* nodes_;
  SharedNodes own_shared_;
  SharedNodes* shared_;
  const FormulaSite* body_ = nullptr;  // null: a recipe
  bool has_failed_ = false;
};

// Add the keys of `nodes`, `maps` and `knobs`, objects of nodes and knobs if they are valid.
void AddNames(const Json& nodes, FormulaNames* names);
void AddMapNames(const Json& maps, FormulaNames* names);
void AddKnobs(const Json& knobs, FormulaNames* names);
// Adds those of a recipe's tree, and its functions.
void AddNamesOfRecipe(const Json& recipe, FormulaNames* names);

}  // namespace cobble
