// Base class of the readers of recipes and nodes: checks keys and reports unknown and unused ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns a hint for a text where an object of that kind is expected: the object that names the
// same node or type. Empty if the text names neither. In: root, the recipe.
Phrase ObjectHint(const Json& root, ObjectKind kind, const Json& json, std::string_view pointer);

// Returns the error about a key, at a place in a formula, that nodes of the type do not have.
Fault BadKey(int type, std::string_view key, const Place& place);

class ObjectReader {
 public:
  // In: root, the recipe, in which hints look for keys.
  ObjectReader(const Json& root, Faults* faults, Origins* origins)
      : root_(root), faults_(faults), origins_(origins) {}

 protected:
  // Returns whether to read the member. If not, reports why, except for a user-defined key, and for
  // a ref next to a type, which CheckRef (read_node.cpp) reports.
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
