// Checks the definitions of functions.
#include "recipe/reading/functions.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/functions.h"
#include "recipe/reading/merge.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

class FunctionChecker : public ObjectReader {
 public:
  FunctionChecker(const ObjectReader& in, const FormulaNames* names)
      : ObjectReader(in), names_(names) {}

  void Check(const Field& field, const Json& json) {
    const std::string pointer = ChildPointer("", field.key);
    if (!json.object()) return Fail(json, pointer, MustBe(Rule(field), json));
    for (const Json::Member& member : *json.object()) {
      if (IsUserKey(member.key)) continue;
      const std::string below = ChildPointer(pointer, member.key);
      RecordOrigin(member.value, below);
      CheckFunction(field, member, below);
    }
  }

 private:
  void CheckFunction(const Field& field, const Json::Member& member, const std::string& pointer) {
    const auto& [name, place, json] = member;
    const Json key{{}, place};
    if (auto error = NameError(field, name); !error.empty())
      return Fail(key, pointer, std::move(error));
    if (const std::string other = ReservedName(name); !other.empty())
      return Fail(key, pointer, Quoted(name) + " is also " + other, "choose another name");
    if (!json.object())
      return Fail(json, pointer, MustBe("an object", json),
                  json.text() ? "write {\"value\": \"...\"}" : "");
    for (const Json::Member& each : *json.object()) CheckKey(each, pointer);
    if (!json.Find("value"))
      faults_->AddMissing(json.place, ChildPointer(pointer, "value"), "is required");
    const Function function = ReadFunction(name, json, faults_);
    const bool is_hidden = names_ && names_->DefinitionOf(name).place.source != json.place.source;
    if (function.is_valid && names_ && !is_hidden) CheckCircle(function);
  }

  void CheckKey(const Json::Member& member, const std::string& function) {
    const std::string pointer = ChildPointer(function, member.key);
    const Field* const field = Accept(ObjectKind::kFunction, std::nullopt, member, pointer);
    if (!field) return;
    RecordOrigin(member.value, pointer);
    if (field->type == FieldType::kText) {
      ReadValue(*field, member.value, pointer, faults_);
    } else if (field->type == FieldType::kInput) {
      CheckBody(*field, member.value, pointer);
    } else if (!member.value.object()) {
      Fail(member.value, pointer, MustBe(Rule(*field), member.value));
    } else {
      for (const Json::Member& node : *member.value.object())
        if (!IsUserKey(node.key))
          CheckBody(*ItemOf(*field), node.value, ChildPointer(pointer, node.key));
    }
  }

  void CheckBody(const Field& field, const Json& json, const std::string& pointer) {
    if (!json.text() && !json.object() && !IsShortNode(json))
      FailRule(&ItemRule, field, json, pointer);
  }

  // Reports the calls that lead back to the function, at the one whose name comes first.
  void CheckCircle(const Function& function) {
    struct Frame {
      const Function* function;
      std::size_t next = 0;
    };
    std::map<std::string_view, bool> seen;
    std::vector<Frame> open{{&function}};
    while (!open.empty()) {
      Frame& frame = open.back();
      if (frame.next == frame.function->calls.size()) {
        open.pop_back();
        continue;
      }
      const Function::Call& call = frame.function->calls[frame.next++];
      if (call.name == function.name) return FailCircle(open);
      const Function* const called = names_->FindFunction(call.name);
      if (called && seen.emplace(called->name, true).second) open.push_back({called});
    }
  }

  template <typename Frames>
  void FailCircle(const Frames& open) {
    const Function& first = *open.front().function;
    std::string circle = first.name;
    for (std::size_t i = 1; i < open.size(); ++i) {
      if (open[i].function->name < first.name) return;
      circle += " calls " + open[i].function->name + ", which";
    }
    circle += " calls " + first.name;
    const Function::Call& call = first.calls[open.front().next - 1];
    faults_->Add(call.place, call.pointer, "functions cannot call themselves: " + circle);
  }

  const FormulaNames* names_;
};

}  // namespace

void CheckFunctions(const ObjectReader& in, const Field& field, const Json& json,
                    const FormulaNames* names) {
  FunctionChecker(in, names).Check(field, json);
}

}  // namespace cobble
