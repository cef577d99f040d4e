// Implements FormulaPartRows and FormulaCompletions.
#include "catalog/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "core/color.h"
#include "core/json/print.h"
#include "recipe/formula/library.h"
#include "recipe/formula/tables.h"

namespace cobble {
namespace {

// Adds a row, an option at one place. Templates are those of the language server protocol:
// "${1:source}".
JsonTree& Add(std::string_view label, std::string_view kind, std::string_view info, int rank,
              JsonTree* rows) {
  return rows->emplace_back(
      JsonTree{{"label", label}, {"kind", kind}, {"info", info}, {"rank", rank}});
}

std::string DefaultText(const JsonTree& row) {
  if (row.contains("required")) return "required";
  return row.contains("default") ? PrintJsonLine(row["default"]) : "";
}

// Adds keys that are not set yet. While places are free, what they take ranks higher.
void AddKeys(const FormulaParts::Frame& frame, JsonTree* rows) {
  if (!frame.call.is_known()) return;
  auto places = frame.call.Places();
  const std::size_t filled = static_cast<std::size_t>(frame.index) - frame.given.size();
  const bool has_free = !frame.is_keyed && frame.given.empty() && filled < places.size();
  places.resize(std::min(filled, places.size()));
  int rank = has_free ? -20 : 60;
  if (frame.call.own != nullptr) {
    for (const Function::Parameter& each : frame.call.own->parameters) {
      const std::string_view name = each.name;
      const bool is_set =
          std::ranges::count(frame.given, name) > 0 || std::ranges::count(places, name) > 0;
      if (!is_set && each.fallback.text())
        Add(fmt::format("{}=", name), "key", "", rank--, rows)["detail"] = *each.fallback.text();
    }
  }
  for (const Field* field : frame.call.Keys()) {
    const bool is_set = std::ranges::count(frame.given, field->key) > 0 ||
                        std::ranges::count(places, field->key) > 0;
    if (is_set || field->required) continue;
    const JsonTree row = FieldRow(*field, std::string(field->key));
    const auto info = fmt::format("{}\n{}", field->help, row["value"].get<std::string>());
    Add(fmt::format("{}=", field->key), "key", info, rank--, rows)["detail"] = DefaultText(row);
  }
}

void AddChoices(const Field& field, JsonTree* rows) {
  auto choices = std::vector<std::string_view>(field.choices.begin(), field.choices.end());
  std::erase(choices, "");
  if (field.type == FieldType::kBool) choices = {"true", "false"};
  int rank = 99;
  const JsonTree initial = FieldRow(field, std::string(field.key)).value("default", JsonTree());
  for (const std::string_view choice : choices) {
    const std::string_view detail = DetailOf(field, choice);
    JsonTree& row = Add(choice, "choice", detail.empty() ? field.help : detail, rank--, rows);
    const bool is_default =
        initial.is_string() ? initial == choice : PrintJsonLine(initial) == choice;
    if (is_default) row["detail"] = "default";
  }
}

// Adds the names of nodes and of numbers.
void AddNames(const FormulaPlace& place, JsonTree* rows) {
  for (const std::string_view name : place.names) {
    JsonTree& row = Add(name, "node", "a node of this recipe", 10, rows);
    if (!IsFormulaName(name)) row["insert"] = fmt::format("ref('{}')", name);
  }
  for (const FormulaNumber& constant : FormulaConstants())
    Add(constant.name, "constant", constant.summary, 0, rows);
}

// Returns a placeholder for an argument, with its fields in brackets « and ».
std::string ExampleOf(std::string_view place, const Field* field) {
  switch (field != nullptr ? field->type : FieldType::kInput) {
    case FieldType::kPairs:
      return "[[«0», «0»], [«1», «1»]]";
    case FieldType::kStops:
      return "[[«0», «black»], [«1», «white»]]";
    case FieldType::kColors:
      return "[«black», «white»]";
    case FieldType::kChoice:
      return fmt::format("«{}»", field->choices.front());
    case FieldType::kText:
      return fmt::format("'«{}»'", place);
    case FieldType::kInputs:
      return "[«x», «y»]";
    default:
      return fmt::format("«{}»", place);
  }
}

// Numbers the fields of a template: "${1:source}".
std::string Numbered(std::string text) {
  for (int count = 1;; ++count) {
    const std::size_t begin = text.find("«"), end = text.find("»");
    if (begin == text.npos) return text;
    const std::size_t size = std::string_view("«").size();
    const std::string inside = text.substr(begin + size, end - begin - size);
    text.replace(begin, end + size - begin, fmt::format("${{{}:{}}}", count, inside));
  }
}

// Returns the template of a call: its arguments without a default, or else the first argument.
std::string TemplateOf(const Callable& call) {
  std::vector<std::string> needed;
  for (const std::string_view place : call.Places()) {
    const Field* const field = call.Find(place);
    const bool has_default = call.own != nullptr && call.own->Find(place)->fallback.text();
    if (!has_default && (field == nullptr || field->required || field->fallback.empty()))
      needed.push_back(ExampleOf(place, field));
  }
  if (!needed.empty()) return Numbered(fmt::format("{}({})", call.name(), fmt::join(needed, ", ")));
  const auto places = call.Places();
  const JsonTree first = places.empty() || call.own != nullptr
                             ? JsonTree()
                             : FieldRow(*call.Find(places[0]), "").value("default", JsonTree());
  std::string value;
  if (first.is_string()) value = first.get<std::string>();
  if (first.is_number()) value = PrintJsonLine(first);
  return Numbered(fmt::format("{}(«{}»)", call.name(), value));
}

bool GivesColor(const Callable& call) {
  if (call.own != nullptr) return false;
  if (call.function != nullptr) return call.name() == "rgb";
  return call.spec->is_color || !call.spec->color_if.empty() ||
         !call.spec->color_choice.word.empty();
}

// Returns the functions of the recipe, and those of the library that they do not hide.
std::vector<Callable> FunctionsAt(const FormulaPlace& place) {
  std::vector<Callable> all;
  for (const Function& function : place.functions) all.push_back({.own = &function});
  for (const Json::Member& member : LibraryFunctions().members())
    if (std::ranges::count(place.functions, member.key, &Function::name) == 0)
      all.push_back({.own = FindLibraryFunction(member.key)});
  return all;
}

std::string_view SummaryOf(const Callable& call) {
  if (call.own != nullptr)
    return LibraryFunctions().At(call.name()).TextAt("description").value_or("a function");
  if (call.function != nullptr) return call.function->summary;
  return call.spec != nullptr ? call.spec->summary : std::string_view();
}

void AddCalls(const FormulaPlace& place, bool wants_color, JsonTree* rows) {
  std::vector<Callable> calls = Callables();
  std::ranges::copy(FunctionsAt(place), std::back_inserter(calls));
  for (const Callable& call : calls) {
    const std::string_view type = call.spec && call.spec->noise ? "noise" : "operation";
    JsonTree& row = Add(call.name(), call.is_function() ? "function" : type, SummaryOf(call),
                        wants_color && GivesColor(call) ? 5 : 0, rows);
    row["detail"] = call.text().substr(call.name().size());
    row["insert"] = TemplateOf(call);
  }
}

JsonTree OperatorOptions() {
  JsonTree rows = JsonTree::array();
  for (const FormulaOperator& op : FormulaOperators()) {
    JsonTree& row = Add(op.form, "operator", "", 0, &rows);
    row["detail"] = fmt::format("{}{}{}", op.node, op.when.empty() ? "" : ", ", op.when);
    row["insert"] = fmt::format("{} ", op.op);
  }
  return rows;
}

// In: has_all, include what is rarely wanted.
JsonTree OptionsAt(const FormulaParts& before, const FormulaPlace& place, bool has_all) {
  const FormulaParts::Frame& frame = before.end();
  const FormulaWant want = before.want();
  JsonTree rows = JsonTree::array();
  const bool takes_keys = frame.is_call && frame.is_start && !frame.is_keyed;
  // Places cannot follow keys.
  const bool is_late = frame.is_call && !frame.given.empty() && !frame.is_keyed;
  const bool is_color = want == FormulaWant::kColor || want == FormulaWant::kColorNode;
  const bool takes_names =
      want == FormulaWant::kNumber || want == FormulaWant::kNode || want == FormulaWant::kColorNode;
  if (!is_late && want == FormulaWant::kWord) AddChoices(*frame.field, &rows);
  if (takes_keys) AddKeys(frame, &rows);
  // Nor can anything follow the last place.
  const bool is_full = takes_keys && frame.call.is_known() && frame.given.empty() &&
                       static_cast<std::size_t>(frame.index) >= frame.call.Places().size() &&
                       (frame.call.is_function() || !TakesManyPlaces(*frame.call.spec));
  if (is_late || is_full) return rows;
  if (takes_names) AddNames(place, &rows);
  if (takes_names && want != FormulaWant::kNumber) {
    for (const Detail& axis : FormulaAxes()) Add(axis.word, "constant", axis.text, 0, &rows);
    AddCalls(place, is_color, &rows);
  }
  if (is_color && has_all)
    for (const std::string_view name : ColorNames())
      Add(name, "color", "", -30, &rows)["detail"] = *HexOf(*ParseColor(name));
  return rows;
}

bool IsOpener(const FormulaPart& part, std::string_view text) {
  return part.kind == FormulaPart::kOperator || text == "(" || text == "[";
}

}  // namespace

NamesAtPlace::NamesAtPlace(std::span<const std::string_view> names, bool may_be_color)
    : place_{.names = {}, .may_be_color = may_be_color} {
  for (const std::string_view name : names) {
    const std::size_t bracket = name.find('(');
    if (!name.starts_with('/') || bracket == name.npos || !name.ends_with(')')) {
      names_.push_back(name);
      continue;
    }
    const Json parameters =
        Json::Text(name.substr(bracket + 1, name.size() - bracket - std::size_t{2}));
    Faults ignored;
    functions_.push_back(ReadFunction(name.substr(1, bracket - 1),
                                      Json::ObjectOf({{"parameters", {}, parameters}}), &ignored));
  }
  place_.names = names_;
  place_.functions = functions_;
}

JsonTree FormulaPartRows(std::string_view formula, const FormulaPlace& place) {
  JsonTree rows = JsonTree::array();
  const FormulaParts split(formula, place);
  for (const FormulaPart& part : split.parts()) {
    JsonTree& row = rows.emplace_back(
        JsonTree{{"kind", NameOf(part.kind)}, {"from", part.begin}, {"to", part.end}});
    if (part.call.is_known()) row["call"] = part.call.name();
    if (part.field != nullptr) row["key"] = part.field->key;
  }
  return rows;
}

JsonTree FormulaCompletions(std::string_view formula, std::size_t offset, bool is_asked,
                            const FormulaPlace& place) {
  const std::string_view before = formula.substr(0, std::min(offset, formula.size()));
  const FormulaParts whole(before, place);
  const auto text_of = [&](const FormulaPart& part) {
    return before.substr(part.begin, part.end - part.begin);
  };
  const FormulaPart* const last = whole.parts().empty() ? nullptr : &whole.parts().back();
  const bool is_touching = last != nullptr && last->end == before.size();
  JsonTree none{{"from", before.size()}, {"is_word", false}, {"options", JsonTree::array()}};
  if (is_touching && (last->kind == FormulaPart::kText || last->kind == FormulaPart::kNumber))
    return none;
  const bool is_part =
      is_touching && last->kind != FormulaPart::kBracket && !IsOpener(*last, text_of(*last));
  const std::string_view prefix = is_part ? text_of(*last) : "";
  // What comes before the part being written.
  const FormulaParts rest(before.substr(0, before.size() - prefix.size()), place);
  const FormulaPart* const previous = rest.parts().empty() ? nullptr : &rest.parts().back();
  const std::string_view sign = previous != nullptr ? text_of(*previous) : "";
  const bool is_opened = sign == "(" || sign == "," || sign == "=";
  if (prefix.empty() && !is_asked && !is_opened) return none;
  JsonTree found = none;
  found["from"] = before.size() - prefix.size();
  if (previous != nullptr && !IsOpener(*previous, sign)) {
    if (!is_asked) return none;
    found["options"] = OperatorOptions();
    return found;
  }
  const bool is_word =
      rest.want() == FormulaWant::kWord && rest.end().is_start && rest.end().bracket != 0;
  FormulaScanner behind(formula);
  const bool is_in_word = is_word && !behind.WordAt(before.size()).text.empty();
  if (is_in_word) return none;
  found["is_word"] = is_word;
  found["options"] = OptionsAt(rest, place, is_asked || !prefix.empty());
  return found;
}

}  // namespace cobble
