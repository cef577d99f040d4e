// Finds which named nodes are numbers.
#include "recipe/formula/names.h"

#include <algorithm>

#include "core/color.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_tree.h"
#include "recipe/formula/forms.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/library.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/reading/merge.h"

namespace cobble {
namespace {

// Returns a knob's value without the name of a colour, which may also be that of a node.
Json WithoutColorName(const Json& value) {
  const auto color = value.text() ? ParseColor(*value.text()) : std::nullopt;
  const auto hex = color ? HexOf(*color) : std::nullopt;
  return hex ? Json{*hex, value.place} : value;
}

constexpr std::string_view kMapsPointer = "/maps/";

// The text that all calls of a recipe may expand: a function of a few calls of another, and so on,
// would soon have more than any formula.
constexpr std::size_t kMaxCalledBytes = std::size_t{4} << 20;
constexpr std::size_t kBytesOfCall = 64;  // what a call takes at least

// Returns whether a name in the text that is called, or not called, fulfils the condition.
template <typename Condition>
bool HasName(std::string_view text, bool is_called, Condition condition) {
  FormulaScanner scanner(text);
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;) {
    const FormulaToken next = scanner.Next();
    if (token.kind == FormulaToken::kName && next.Is("(") == is_called && condition(token.text))
      return true;
    token = next;
  }
  return false;
}

}  // namespace

std::string_view MapOfPointer(std::string_view pointer) {
  if (!pointer.starts_with(kMapsPointer)) return {};
  pointer.remove_prefix(kMapsPointer.size());
  return pointer.substr(0, pointer.find('/'));
}

void FormulaNames::Set(std::string_view name, const Json& value) {
  if (IsUserKey(name)) return;
  Entry& entry = entries_[std::string(name)];
  entry = {};
  if (value.number()) entry.number = *value.number();
  if (value.text()) entry.formula = *value.text();
}

void FormulaNames::SetValue(std::string_view name, double value) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return;
  Entry& entry = found->second;
  if (entry.number) entry.number = value;
  entry.value = value;
}

void FormulaNames::SetKnob(std::string_view name, const Json& value) {
  if (IsUserKey(name)) return;
  const auto [knob, is_new] = knobs_.try_emplace(std::string(name), Json::Number(0));
  const bool is_number = value.number() != nullptr;
  if (!is_number && !IsShortNode(value)) return;
  if (is_new || is_number == (knob->second.number() != nullptr))
    knob->second = WithoutColorName(value);
}

void FormulaNames::SetMap(std::string_view name, const Json& value) {
  if (!IsUserKey(name)) maps_.insert_or_assign(std::string(name), MapEntry{value});
}

bool FormulaNames::IsMap(std::string_view name, std::string_view pointer, bool may_be_color) const {
  const std::string_view own = MapOfPointer(pointer);
  if (own.empty() && !pointer.starts_with("/nodes/")) return false;
  if (own == name) return false;
  const auto found = maps_.find(name);
  if (found == maps_.end()) return SurfaceMapOfRef(name).has_value();
  return !(may_be_color && ParseColor(name)) || IsColorMap(found->first, found->second);
}

// Maps whose formulas lead to one another count as numbers.
bool FormulaNames::IsColorMap(const std::string& name, const MapEntry& map) const {
  if (map.is_color) return *map.is_color;
  map.is_color = false;
  int nodes = 0;
  const std::string pointer = std::string(kMapsPointer) + name;
  const FormulaSite site{*this, pointer, nullptr, &nodes, true};
  const bool is_formula = map.value.text() && !ParseColor(*map.value.text());
  const Json expanded = is_formula ? ExpandFormula(map.value, site) : map.value;
  const auto ref = expanded.TextAt(kRefType);
  const auto other = ref ? maps_.find(*ref) : maps_.end();
  const bool is_plain = IsShortNode(expanded) && !expanded.number();
  map.is_color = other == maps_.end() ? is_plain || IsColorFormula(expanded)
                                      : IsColorMap(other->first, other->second);
  return *map.is_color;
}

