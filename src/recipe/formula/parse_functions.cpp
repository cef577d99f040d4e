// Reads calls of functions of recipes and libraries.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/formula/parser.h"

namespace cobble {

bool FormulaParser::ReadCallOfFunction(const FormulaToken& name, const Function& function,
                                       FormulaValue* value) {
  const FormulaSite& site = build_.site();
  FormulaScope scope{function, site.scope, "", "", "", brackets_, nested_, build_.is_preset()};
  scope.patterns =
      PatternOfCall(site.PatternsStart(), function.name, ++counts_[function.name]) + '/';
  const Context outer = context_;
  if (!ReadArguments(name, &scope)) return false;
  context_ = outer;
  FormulaValue call;  // its text
  call.begin = name.offset;
  call.end = token_.end();
  scope.first_call = scope.call = ", in " + build_.TextOf(call) + " of " + site.pointer;
  if (site.scope) {
    scope.first_call = site.scope->first_call;
    scope.call += (site.scope->outer ? ", ..." : "") + scope.first_call;
  }
  if (!function.is_valid || (site.scope && site.scope->IsOpen(function))) return false;
  if (!site.names.CountCall(function))
    return build_.Fail(name.offset, "the recipe's calls of functions expand to more than 4 MiB",
                       "name a call that repeats in \"nodes\"");
  // An error in the body is reported once, for the first call.
  FormulaSite once = site;
  Faults faults;
  once.faults = site.faults ? &faults : nullptr;
  const bool is_expanded = ExpandCall(once, &scope, value);
  if (!is_expanded && site.faults && !site.names.MarkFailed(function)) site.faults->AddAll(faults);
  if (!is_expanded) return false;
  if (const double* const number = value->number()) {
    build_.Number(*number, name.offset, value);
  } else if (value->json.object()) {
    value->json.is_call = value->json.replaces = true;
  }
  return true;
}

bool FormulaParser::ReadArguments(const FormulaToken& name, FormulaScope* scope) {
  const std::vector<Function::Parameter>& parameters = scope->function.parameters;
  std::size_t places = 0;
  bool has_keys = false;
  const std::string hint = "write " + CallText(scope->function);
  const auto read = [&] {
    const FormulaToken first = token_;
    if (!IsKeyNext()) {
      if (has_keys)
        return Fail("an argument without a key follows one with a key",
                    "write those without a key first");
      if (places == parameters.size()) return Fail("too many arguments", hint);
      return BindArgument(first, parameters[places++], scope);
    }
    has_keys = true;
    Advance();
    Advance();
    const Function::Parameter* const parameter = scope->function.Find(first.text);
    return parameter ? BindArgument(first, *parameter, scope)
                     : FailNoParameter(first, scope->function);
  };
  if (!ReadItems(")", "an argument", read)) return false;
  for (const Function::Parameter& each : parameters)
    if (each.fallback.is_null() && !scope->Find(each.name))
      return build_.Fail(name.offset, scope->function.name + " needs " + Quoted(each.name), hint);
  return true;
}

bool FormulaParser::BindArgument(const FormulaToken& first, const Function::Parameter& parameter,
                                 FormulaScope* scope) {
  const auto [entry, is_new] = scope->names.try_emplace(parameter.name);
  if (!is_new)
    return build_.Fail(first.offset, Quoted(parameter.name) + " is given twice",
                       "remove one of them");
  FormulaScope::Bound& bound = entry->second;
  FormulaScanner ahead = scanner_;
  const FormulaToken word = ahead.WordAt(token_.offset), behind = ahead.Next();
  const bool is_word = !word.text.empty() && (behind.Is(",") || behind.Is(")"));
  const FormulaScope* const own = build_.site().scope;
  const auto* const passed = is_word && own ? own->Find(word.text) : nullptr;
  context_ = {.may_be_color = true};
  if (passed) {
    bound = *passed;
    bound.is_parameter = true;
    Advance();
    return true;
  }
  const auto read = [&](Faults* faults, FormulaValue* value) {
    const FormulaToken token = token_;
    const FormulaScanner scanner = scanner_;
    const int nested = nested_;
    build_.SetFaults(build_.site().faults ? faults : nullptr);
    bool is_read = ReadChoice(value);
    build_.SetFaults(build_.site().faults);
    if (is_word) is_read = is_read && (token_.Is(",") || token_.Is(")"));
    if (is_read) value->json = build_.Take(value);  // with the place of a number
    if (is_read || !is_word) return is_read;
    token_ = token;
    scanner_ = scanner;
    nested_ = nested;
    return false;
  };
  if (!BindValue(is_word, std::string(word.text), build_.site().faults, &bound, read)) return false;
  if (!is_word || !bound.value.json.is_null()) return true;
  scanner_.WordAt(token_.offset);
  Advance();
  return true;
}

bool FormulaParser::FailNoParameter(const FormulaToken& key, const Function& function) {
  std::vector<std::string_view> names;
  for (const Function::Parameter& each : function.parameters) names.emplace_back(each.name);
  Phrase hint = DidYouMean(key.text, names);
  if (hint.empty()) hint = "write " + CallText(function);
  return build_.Fail(key.offset, function.name + " has no parameter " + Quoted(key.text),
                     std::move(hint));
}

}  // namespace cobble
