// The C interface: descriptions of what recipes consist of, of a recipe's nodes and of formulas,
// for editors; warnings.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "c/guard.h"
#include "c/objects.h"
#include "catalog/catalog.h"
#include "catalog/completions.h"
#include "core/json/print.h"
#include "jobs/recipe_warnings.h"
#include "jobs/scale_warnings.h"
#include "program/outline.h"
#include "program/program_impl.h"
#include "recipe/fields/node_tree.h"
#include "recipe/images/images.h"

namespace cobble::c {
namespace {

// Compiles all maps of the recipe, with stand-ins for missing images.
Program Compiled(const Recipe& recipe) {
  CompileOptions options{.slopes = false};
  for (const auto& [name, node] : recipe.maps) options.maps.push_back(name);
  return Program::Impl::Plan(WithStandIns(recipe), options);
}

// If an image is missing, no bounds are known.
JsonTree Outline(const Recipe& recipe) {
  const Program program = Compiled(recipe);
  const bool has_images = program.recipe().images.size() == recipe.images.size();
  JsonTree rows = JsonTree::array();
  for (const OutlineNode& node : OutlineOf(program)) {
    JsonTree row{{"pointer", node.pointer}, {"type", node.type}};
    if (const auto name = NameAt(node.pointer); !name.empty()) row["name"] = name;
    row["formula"] = node.formula;
    if (node.bounds && has_images) {
      row["low"] = node.bounds->low;
      row["high"] = node.bounds->high;
    }
    if (node.is_color) row["color"] = true;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string_view> NamesAt(const char* const* names, size_t count) {
  std::vector<std::string_view> all;
  if (count > 0) Needed(names, "names");
  for (size_t k = 0; k < count; ++k) all.push_back(TextAt(names[k], "names"));
  return all;
}

}  // namespace

Recipe RecipeOf(const cobble_recipe& recipe) {
  Recipe resolved = recipe.layers.Resolve();
  const auto tiling = resolved.origins.find("/tiling");
  if (!resolved.tiling || tiling == resolved.origins.end() || !tiling->second.is_preset)
    return resolved;
  try {
    resolved.tiling = Compiled(resolved).recipe().tiling;
  } catch (const Error&) {  // reported when it is rendered
  }
  return resolved;
}

}  // namespace cobble::c

using cobble::PrintJsonLine;
using cobble::c::FlagAt;
using cobble::c::Needed;
using cobble::c::TextAt;

cobble_status cobble_describe(cobble_bytes** json, cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [] { return PrintJsonLine(cobble::Catalog()); });
}

cobble_status cobble_recipe_outline(const cobble_recipe* recipe, cobble_bytes** json,
                                    cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [&] {
    return PrintJsonLine(cobble::c::Outline(Needed(recipe, "recipe").layers.Resolve()));
  });
}

cobble_status cobble_recipe_warnings(const cobble_recipe* recipe, cobble_error** warnings,
                                     cobble_error** error) {
  return cobble::c::Guard(error, [&] {
    cobble_error*& result = cobble::c::ResultAt(warnings, "warnings");
    const cobble::Recipe resolved = Needed(recipe, "recipe").layers.Resolve();
    std::vector<cobble::Issue> found = cobble::WarningsOf(resolved);
    std::ranges::move(cobble::FineWarnings(cobble::c::Compiled(resolved)),
                      std::back_inserter(found));
    result = cobble::c::ListOf(found);
  });
}

cobble_status cobble_formula_parts(const char* formula, int32_t may_be_color,
                                   const char* const* names, size_t count, cobble_bytes** json,
                                   cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [&] {
    const auto all = cobble::c::NamesAt(names, count);
    const cobble::NamesAtPlace at(all, FlagAt(may_be_color, "may_be_color"));
    return PrintJsonLine(cobble::FormulaPartRows(TextAt(formula, "formula"), at.place()));
  });
}

cobble_status cobble_formula_completions(const char* formula, size_t offset, int32_t is_asked,
                                         int32_t may_be_color, const char* const* names,
                                         size_t count, cobble_bytes** json, cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [&] {
    const auto all = cobble::c::NamesAt(names, count);
    const cobble::NamesAtPlace at(all, FlagAt(may_be_color, "may_be_color"));
    return PrintJsonLine(cobble::FormulaCompletions(TextAt(formula, "formula"), offset,
                                                    FlagAt(is_asked, "is_asked"), at.place()));
  });
}
