// Expands calls of functions.
#include "recipe/formula/scope.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "core/color.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/expand.h"
#include "recipe/formula/forms.h"
#include "recipe/formula/parser.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/write.h"
#include "recipe/reading/merge.h"

namespace cobble {
namespace {

// Returns the number of nodes in a tree.
int NodesIn(const Json& json) {
  int nodes = json.Find("type") ? 1 : 0;
  for (const Json& item : json.items()) nodes += NodesIn(item);
  for (const Json::Member& member : json.members()) nodes += NodesIn(member.value);
  return nodes;
}

// Returns whether all of a formula may be a word of a key.
bool IsWord(const std::string& text) {
  FormulaScanner scanner(text);
  return !text.empty() && scanner.WordAt(0).text == text;
}

std::string WithoutQuotes(std::string text) {
  const bool has_quotes = text.size() > 1 && (text.front() == '\'' || text.front() == '"') &&
                          text.back() == text.front();
  return has_quotes ? text.substr(1, text.size() - 2) : text;
}

// Returns whether computing the node again costs next to nothing.
bool IsCheap(const Json& node) {
  const auto type = node.TextAt("type");
  return !type || type == "coordinate" || type == kConstantType || type == kColorType;
}

class CallExpander {
 public:
  CallExpander(const FormulaSite& site, FormulaScope* scope)
      : site_(site),
        scope_(*scope),
        function_(scope->function),
        pointer_(ChildPointer("/functions", function_.name)) {}

  bool Expand(FormulaValue* value) {
    for (const Function::Parameter& parameter : function_.parameters) {
      FormulaScope::Bound& bound = scope_.names[parameter.name];
      if (bound.value.json.is_null() && !bound.word && !BindDefault(parameter, &bound))
        return false;
      Share(parameter.name, parameter.uses, &bound.value);
    }
    for (const Function::Node& node : function_.nodes) {
      FormulaScope::Bound bound{.value = {}, .word = {}, .is_parameter = false};
      const std::string at = ChildPointer(pointer_ + "/nodes", node.name);
      if (!ExpandPart(node.json, at, PatternsOf(node.name), site_.faults, &bound.value))
        return false;
      Share(node.name, node.uses, &bound.value);
      scope_.names.emplace(node.name, std::move(bound));
    }
    return ExpandPart(function_.value, pointer_ + "/value", scope_.patterns, site_.faults, value);
  }

 private:
  std::string PatternsOf(const std::string& name) const { return scope_.patterns + name + ' '; }

  // A default sees no parameters and no nodes: it comes before them.
  bool BindDefault(const Function::Parameter& parameter, FormulaScope::Bound* bound) {
    const std::string& text = *parameter.fallback.text();
    FormulaScope none{function_,         scope_.outer,    scope_.patterns, scope_.call,
                      scope_.first_call, scope_.brackets, scope_.nested,   scope_.is_preset};
    return BindValue(IsWord(text), text, site_.faults, bound,
                     [&](Faults* faults, FormulaValue* value) {
                       CallExpander in_none(site_, &none);
                       return in_none.ExpandPart(parameter.fallback, pointer_ + "/parameters",
                                                 PatternsOf(parameter.name), faults, value);
                     });
  }

  bool ExpandPart(const Json& json, const std::string& pointer, const std::string& patterns,
                  Faults* faults, FormulaValue* value) {
    FormulaSite site{site_.names, pointer, faults, site_.nodes, true};
    site.shared = site_.shared;
    site.scope = &scope_;
    site.patterns = patterns;
    if (json.text()) return FormulaParser(site, AsCall(json, site)).ReadWhole(nullptr, value);
    value->json = json;
    if (json.number()) return true;
    if (json.object()) return ExpandNode(site, value);
    value->is_color = IsShortNode(json);
    return value->is_color;  // the recipe's reader reports others
  }

  bool ExpandNode(const FormulaSite& site, FormulaValue* value) {
    FormulaExpander expander(site);
    scope_.objects = static_cast<int>(DepthOf(value->json));
    const bool is_expanded = expander.ExpandBody(&value->json);
    scope_.objects = 0;
    if (!is_expanded) return false;
    *site.nodes += NodesIn(value->json);
    value->depth = static_cast<int>(DepthOf(value->json));
    value->is_color = IsColorFormula(value->json);
    return true;
  }

