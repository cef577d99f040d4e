// FormatRecipe: the layout of recipe files.
#include <memory>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/formula/expand.h"
#include "recipe/formula/write.h"
#include "recipe/json/json.h"
#include "recipe/reading/read.h"
#include "recipe/writing/document.h"

namespace cobble {
namespace {

// A recipe, and the same with its formulas expanded.
struct Expanded {
  Json written, tree;
  FormulaNames names;
  int nodes = 0;            // made by formulas
  bool is_complete = true;  // false: names depend on another layer
};

// Expands the formulas of a text. Throws Error kRecipe if it is not a recipe's, or if a formula has
// an error that no other layer can fix.
Expanded Expand(std::string_view text, const std::string& name) {
  Faults faults;
  const auto source = std::make_shared<const Source>(Source{.name = Shown(name)});
  auto written = ParseRecipe(text, source, &faults, true);
  if (!written || !faults.empty()) faults.Throw();
  Expanded expanded{*written, std::move(*written), FormulaNames(FormulaNames::kOpen)};
  AddNamesOfRecipe(expanded.tree, &expanded.names);
  expanded.names.Resolve();
  FormulaExpander expander(expanded.names, &faults);
  expander.ExpandRecipe(&expanded.tree);
  AddSharedNodes(expander.shared(), &expanded.tree);
  expanded.nodes = expander.nodes();
  // Their calls have expanded.
  std::erase_if(*expanded.tree.object(),
                [](const Json::Member& member) { return member.key == "functions"; });
  expanded.is_complete = faults.empty();
  if (!faults.empty() && expanded.names.foreign().empty()) faults.Throw();
  return expanded;
}

}  // namespace

std::string FormatRecipe(std::string_view text, const std::string& name) {
  Expanded recipe = Expand(text, name);
  // Formulas stay as they are if a name may be a number in another layer: perlin(n).
  if (recipe.is_complete) ShortenNodes(recipe.tree, recipe.names, recipe.nodes, &recipe.written);
  OrderKeys(&recipe.written);
  std::string formatted = PrintDocument(recipe.written);
  if (!IsSameNode(Expand(formatted, name).tree, recipe.tree))
    throw Error(ErrorKind::kBug, name, "cannot be formatted without changing the recipe");
  return formatted;
}

}  // namespace cobble
