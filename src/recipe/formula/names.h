// The names that formulas may use: the keys of a recipe's `nodes`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/json/json.h"

namespace cobble {

class FormulaNames {
 public:
  // kOpen: of a text that is one layer of a recipe, in which names that have no other meaning may
  // be those of nodes in another layer.
  enum Scope { kClosed, kOpen };
  explicit FormulaNames(Scope scope = kClosed) : scope_(scope) {}

  // Sets the value of nodes.NAME, which replaces what a lower layer set. Only numbers and formulas
  // of numbers matter; anything else is a node.
  void Set(std::string_view name, const Json& value);
  // Sets nodes.NAME.value, which changes the number of a name that is one.
  void SetValue(std::string_view name, double value);
  // Finds the formulas of numbers. Called once, after Set.
  void Resolve();

  bool Contains(std::string_view name) const { return entries_.contains(name); }
  // Returns whether a formula may use the name as that of a node, here or in another layer. Keeps
  // names of the latter.
  bool Use(std::string_view name) const;
  // Returns whether NumberOf(name) was called, and the name stands for a number.
  bool IsUsed(std::string_view name) const { return used_.contains(name); }
  // The names of nodes in other layers that formulas have used.
  const std::set<std::string, std::less<>>& foreign() const { return foreign_; }
  // Returns the number that the name stands for; nullopt for a node.
  std::optional<double> NumberOf(std::string_view name) const;
  // Returns it if the name's formula is this one, which need not be expanded again then.
  std::optional<double> NumberOf(std::string_view name, std::string_view formula) const;
  std::vector<std::string_view> All() const;
  // Returns names whose formulas use one another in this order, and the last one the first, if the
  // formula of `name` leads to such names; else an empty list.
  std::vector<std::string> CycleOf(std::string_view name) const;

 private:
  struct Entry {
    std::optional<double> number;
    std::string formula;               // empty: none
    std::optional<double> value = {};  // of SetValue
    bool is_pending = true;            // Resolve has not visited it yet
  };

  void Compute(Entry* entry) const;

  Scope scope_;
  std::map<std::string, Entry, std::less<>> entries_;
  mutable std::set<std::string, std::less<>> used_, foreign_;
};

}  // namespace cobble
