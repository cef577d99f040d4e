// Reads any text as a recipe, or as its root's formula if it starts with "=".
#include <optional>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "fuzz/fuzzer.h"
#include "fuzz/work.h"

namespace cobble::test {
namespace {

// Recipes that cost more are read and written, but not compiled.
constexpr int64_t kMaxRecipeWork = 300;

// Checks that an error's kind is one that recipes can cause, and that its issues are valid UTF-8.
void CheckError(const Error& error) {
  Demand(error.kind() == ErrorKind::kRecipe || error.kind() == ErrorKind::kLimit ||
             error.kind() == ErrorKind::kUsage,
         std::string("a recipe is rejected with the wrong kind of error: ") + error.what());
  Demand(!error.issues().empty(), "a recipe is rejected without a reason");
  for (const Issue& issue : error.issues())
    Demand(!issue.message.empty() && IsUtf8(issue.Text()),
           "a reason is not valid UTF-8: " + issue.Text());
}

// A flag takes any bytes, even bytes that are not a JSON string.
Recipe ReadFormula(std::string_view formula) {
  RecipeLayers layers;
  layers.AddText(R"-({"cobble": 1, "nodes": {"n": 8, "m": "n/k", "rock": "perlin(n)"},
    "knobs": {"k": {"value": 2, "range": [0, 4]}, "tint": {"value": "teal"}},
    "functions": {"twice": {"parameters": "s", "value": "s + s"},
      "grime": {"parameters": "s, at=k, how=F1, c=tint", "nodes": {"grain": "perlin(at)"},
                "value": "grain*twice(grain) + luminance(c)*s + voronoi(4, how)"}}})-",
                 "any");
  layers.AddKey("noise", formula);
  return layers.Resolve();
}

std::optional<Recipe> ReadAny(std::string_view text) {
  try {
    return text.starts_with('=') ? ReadFormula(text.substr(1)) : ReadRecipe(text, "any");
  } catch (const Error& error) {
    CheckError(error);
    return std::nullopt;
  }
}

void CheckRoundTrip(const Recipe& recipe) {
  const std::string text = WriteRecipe(recipe);
  const Recipe again = ReadRecipe(text, "written");
  Demand(again == recipe, "reads back as a different recipe: " + text);
  Demand(WriteRecipe(again) == text, "is written differently the second time: " + text);
  const std::string line = WriteRecipeLine(recipe);
  Demand(line.find('\n') == std::string::npos, "a line contains a line break: " + line);
  Demand(ReadRecipe(line, "line") == recipe, "reads back as a different recipe: " + line);
}

// Formats a text that need not be a complete recipe.
void CheckFormatting(std::string_view text) {
  std::string formatted;
  try {
    formatted = FormatRecipe(text, "any");
  } catch (const Error& error) {
    return CheckError(error);
  }
  Demand(FormatRecipe(formatted, "formatted") == formatted,
         "is formatted differently the second time: " + formatted);
}

// Checks the texts that people read. In: text, the recipe's source; empty for a formula.
void CheckReadableTexts(const Recipe& recipe, std::string_view text) {
  const std::string brief = WriteBriefRecipe(recipe);
  Demand(ReadRecipe(brief, "brief") == recipe, "reads back as a different recipe: " + brief);
  Demand(FormatRecipe(brief, "brief") == brief, "a brief recipe is not formatted: " + brief);
  if (text.empty()) return;
  const std::string formatted = FormatRecipe(text, "any");
  Demand(ReadRecipe(formatted, "formatted") == recipe,
         "is formatted as a different recipe: " + formatted);
}

// `choice` selects the compile options.
void CheckCompiling(const Recipe& recipe, std::size_t choice) {
  const CompileOptions options{
      .positions = choice % 2 == 0 ? CompileOptions::kPixels : CompileOptions::kPoints,
      .slopes = choice / 2 % 2 == 0};
  try {
    const Program program = Program::Compile(recipe, options);
    Demand(program.low() <= program.high(), "the lower bound is above the upper bound");
    Demand(!program.node_bounds().empty(), "a program has no nodes");
  } catch (const Error& error) {
    CheckError(error);
  }
}

}  // namespace

void FuzzRecipe(std::string_view bytes) {
  const bool is_formula = bytes.starts_with('=');
  if (!is_formula) CheckFormatting(bytes);
  const auto recipe = ReadAny(bytes);
  if (!recipe) return;
  CheckRoundTrip(*recipe);
  CheckReadableTexts(*recipe, is_formula ? "" : bytes);
  if (Work(*recipe, kMaxRecipeWork) <= kMaxRecipeWork) CheckCompiling(*recipe, bytes.size());
}

}  // namespace cobble::test