bool FormulaNames::FindKnobIn(std::string_view text) const {
  const auto has_value = [this](std::string_view name) {
    return IsKnob(name) || DependsOnKnob(name);
  };
  if (!has_knobs()) return false;
  if (HasName(text, false, has_value)) return true;
  return std::ranges::any_of(FunctionsOf(text), [&](const std::string& name) {
    return std::ranges::any_of(FindFunction(name)->names,
                               [&](const std::string& each) { return IsKnob(each); });
  });
}

void FormulaNames::SetFunctions(const Json& functions) {
  for (const auto& [name, place, function] : functions.members())
    if (!IsUserKey(name)) functions_.insert_or_assign(name, Definition{function});
}

const Function* FormulaNames::FindFunction(std::string_view name) const {
  const auto found = functions_.find(name);
  if (found == functions_.end()) return FindLibraryFunction(name);
  if (!ReservedName(name).empty()) return nullptr;
  const Definition& definition = found->second;
  Faults ignored;  // the recipe's reader reports them
  if (!definition.function)
    definition.function =
        std::make_shared<const Function>(ReadFunction(name, definition.json, &ignored));
  return definition.function.get();
}

const Json& FormulaNames::DefinitionOf(std::string_view function) const {
  const auto found = functions_.find(function);
  return found == functions_.end() ? LibraryFunctions().At(function) : found->second.json;
}

std::vector<std::string_view> FormulaNames::FunctionNames() const {
  std::vector<std::string_view> names;
  for (const auto& [name, definition] : functions_) names.push_back(name);
  for (const auto& [name, place, json] : LibraryFunctions().members()) names.push_back(name);
  return names;
}

bool FormulaNames::CountCall(const Function& function) const {
  ++calls_;
  called_.insert(function.name);
  called_bytes_ += kBytesOfCall + function.bytes;
  return called_bytes_ <= kMaxCalledBytes;
}

std::set<std::string, std::less<>> FormulaNames::FunctionsOf(std::string_view text) const {
  std::set<std::string, std::less<>> found;
  std::vector<const Function*> pending;
  const auto add = [&](std::string_view name) {
    const Function* const function = FindFunction(name);
    if (function && found.emplace(name).second) pending.push_back(function);
    return false;
  };
  HasName(text, true, add);
  while (!pending.empty()) {
    const Function& function = *pending.back();
    pending.pop_back();
    for (const Function::Call& call : function.calls) add(call.name);
  }
  return found;
}

bool FormulaNames::HasNearKnob(std::string_view text) const {
  if (!has_knobs()) return false;
  const std::vector<std::string_view> knobs = Knobs();
  return HasName(text, false, [&](std::string_view name) { return !Nearest(name, knobs).empty(); });
}

const Json* FormulaNames::KnobOf(std::string_view name) const {
  const auto found = knobs_.find(name);
  if (found == knobs_.end()) return nullptr;
  ++knob_uses_;
  MarkUsed(name);
  return &found->second;
}

bool FormulaNames::DependsOnKnob(std::string_view name) const {
  const auto found = entries_.find(name);
  return found != entries_.end() && found->second.has_knob;
}

