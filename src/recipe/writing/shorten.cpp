// Walks a recipe along the keys that take nodes, together with its tree of expanded formulas.
#include "recipe/writing/document.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/color.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/parts.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/write.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

// Operators written as nested nodes are harder to read than a long line: a chain of a few parts may
// take a wider line, and a chain of many parts stays one formula however long it is.
constexpr std::size_t kChainWidth = 120;
constexpr int kChainParts = 3, kUnbrokenParts = 4;

// Replaces the value, but not the comments around it.
void SetText(std::string text, Json* json) {
  json->value = std::move(text);
  json->raw = nullptr;
}

// Returns the indentation of the line of a value, and the column where a member's value starts.
std::size_t IndentOf(const std::string& pointer) {
  return 2 * static_cast<std::size_t>(std::ranges::count(pointer, '/'));
}
std::size_t ColumnOf(const std::string& pointer, const std::string& key) {
  return IndentOf(pointer) + key.size() + std::string_view("\"\": ").size();
}

// Returns whether a value below it is that of a formula that names a knob, which must stay.
bool HasKnob(const Json& json) {
  const auto has = [](const Json& each) { return each.formula || HasKnob(each); };
  return std::ranges::any_of(json.items(), has) ||
         std::ranges::any_of(json.members(), has, &Json::Member::value);
}

class Shortener {
 public:
  Shortener(const FormulaNames& names, int nodes) : names_(names), nodes_(nodes) {}

  // Shortens the nodes in a recipe or a node. In: pointer, of the object.
  void Members(ObjectKind kind, const Json& expanded, const std::string& pointer, Json* object) {
    const auto type = TypeOf(kind, expanded);
    for (auto& [key, place, value] : *object->object()) {
      const Field* const field = FindField(kind, key, type);
      const Json* const json = expanded.Find(key);
      if (field && field->type == FieldType::kFunctions) SpaceFunctions(&value);
      if (!field || !json) continue;
      const std::string below = ChildPointer(pointer, key);
      if (field->type == FieldType::kInput) Input(*json, below, ColumnOf(below, key), &value);
      if (field->type == FieldType::kInputs) Inputs(*json, below, ColumnOf(below, key), &value);
      if (HasNamedNodes(field->type)) Named(*json, below, &value);
    }
  }

 private:
  // In: pointer, of the value; column, where it starts on its line.
  void Input(const Json& expanded, const std::string& pointer, std::size_t column, Json* value) {
    if (value->text()) return Space(pointer, value);
    if (!value->object() || !expanded.object()) return;
    if (!HasComments(*value) && !HasKnob(expanded)) {
      int nodes = nodes_;
      const auto formula = WriteFormula(expanded, names_, pointer, &nodes);
      if (formula && IsReadable(*formula, column)) {
        nodes_ = nodes;
        return SetText(formula->text, value);
      }
    }
    Members(ObjectKind::kNode, expanded, pointer, value);
  }

  void Inputs(const Json& expanded, const std::string& pointer, std::size_t column, Json* value) {
    if (!value->list() || !expanded.list()) return Input(expanded, pointer, column, value);
    for (std::size_t i = 0; i < value->list()->size(); ++i) {
      const std::string below = ChildPointer(pointer, i);
      Input((*expanded.list())[i], below, IndentOf(below), &(*value->list())[i]);
    }
  }

  void Named(const Json& expanded, const std::string& pointer, Json* object) {
    if (!object->object()) return;
    for (auto& [key, place, value] : *object->object()) {
      const Json* const json = expanded.Find(key);
      const std::string below = ChildPointer(pointer, key);
      if (json && !IsUserKey(key)) Input(*json, below, ColumnOf(below, key), &value);
    }
  }

  bool IsReadable(const WrittenFormula& formula, std::size_t column) const {
    const std::size_t length = WriteJsonLine(Json::Text(formula.text)).size();
    const std::size_t width = formula.parts >= kChainParts ? kChainWidth : kDocumentWidth;
    return formula.has_own_patterns || formula.parts >= kUnbrokenParts ||
           column + length + 1 <= width;
  }

  // Blanks inside the words of a key, which only the parser knows, stay as they are.
  void Space(const std::string& pointer, Json* value) {
    const std::string& text = *value->text();
    if (ParseColor(text)) return;
    const std::string spaced = SpacedFormula(text);
    int made = 0;
    const FormulaSite site{names_, pointer, nullptr, &made};
    const Json before = ExpandFormula(Json::Text(text), site);
    if (IsSameNode(before, ExpandFormula(Json::Text(spaced), site))) SetText(spaced, value);
  }

  void SpaceFunctions(Json* functions) {
    if (!functions->object()) return;
    for (auto& [name, place, function] : *functions->object()) {
      if (Json* const value = function.Find("value")) SpaceBody(value);
      Json* const nodes = function.Find("nodes");
      if (!nodes || !nodes->object()) continue;
      for (auto& member : *nodes->object()) SpaceBody(&member.value);
    }
  }

  // A body cannot expand without arguments. It stays as it is if it calls a function of a recipe or
  // a library, for which F1+F2 may be a word.
  void SpaceBody(Json* json) {
    if (!json->text() || ParseColor(*json->text())) return;
    const std::string spaced = SpacedFormula(*json->text());
    if (TextsOf(*json->text()) == TextsOf(spaced)) SetText(spaced, json);
  }

  // Returns the parts of a formula; the whole if it calls such a function.
  static std::vector<std::string> TextsOf(const std::string& formula) {
    std::vector<std::string> texts;
    const FormulaParts parts(formula, {.names = {}, .may_be_color = true});
    for (const FormulaPart& part : parts.parts()) {
      const bool is_unknown_call = part.kind == FormulaPart::kBracket && !texts.empty() &&
                                   formula[part.begin] == '(' && IsFormulaName(texts.back()) &&
                                   !FindFormulaFunction(texts.back()) &&
                                   !FindNodeSpec(texts.back());
      if (is_unknown_call) return {formula};
      texts.push_back(formula.substr(part.begin, part.end - part.begin));
    }
    return texts;
  }

  const FormulaNames& names_;
  int nodes_;
};

}  // namespace

void ShortenNodes(const Json& expanded, const FormulaNames& names, int nodes, Json* recipe) {
  Shortener(names, nodes).Members(ObjectKind::kRecipe, expanded, "", recipe);
}

}  // namespace cobble
