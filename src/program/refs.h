// The refs of a recipe: the node that each names, and the refs that the compiler is inside.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "program/issue_list.h"

namespace cobble {

class Refs {
 public:
  Refs(const Recipe& recipe, IssueList& issues) : recipe_(recipe), issues_(issues) {}

  using NamedNode = std::pair<const std::string, Node>;  // of Recipe::nodes

  // Returns the node that a ref names. Throws Error if it is missing, or active already: a cycle.
  const NamedNode& Named(const Node& ref, const std::string& pointer) const {
    return Named(ref, pointer, active_);
  }
  // The compiler enters a ref, and leaves the innermost one. The name must outlive this object:
  // pass the key in the recipe's nodes. Enter throws Error at `pointer` if refs nest too deeply.
  void Enter(const std::string& name, const std::string& pointer);
  void Leave() { active_.pop_back(); }
  // Is inside the same refs as another compiler.
  void StartWithin(const Refs& outer) { active_ = outer.active_; }

  // Returns the error about a node nested too deeply. CheckUnused then reports no other such error.
  Error TooDeep(const std::string& pointer);

  // Checks the named nodes that were never entered: collects errors about unknown names and cycles.
  void CheckUnused();

 private:
  using Names = std::vector<std::string_view>;

  const NamedNode& Named(const Node& ref, const std::string& pointer, const Names& names) const;
  void CheckNamed(const std::string& name, const Node& node, Names names);
  void CheckBelow(const Node& node, const std::string& pointer, const Names& names);

  const Recipe& recipe_;
  IssueList& issues_;
  Names active_;                     // the refs on the path from the root to the current node
  std::set<std::string_view> seen_;  // names entered or checked
  bool reported_too_deep_ = false;
};

}  // namespace cobble
