// FormatRecipe: the layout of recipe files.
#include <memory>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/formula/expand.h"
#include "recipe/formula/same_node.h"
#include "recipe/json/json.h"
#include "recipe/reading/recipe_text.h"
#include "recipe/writing/document.h"
#include "recipe/writing/order.h"
#include "recipe/writing/shorten.h"

namespace cobble {
namespace {

struct Expanded {
  Json tree;
  FormulaNames names;
  int nodes = 0;            // made by formulas
  bool is_complete = true;  // false: names depend on another layer
};

// Throws Error kRecipe if the text is not a recipe, or has an error that no other layer can fix.
Expanded Expand(std::string_view text, const std::string& name) {
  Faults faults;
  auto tree =
      ParseRecipe(text, std::make_shared<const Source>(Source{.name = Shown(name)}), &faults);
  if (!tree || !faults.empty()) faults.Throw();
  Expanded expanded{std::move(*tree), FormulaNames(FormulaNames::kOpen)};
  AddNames(expanded.tree, &expanded.names);
  expanded.names.Resolve();
  FormulaExpander expander(expanded.names, &faults);
  expander.ExpandRecipe(&expanded.tree);
  expanded.nodes = expander.nodes();
  expanded.is_complete = faults.empty();
  if (!faults.empty() && expanded.names.foreign().empty()) faults.Throw();
  return expanded;
}

}  // namespace

std::string FormatRecipe(std::string_view text, const std::string& name) {
  const Expanded before = Expand(text, name);
  Document document = ReadDocument(text);
  // If a name may be a number of another layer, perlin(n), formulas stay unchanged.
  if (before.is_complete) ShortenNodes(before.tree, before.names, before.nodes, &document.root);
  OrderKeys(&document.root);
  std::string formatted = PrintDocument(document);
  if (!IsSameNode(Expand(formatted, name).tree, before.tree))
    throw Error(ErrorKind::kBug, name, "cannot be formatted without changing the recipe");
  return formatted;
}

}  // namespace cobble
