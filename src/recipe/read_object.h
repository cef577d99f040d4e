// What reading a recipe's objects and its nodes have in common: which keys are taken, and how those
// that are not are told.
#ifndef COBBLE_RECIPE_READ_OBJECT_H_
#define COBBLE_RECIPE_READ_OBJECT_H_

#include <optional>
#include <string>

#include "recipe/fields.h"
#include "recipe/json.h"

namespace cobble {

class ObjectReader {
 public:
  ObjectReader(Faults* faults, Origins* origins) : faults_(faults), origins_(origins) {}

 protected:
  // Whether a member is to be read; if not, tells why, but for a user's own key and a ref beside a
  // type.
  bool Accept(ObjectKind kind, std::optional<int> type, const Json::Member& member,
              const std::string& pointer);
  void Remember(const Json& json, const std::string& pointer);
  void Fail(const Json& json, const std::string& pointer, std::string message,
            std::string hint = {});

  Faults* faults_;
  Origins* origins_;

 private:
  void Unknown(ObjectKind kind, std::optional<int> type, const Json::Member& member,
               const std::string& pointer);
  void NotUsed(ObjectKind kind, int type, const Json::Member& member, const std::string& pointer);
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_READ_OBJECT_H_