// Depth first, with its own stack: a chain of names can be as long as the recipe.
void FormulaNames::Resolve() {
  struct Frame {
    Entry* entry;
    FormulaScanner scanner;
    bool has_node = false, has_choice = false;
  };
  std::vector<Frame> open;
  const auto visit = [&](Entry* entry) {
    if (!entry->is_pending) return;
    entry->is_pending = false;  // ends a cycle
    if (!entry->formula.empty()) open.push_back({entry, FormulaScanner(entry->formula)});
  };
  for (auto& [name, first] : entries_) {
    visit(&first);
    while (!open.empty()) {
      const FormulaToken token = open.back().scanner.Next();
      if (token.kind == FormulaToken::kName) {
        // An axis, or a type that is not a function of numbers.
        const auto is_node = [](std::string_view word) {
          return IsFormulaAxis(word) || (FindNodeSpec(word) && !FindFoldedCall(word));
        };
        if (!open.back().has_node)
          open.back().has_node = !Contains(token.text) && is_node(token.text);
        open.back().has_choice |= functions_.contains(token.text);
        if (const auto found = entries_.find(token.text); found != entries_.end())
          visit(&found->second);
      } else if (token.kind == FormulaToken::kEnd) {
        // A choice by a number, also in a function, may drop a node. Otherwise, a formula with
        // nodes need not be parsed.
        if (!open.back().has_node || open.back().has_choice) Compute(open.back().entry);
        open.pop_back();
      } else {
        open.back().has_choice |= token.Is("?");
      }
    }
  }
}

void FormulaNames::Compute(Entry* entry) const {
  if (ParseColor(entry->formula) && !Contains(entry->formula)) return;
  int nodes = 0;
  const int uses = knob_uses_;
  const Json formula{entry->formula};
  const Json expanded = ExpandFormula(formula, {*this, "", nullptr, &nodes});
  if (!expanded.number()) return;
  entry->number = entry->value.value_or(*expanded.number());
  entry->has_knob = !entry->value && knob_uses_ != uses;
}

bool FormulaNames::Use(std::string_view name) const {
  if (entries_.contains(name)) return true;
  if (knobs_.contains(name)) return false;
  const bool is_foreign = scope_ == kOpen && IsFormulaName(name) && !IsFormulaAxis(name) &&
                          !FormulaConstant(name) && !FindNodeSpec(name) && !ParseColor(name);
  if (is_foreign) foreign_.emplace(name);
  return is_foreign;
}

std::optional<double> FormulaNames::NumberOf(std::string_view name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end() || !found->second.number) return std::nullopt;
  MarkUsed(name);
  if (found->second.has_knob) ++knob_uses_;
  return found->second.number;
}

std::optional<double> FormulaNames::NumberOf(std::string_view name,
                                             std::string_view formula) const {
  const auto found = entries_.find(name);
  const bool is_same = found != entries_.end() && found->second.formula == formula;
  return is_same ? found->second.number : std::nullopt;
}

std::vector<std::string_view> FormulaNames::Knobs() const {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : knobs_) names.push_back(name);
  return names;
}

std::vector<std::string_view> FormulaNames::All() const {
  std::vector<std::string_view> names = Knobs();
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

std::vector<std::string_view> FormulaNames::Maps() const {
  std::vector<std::string_view> names;
  for (const auto& [name, map] : maps_) names.push_back(name);
  return names;
}

// Depth first, like Resolve.
std::vector<std::string> FormulaNames::CycleOf(std::string_view name) const {
  struct Frame {
    std::string_view name;
    FormulaScanner scanner;
  };
  std::vector<Frame> open;
  std::set<std::string_view> visited, on_path;
  const auto visit = [&](std::string_view of) {
    const auto found = entries_.find(of);
    if (found == entries_.end() || !visited.insert(found->first).second) return;
    open.push_back({found->first, FormulaScanner(found->second.formula)});
    on_path.insert(found->first);
  };
  visit(name);
  while (!open.empty()) {
    const FormulaToken token = open.back().scanner.Next();
    if (token.kind == FormulaToken::kEnd) {
      on_path.erase(open.back().name);
      open.pop_back();
    } else if (token.kind == FormulaToken::kName && on_path.contains(token.text)) {
      std::vector<std::string> cycle;
      const auto first = std::ranges::find(open, token.text, &Frame::name);
      for (auto frame = first; frame != open.end(); ++frame) cycle.emplace_back(frame->name);
      return cycle;
    } else if (token.kind == FormulaToken::kName) {
      visit(token.text);
    }
  }
  return {};
}

}  // namespace cobble
