// Reads calls of node types and of functions in formulas.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "recipe/fields/node_spec.h"
#include "recipe/formula/input.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/value_reader.h"

namespace cobble {

class FormulaParser;

// As in FormulaParser, a function returns false after an error.
class CallReader {
 public:
  CallReader(FormulaInput& in, FormulaParser& parser)
      : in_(in), parser_(parser), values_(in, parser) {}

  // Reads from the opening bracket on.
  bool Read(const FormulaToken& name, FormulaValue* value);

 private:
  struct Call {
    const NodeSpec& spec;
    int type;
    FormulaToken name;
    std::vector<FormulaValue> values;    // by place or key, in the order written
    std::vector<std::string_view> keys;  // of the values
    std::set<std::string_view> given{};  // the keys written
    std::size_t places = 0;              // number of values by place; they come first
    bool is_fractal_function = false;    // fbm(...), whose name is its `kind`
  };

  bool ReadCallOf(const FormulaToken& name, FormulaValue* value);
  bool ReadRef(const FormulaToken& name, FormulaValue* value);
  bool ReadTypeCall(const FormulaToken& name, const NodeSpec& spec, std::string_view kind,
                    FormulaValue* value);
  bool ReadArgument(Call* call);
  bool ReadArgumentOf(std::string_view key, const FormulaToken& first, bool is_by_key, Call* call);
  bool ReadFurther(Call* call);
  bool FinishTypeCall(Call* call, std::string_view kind, int place, FormulaValue* value);
  bool FoldPair(const Call& call, FormulaValue* a, FormulaValue* b);
  bool ReadFunctionCall(const FormulaToken& name, const FormulaFunction& function,
                        FormulaValue* value);
  bool FailUnknownCall(const FormulaToken& name);
  bool FailBadKey(const Call& call, const FormulaToken& key);
  bool FailOtherKeySign(const Call& call);
  bool FailTooMany(const Call& call);

  FormulaInput& in_;
  FormulaParser& parser_;
  ValueReader values_;
  std::map<std::string_view, int> counts_;  // of calls of each type so far
};

}  // namespace cobble
