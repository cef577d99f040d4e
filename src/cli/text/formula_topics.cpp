// Derives topics and lists from the tables of recipe/formula.
#include "cli/text/formula_topics.h"

#include <algorithm>

#include "recipe/description/description.h"
#include "recipe/formula/tables.h"

namespace cobble {
namespace {

constexpr Detail kCommandLineRule = {
    "flags",
    "`--noise FORMULA`, `--let NAME=FORMULA` and `--set PATH=FORMULA`, quoted for the shell: "
    "`--let "
    "\"rock=ridged(simplex(2), 6)\" --noise \"1 - rock\"`. A path into a formula, as in `--set "
    "noise.source.frequency=8`, expands it first"};

std::string Code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string WithoutBackticks(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '`');
  return plain;
}

// The second part of an operator finds it, too: explain ':'.
bool IsPartOf(std::string_view word, std::string_view op) {
  return word == op || (op == "?" && (word == ":" || word == "?:"));
}

}  // namespace

TableRows FormulasTopic(bool markdown) {
  TableRows row{{"topic", kFormulasTopic},
                {"summary", "nodes in one line: terrace(ridged(simplex(2), 6), 12)"}};
  TableRows& rules = row["rules"] = TableRows::object();
  const auto add = [&](const Detail& rule) {
    rules[std::string(rule.word)] = markdown ? std::string(rule.text) : WithoutBackticks(rule.text);
  };
  std::ranges::for_each(FormulaRules(), add);
  add(kCommandLineRule);
  if (markdown) return row;
  TableRows& operators = row["operators"] = TableRows::object();
  for (const FormulaOperator& op : FormulaOperators())
    operators[std::string(op.form)] = ExpansionText(op);
  TableRows& functions = row["functions"] = TableRows::object();
  for (const FormulaFunction& function : FormulaFunctions())
    functions[CallText(function)] = function.node;
  return row;
}

std::optional<TableRows> FunctionTopic(std::string_view word) {
  const auto functions = FormulaFunctions();
  const auto function = std::ranges::find(functions, word, &FormulaFunction::name);
  if (function == functions.end()) return std::nullopt;
  return TableRows{{"function", function->name},
                   {"summary", function->summary},
                   {"call", CallText(*function)},
                   {"expands_to", function->node}};
}

std::optional<TableRows> ConstantTopic(std::string_view word) {
  const auto constants = FormulaConstants();
  const auto constant = std::ranges::find(constants, word, &FormulaNumber::name);
  if (constant == constants.end()) return std::nullopt;
  return TableRows{
      {"number", constant->name}, {"summary", constant->summary}, {"value", constant->value}};
}

std::optional<TableRows> OperatorTopic(std::string_view word) {
  TableRows row{{"operator", word}, {"summary", "an operator of formulas"}};
  TableRows forms = TableRows::object();
  for (const FormulaOperator& op : FormulaOperators())
    if (IsPartOf(word, op.op)) forms[std::string(op.form)] = ExpansionText(op);
  if (forms.empty()) return std::nullopt;
  row["forms"] = std::move(forms);
  return row;
}

TableRows FunctionTable() {
  return MakeRows(FormulaFunctions(),
                  [](const FormulaFunction& function) { return *FunctionTopic(function.name); });
}

TableRows FunctionText() {
  return MakeRows(FormulaFunctions(), [](const FormulaFunction& function) -> TableRows {
    return {{"function", CallText(function)},
            {"summary", function.summary},
            {"expands_to", function.node}};
  });
}

TableRows FunctionMarkdown() {
  return MakeRows(FormulaFunctions(), [](const FormulaFunction& function) -> TableRows {
    return {{"function", CallText(function)},
            {"expands to", Code(function.node)},
            {"meaning", function.summary}};
  });
}

TableRows OperatorTable() {
  return MakeRows(FormulaOperators(), [](const FormulaOperator& op) -> TableRows {
    return {{"form", op.form}, {"operator", op.op}, {"expands_to", op.node}, {"when", op.when}};
  });
}

TableRows OperatorText() {
  return MakeRows(FormulaOperators(), [](const FormulaOperator& op) -> TableRows {
    return {{"form", op.form}, {"expands_to", ExpansionText(op)}};
  });
}

TableRows OperatorMarkdown() {
  return MakeRows(FormulaOperators(), [](const FormulaOperator& op) -> TableRows {
    return {{"written", op.form}, {"expands to", Code(op.node)}, {"when", op.when}};
  });
}

}  // namespace cobble
