// The refs of a recipe: the node or map that each names, and those that the compiler is inside.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "program/issue_list.h"

namespace cobble {

class Refs {
 public:
  Refs(const Recipe& recipe, IssueList& issues) : recipe_(recipe), issues_(issues) {}

  using NamedNode = std::pair<const std::string, Node>;  // of Recipe::nodes or Recipe::maps

  // Returns the node or, in a map, the map that a ref names. Throws Error if it is missing, or
  // active already: a cycle.
  const NamedNode& Named(const Node& ref, const std::string& pointer) const {
    return Named(ref, pointer, active_);
  }
  // Returns the JSON pointer of a named node.
  std::string PointerOf(const NamedNode& named) const;
  // The compiler enters a ref, and leaves the innermost one. The node must be one of the recipe's.
  // Enter throws Error at `pointer` if refs nest too deeply.
  void Enter(const NamedNode& named, const std::string& pointer);
  void Leave() { active_.pop_back(); }
  // Whether refs may name maps: in maps, and in nodes that only maps use.
  void SetInMaps(bool in_maps) { in_maps_ = in_maps; }
  bool in_maps() const { return in_maps_; }
  // Is inside the same refs as another compiler.
  void StartWithin(const Refs& outer) {
    active_ = outer.active_;
    in_maps_ = outer.in_maps_;
  }

  // Returns the error about a node nested too deeply. CheckUnused then reports no other such error.
  Error TooDeep(const std::string& pointer);

  // Checks the named nodes that were never entered: collects errors about unknown names and cycles.
  void CheckUnused();

 private:
  using Path = std::vector<const NamedNode*>;

  const NamedNode& Named(const Node& ref, const std::string& pointer, const Path& path) const;
  const NamedNode* Find(const std::string& name, const Path& path) const;
  Error Unknown(const std::string& name, const std::string& pointer) const;
  void CheckNamed(const NamedNode& named, Path path);
  void CheckBelow(const Node& node, const std::string& pointer, const Path& path);

  const Recipe& recipe_;
  IssueList& issues_;
  Path active_;                      // the refs from the root to the current node, and its map
  std::set<const NamedNode*> seen_;  // entered or checked
  bool reported_too_deep_ = false;
  bool in_maps_ = false;
};

}  // namespace cobble
