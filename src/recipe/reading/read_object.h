// Base class of the readers of recipes and nodes: reports unknown and unused keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns a hint for a text in place of an object of that kind: the object with the node or type
// that the text names, or an empty hint. In: root, the recipe.
Phrase ObjectHint(const Json& root, ObjectKind kind, const Json& json, std::string_view pointer);

// Returns the error about a key, at a place in a formula, that the node type lacks.
Fault BadKey(int type, std::string_view key, const Place& place);

class ObjectReader {
 public:
  // In: root, the recipe, where hints look for keys.
  ObjectReader(const Json& root, Faults* faults, Origins* origins)
      : root_(root), faults_(faults), origins_(origins) {}

 protected:
  // Returns whether to read the member. If not, reports why, except for user-defined keys and for a
  // ref next to a type, which CheckRef (read_node.cpp) reports.
  bool Accept(ObjectKind kind, std::optional<int> type, const Json::Member& member,
              const std::string& pointer);
  // Stores the location of `json` as the origin of `pointer`.
  void RecordOrigin(const Json& json, const std::string& pointer);
  void Fail(const Json& json, const std::string& pointer, std::string message, Phrase hint = {});

  const Json& root_;
  Faults* faults_;
  Origins* origins_;

 private:
  Phrase HintForUnused(ObjectKind kind, int type, const Json::Member& member,
                       const std::string& pointer) const;
  void ReportUnknown(ObjectKind kind, std::optional<int> type, const Json::Member& member,
                     const std::string& pointer);
  void ReportUnusedInner(ObjectKind kind, int type, const Json::Member& member,
                         const std::string& pointer);
  void ReportUnused(ObjectKind kind, int type, const Json::Member& member,
                    const std::string& pointer);
};

}  // namespace cobble
