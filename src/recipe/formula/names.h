// The names that formulas may use: the keys of a recipe's `nodes`, `knobs` and `maps`.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/formula/functions.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns the name of the map that a formula at the JSON pointer belongs to; empty if none.
std::string_view MapOfPointer(std::string_view pointer);

class FormulaNames {
 public:
  // kOpen: of a text that is one layer of a recipe, where unknown names may be nodes of another.
  enum Scope { kClosed, kOpen };
  explicit FormulaNames(Scope scope = kClosed) : scope_(scope) {}

  // Sets nodes.NAME, replacing a lower layer's. All but numbers and formulas of numbers are nodes.
  void Set(std::string_view name, const Json& value);
  // Sets nodes.NAME.value, which changes the number of a name that stands for one.
  void SetValue(std::string_view name, double value);
  // Sets the value of a knob, a number or a colour. What the reader refuses, such as a colour in
  // place of a number, changes nothing but that the knob exists. A node with the name of a knob
  // hides it.
  void SetKnob(std::string_view name, const Json& value);
  // Sets maps.NAME.
  void SetMap(std::string_view name, const Json& value);
  // Adds functions, as in recipes, to those of the built-in library. Later ones hide earlier ones.
  void SetFunctions(const Json& functions);
  // Finds the formulas of numbers. Called once, after the functions above.
  void Resolve();

  // Returns null if there is none, or if calls of the name have another meaning.
  const Function* FindFunction(std::string_view name) const;
  const Json& DefinitionOf(std::string_view function) const;  // which must exist
  std::vector<std::string_view> FunctionNames() const;
  // Notes the call of a name that may be a function of another layer (see foreign).
  void NoteForeignCall(std::string_view name) const {
    if (scope_ == kOpen) foreign_.emplace(name);
  }
  // Counts a call. Returns false if all calls expand more text than they may.
  bool CountCall(const Function& function) const;
  // Returns the number of calls counted, and whether there was one of the function.
  int calls() const { return calls_; }
  bool IsCalled(std::string_view function) const { return called_.contains(function); }
  // Returns the names of the functions that the functions called in a text need, itself included.
  std::set<std::string, std::less<>> FunctionsOf(std::string_view text) const;
  // Marks a function in whose body an error was reported; returns whether it was marked before.
  bool MarkFailed(const Function& function) const { return !failed_.insert(&function).second; }

  bool Contains(std::string_view name) const {
    return entries_.contains(name) || knobs_.contains(name);
  }
  bool has_knobs() const { return !knobs_.empty(); }
  bool IsKnob(std::string_view name) const { return knobs_.contains(name); }
  // Returns whether a name in the text stands for a knob's value, itself, through a number or
  // in a function that the text calls.
  bool FindKnobIn(std::string_view text) const;
  // Returns whether a name in the text may be the misspelt name of a knob.
  bool HasNearKnob(std::string_view text) const;
  // Returns a knob's value, or null.
  const Json* KnobOf(std::string_view name) const;
  // Returns whether a formula at the JSON pointer may mean a map by the name: another map of the
  // recipe, or height, slope, ao or curvature. Formulas of maps and of nodes may, not those of the
  // noise. In: may_be_color, whether the name of a colour may stand there; it hides a map that is
  // a number.
  bool IsMap(std::string_view name, std::string_view pointer, bool may_be_color) const;
  // Returns the number of times that formulas have read a knob, or a number that depends on one.
  int knob_uses() const { return knob_uses_; }
  // Returns whether the name stands for a number whose formula names a knob.
  bool DependsOnKnob(std::string_view name) const;
  // Returns whether a formula may use the name as a node, here or in another layer (see foreign).
  bool Use(std::string_view name) const;
  // Returns whether NumberOf(name) was called and returned a number, or KnobOf(name) a knob.
  bool IsUsed(std::string_view name) const { return used_.contains(name); }
  // The names used by formulas that must be nodes or functions in other layers.
  const std::set<std::string, std::less<>>& foreign() const { return foreign_; }
  // Returns nullopt for a node.
  std::optional<double> NumberOf(std::string_view name) const;
  // Returns the number only if the name's formula is this one, which saves expanding it again.
  std::optional<double> NumberOf(std::string_view name, std::string_view formula) const;
  std::vector<std::string_view> Knobs() const;
  std::vector<std::string_view> All() const;
  std::vector<std::string_view> Maps() const;
  // Returns the cycle that `name` leads to, each name's formula using the next; empty if none.
  std::vector<std::string> CycleOf(std::string_view name) const;

 private:
  struct Entry {
    std::optional<double> number;
    std::string formula;               // empty: none
    std::optional<double> value = {};  // of SetValue
    bool has_knob = false;             // the number depends on a knob
    bool is_pending = true;            // Resolve has not visited it yet
  };

  struct Definition {
    Json json;
    mutable std::shared_ptr<const Function> function = {};  // null: not read yet
  };

  // A map, and whether it is a colour once that is known.
  struct MapEntry {
    Json value;
    mutable std::optional<bool> is_color = {};
  };

  void Compute(Entry* entry) const;
  bool IsColorMap(const std::string& name, const MapEntry& map) const;
  void MarkUsed(std::string_view name) const {
    if (!used_.contains(name)) used_.emplace(name);
  }

  Scope scope_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::map<std::string, Json, std::less<>> knobs_;
  std::map<std::string, MapEntry, std::less<>> maps_;
  std::map<std::string, Definition, std::less<>> functions_;
  mutable std::set<const Function*> failed_;
  mutable int knob_uses_ = 0, calls_ = 0;
  mutable std::size_t called_bytes_ = 0;
  mutable std::set<std::string, std::less<>> used_, foreign_, called_;
};

}  // namespace cobble
