// Walks a document along the keys that take nodes, in parallel with its expanded tree.
#include "recipe/writing/shorten.h"

#include <algorithm>
#include <string>

#include "core/color.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/same_node.h"
#include "recipe/formula/write.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

// Operators as nested nodes are harder to read than a long line: a chain of a few parts may be
// wider, and a chain of many stays one formula whatever its length.
constexpr std::size_t kChainWidth = 120;
constexpr int kChainParts = 3, kUnbrokenParts = 4;

class Shortener {
 public:
  Shortener(const FormulaNames& names, int nodes) : names_(names), nodes_(nodes) {}

  void Recipe(const Json& expanded, DocumentValue* recipe);

 private:
  // In: pointer, of the value; column, where it starts on its line.
  void Input(const Json& expanded, const std::string& pointer, std::size_t column,
             DocumentValue* value);
  void Inputs(const Json& expanded, const std::string& pointer, std::size_t column,
              DocumentValue* value);
  void Members(const Json& expanded, const std::string& pointer, DocumentValue* node);
  void Named(const Json& expanded, const std::string& pointer, DocumentValue* object);
  bool IsReadable(const WrittenFormula& formula, std::size_t column) const;
  void Space(const std::string& pointer, DocumentValue* value);

  const FormulaNames& names_;
  int nodes_;
};

// Return the indentation of a value's line, and the column where a member's value starts.
std::size_t IndentOf(const std::string& pointer) {
  return 2 * static_cast<std::size_t>(std::ranges::count(pointer, '/'));
}
std::size_t ColumnOf(const std::string& pointer, const std::string& key) {
  return IndentOf(pointer) + key.size() + std::string_view("\"\": ").size();
}

bool Shortener::IsReadable(const WrittenFormula& formula, std::size_t column) const {
  const std::size_t length = WriteJsonLine(Json::Text(formula.text)).size();
  const std::size_t width = formula.parts >= kChainParts ? kChainWidth : kDocumentWidth;
  return formula.has_own_patterns || formula.parts >= kUnbrokenParts ||
         column + length + 1 <= width;
}

void Shortener::Input(const Json& expanded, const std::string& pointer, std::size_t column,
                      DocumentValue* value) {
  if (value->text()) return Space(pointer, value);
  if (!value->is_object || !expanded.object()) return;
  if (!value->HasComments()) {
    int nodes = nodes_;
    const auto formula = WriteFormula(expanded, names_, pointer, &nodes);
    if (formula && IsReadable(*formula, column)) {
      nodes_ = nodes;
      *value = ToDocument(Json::Text(formula->text));
      return;
    }
  }
  Members(expanded, pointer, value);
}

void Shortener::Inputs(const Json& expanded, const std::string& pointer, std::size_t column,
                       DocumentValue* value) {
  if (!value->is_container || value->is_object || !expanded.list())
    return Input(expanded, pointer, column, value);
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const std::string below = ChildPointer(pointer, i);
    Input((*expanded.list())[i], below, IndentOf(below), &value->items[i].value);
  }
}

void Shortener::Members(const Json& expanded, const std::string& pointer, DocumentValue* node) {
  const auto type = TypeOf(ObjectKind::kNode, expanded);
  for (DocumentValue::Item& item : node->items) {
    const Field* const field = FindField(ObjectKind::kNode, item.key, type);
    const Json* const json = expanded.Find(item.key);
    if (!field || !json) continue;
    const std::string below = ChildPointer(pointer, item.key);
    const std::size_t column = ColumnOf(below, item.key);
    if (field->type == FieldType::kInput) Input(*json, below, column, &item.value);
    if (field->type == FieldType::kInputs) Inputs(*json, below, column, &item.value);
  }
}

void Shortener::Named(const Json& expanded, const std::string& pointer, DocumentValue* object) {
  for (DocumentValue::Item& item : object->items) {
    const Json* const json = expanded.Find(item.key);
    const std::string below = ChildPointer(pointer, item.key);
    if (json && !IsUserKey(item.key)) Input(*json, below, ColumnOf(below, item.key), &item.value);
  }
}

void Shortener::Recipe(const Json& expanded, DocumentValue* recipe) {
  for (DocumentValue::Item& item : recipe->items) {
    const Field* const field = FindField(ObjectKind::kRecipe, item.key);
    const Json* const json = expanded.Find(item.key);
    if (!field || !json) continue;
    const std::string pointer = ChildPointer("", item.key);
    if (field->type == FieldType::kInput)
      Input(*json, pointer, ColumnOf(pointer, item.key), &item.value);
    if (field->type == FieldType::kNodes || field->type == FieldType::kMaps)
      Named(*json, pointer, &item.value);
  }
}

// Leaves blanks inside the words of a key, which only the parser knows.
void Shortener::Space(const std::string& pointer, DocumentValue* value) {
  const std::string& text = *value->text();
  if (ParseColor(text)) return;
  const std::string spaced = SpacedFormula(text);
  int made = 0;
  const FormulaSite site{names_, pointer, nullptr, &made};
  const Json before = ExpandFormula(Json::Text(text), site);
  if (IsSameNode(before, ExpandFormula(Json::Text(spaced), site)))
    value->scalar = Json::Text(spaced);
}

}  // namespace

void ShortenNodes(const Json& expanded, const FormulaNames& names, int nodes,
                  DocumentValue* recipe) {
  Shortener(names, nodes).Recipe(expanded, recipe);
}

}  // namespace cobble
