// Base class of the readers of recipes and nodes: reports unknown and unused keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns the option that sets the key at a JSON pointer, its dotted path; empty if none does.
std::string OptionOf(std::string_view pointer);

// Returns a hint for a text in place of an object of that kind: the object with the node or type
// that the text names, or an empty hint. In: root, the recipe.
Phrase ObjectHint(const Json& root, ObjectKind kind, const Json& json, std::string_view pointer);

// Returns the error about a key, at a place in a formula, that the node type lacks.
Fault BadKey(int type, std::string_view key, const Place& place);

// Where a value was set, before a message needs it as an Origin.
struct OriginRecord {
  std::string pointer;
  Place place;
};

class ObjectReader {
 public:
  // In: root, the recipe, where hints look for keys.
  ObjectReader(const Json& root, Faults* faults, std::vector<OriginRecord>* origins)
      : root_(root), faults_(faults), origins_(origins) {}

 protected:
  // Returns the member's row; null if it is not to be read. Reports why, except for user-defined
  // keys and for a ref next to a type, which CheckRef (read_node.cpp) reports.
  const Field* Accept(ObjectKind kind, std::optional<int> type, const Json::Member& member,
                      const std::string& pointer);
  // Stores the location of `json` as the origin of `pointer`.
  void RecordOrigin(const Json& json, std::string pointer);
  void Fail(const Json& json, const std::string& pointer, std::string message, Phrase hint = {});
  // Adds an error about a value that should be a node or another object. In: rule, Rule or
  // ItemRule.
  void FailRule(std::string (*rule)(const Field&), const Field& field, const Json& json,
                const std::string& pointer);

  const Json& root_;
  Faults* faults_;
  std::vector<OriginRecord>* origins_;

 private:
  void ReportUnusedInner(ObjectKind kind, int type, const Json::Member& member,
                         const std::string& pointer);
  void ReportUnused(ObjectKind kind, int type, const Json::Member& member,
                    const std::string& pointer);
};

// Reads the node in `json`, an object at JSON pointer `pointer`. Adds all errors to the faults of
// `in`, and the locations of the node's values to its origins. In: depth, the node's nesting depth
// in the recipe as write.h outputs it, checked against kMaxRecipeDepth so that the output can be
// read again.
Node ReadNode(const ObjectReader& in, const Json& json, const std::string& pointer, int depth);
// Reads the map in `json`, the value of `field`: a node, a number or a colour.
Node ReadMap(const ObjectReader& in, const Field& field, const Json& json,
             const std::string& pointer, int depth);

}  // namespace cobble
