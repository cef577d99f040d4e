// Builds the nodes that operators of formulas stand for; computes what consists only of numbers.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recipe/formula/formula.h"
#include "recipe/formula/scanner.h"
#include "recipe/json/json.h"

namespace cobble {

// An expanded part of a formula: a number, a node, or a colour as text.
struct FormulaValue {
  Json json;                       // a number gets its place from FormulaBuilder::Take
  std::size_t offset = 0;          // of the number, name or operator that a number comes from
  int depth = 0;                   // levels of nodes
  bool is_color = false;           // or a node whose result is a colour; false for a name
  bool has_own_pattern = false;    // a call whose pattern the recipe does not give
  std::size_t begin = 0, end = 0;  // in the formula's text

  const double* number() const { return json.number(); }
};

// Bool functions return false after adding an error. Offsets are those of operators and calls.
class FormulaBuilder {
 public:
  // In: formula, the text, with its place.
  FormulaBuilder(const FormulaSite& site, const Json& formula);

  using Member = std::pair<std::string_view, FormulaValue*>;

  // Makes the node of a type. Leaves the value's begin and end unchanged. Members are moved from.
  bool Node(std::string_view type, std::size_t offset, std::span<const Member> members,
            FormulaValue* value);
  bool Node(std::string_view type, std::size_t offset, std::initializer_list<Member> members,
            FormulaValue* value) {
    return Node(type, offset, std::span(members.begin(), members.size()), value);
  }
  // Counts a node. Returns false after adding an error if there are too many.
  bool CountNode(std::size_t offset);
  void Number(double number, std::size_t offset, FormulaValue* value) const;
  FormulaValue NumberAt(std::size_t offset, double number) const;
  // Moves the value's JSON out, with its place, and with its text if that names a knob.
  Json Take(FormulaValue* value) const;

  // In: op, one of + - * / %. Out: a, the result.
  bool Binary(char op, std::size_t offset, FormulaValue* a, FormulaValue* b);
  bool Negate(std::size_t offset, FormulaValue* a);
  bool Power(std::size_t offset, FormulaValue* a, FormulaValue* exponent);
  // In: op, one of < <= > >=. Out: a, 1 where it is true, else 0.
  bool Compare(std::string_view op, std::size_t offset, FormulaValue* a, FormulaValue* b);
  // Out: condition, `a` where the condition is 1 and `b` where it is 0.
  bool Choose(std::size_t offset, FormulaValue* condition, FormulaValue* a, FormulaValue* b);

  // Calls a function, such as pow, sin, step, lerp or rgb, which expands to nodes (apply.cpp). In:
  // as many arguments as `name` takes; they are moved from.
  bool Apply(const FormulaToken& name, std::vector<FormulaValue>* arguments, FormulaValue* value);
  // If a call with only these arguments is a number, puts it in the first one and returns true.
  bool Fold(std::string_view type, std::span<FormulaValue> arguments) const;

  bool Fail(std::size_t offset, std::string message, Phrase hint = {});
  // Returns whether an error at the offset would be reported; if not, counts it. Call it before
  // composing a hint that takes long.
  bool Accepts(std::size_t offset) const { return faults_ && faults_->Accepts(PlaceAt(offset)); }
  Place PlaceAt(std::size_t offset) const;
  bool is_preset() const { return source_ && source_->is_preset; }  // whether a preset has it
  // For hints: "..." if it is long.
  std::string TextOf(const FormulaValue& value) const;
  // The same, with brackets around a sum, a comparison or a choice.
  std::string FactorOf(const FormulaValue& value) const;
  // Returns how to write a power whose exponent is not a number.
  std::string ExponentHint(const FormulaValue& a, const FormulaValue& exponent) const;
  const FormulaSite& site() const { return site_; }
  // While a part is tried: adds errors to these faults in place of the site's.
  void SetFaults(Faults* faults) { faults_ = faults; }
  std::string_view text() const { return *text_; }

 private:
  std::shared_ptr<const std::string> KnobText(const FormulaValue& value) const;
  bool CheckIsNoColor(std::string_view op, std::size_t offset, const FormulaValue& value);
  bool PowerOfNumbers(std::size_t offset, FormulaValue* a, double exponent);
  bool PowerOfNode(std::size_t offset, FormulaValue* a, double exponent);
  bool Finite(double number, std::size_t offset, FormulaValue* value);
  std::string_view DepthHint(std::string_view type, std::size_t offset) const;

  const FormulaSite& site_;
  const Json& formula_;
  Faults* faults_;
  std::shared_ptr<const Source> source_;
  std::shared_ptr<const std::string> text_;
  int max_depth_;
};

}  // namespace cobble