  // Makes a node that the body names more than once a shared one.
  void Share(const std::string& name, int uses, FormulaValue* value) {
    if (uses < 2 || !value->json.object() || IsCheap(value->json)) return;
    std::string key = scope_.patterns + name;
    if (site_.shared) {
      // Formulas of two layers at one place may differ.
      auto found = site_.shared->find(key);
      while (found != site_.shared->end() && !IsSameNode(found->second, value->json))
        found = site_.shared->find(key += '\'');
      if (found == site_.shared->end()) site_.shared->emplace(key, value->json);
    }
    const Place place = value->json.place;
    value->json = Json{Json::Object(), place};
    value->json.is_call = true;
    value->json.Add(kRefType, Json{std::move(key), place});
    value->depth = 1;
  }

  const FormulaSite& site_;
  FormulaScope& scope_;
  const Function& function_;
  std::string pointer_;
};

// --- Names for shared nodes ---

// Calls use(ref), a text, for each ref to a shared node in the tree.
template <typename AnyJson, typename Use>
void ForEachShared(const SharedNodes& shared, AnyJson& json, const Use& use) {
  if (AnyJson* const ref = json.is_call ? json.Find(kRefType) : nullptr)
    if (ref->text() && shared.contains(*ref->text())) use(*ref);
  if (auto* const list = json.list())
    for (auto& item : *list) ForEachShared(shared, item, use);
  if (auto* const object = json.object())
    for (auto& member : *object) ForEachShared(shared, member.value, use);
}

// Returns a name for the node of a key, "/noise plank 1/grain": "noise plank 1:grain".
std::string NameFor(const std::string& key, const Json& nodes) {
  std::string name = key.substr(1, key.find_last_not_of('\''));
  std::ranges::replace(name, '/', ':');
  std::ranges::replace(name, '~', '-');
  if (!IsNodeName(name)) name = "node of a call";
  const std::string first = name;
  for (int number = 2; nodes.Find(name); ++number) name = first + ' ' + std::to_string(number);
  return name;
}

}  // namespace

const FormulaScope::Bound* FormulaScope::Find(std::string_view name) const {
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

std::shared_ptr<const Source> FormulaScope::SourceOf(const std::shared_ptr<const Source>& source,
                                                     const std::string& pointer) const {
  std::shared_ptr<const Source>& known = sources[source.get()];
  if (!known) {
    Source with_call = *source;
    with_call.call = call;
    with_call.is_preset = source->is_preset && is_preset;
    if (with_call.is_flag && with_call.pointer.empty()) with_call.pointer = pointer;
    known = std::make_shared<const Source>(std::move(with_call));
  }
  return known;
}

bool FormulaScope::IsOpen(const Function& called) const {
  return &called == &function || (outer && outer->IsOpen(called));
}

bool BindValue(bool is_word, std::string word, Faults* faults, FormulaScope::Bound* bound,
               const std::function<bool(Faults*, FormulaValue*)>& read) {
  if (!is_word) return read(faults, &bound->value);
  const bool has_quotes = word.starts_with('\'') || word.starts_with('"');
  bound->word = WithoutQuotes(std::move(word));
  if (has_quotes) return true;
  const auto own = std::make_shared<Faults>();
  if (!read(own.get(), &bound->value)) {
    bound->value = FormulaValue();
    bound->faults = own;
  }
  return true;
}

bool ExpandCall(const FormulaSite& site, FormulaScope* scope, FormulaValue* value) {
  if (!CallExpander(site, scope).Expand(value)) return false;
  value->has_own_pattern = false;
  return true;
}

std::vector<std::string> AddSharedNodes(const SharedNodes& shared, Json* recipe) {
  std::vector<std::string> names;
  if (shared.empty()) return names;
  std::set<std::string> used, pending;
  const auto note = [&](const Json& ref) {
    if (used.insert(*ref.text()).second) pending.insert(*ref.text());
  };
  ForEachShared(shared, std::as_const(*recipe), note);
  while (!pending.empty()) {
    const std::string key = *pending.begin();
    pending.erase(pending.begin());
    ForEachShared(shared, shared.find(key)->second, note);
  }
  if (used.empty()) return names;
  if (!recipe->Find("nodes")) recipe->Add("nodes", Json::ObjectOf());
  Json& nodes = *recipe->Find("nodes");
  if (!nodes.object()) return names;
  std::map<std::string, std::string> names_by_key;
  for (const std::string& key : used) {
    names.push_back(NameFor(key, nodes));
    names_by_key.emplace(key, names.back());
    nodes.Add(names.back(), shared.find(key)->second);
  }
  ForEachShared(shared, *recipe,
                [&](Json& ref) { ref.value = names_by_key.find(*ref.text())->second; });
  return names;
}

}  // namespace cobble
