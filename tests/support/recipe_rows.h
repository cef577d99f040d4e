// One-line recipes, layered as on the command line, and their errors; rows of data about them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"

namespace cobble::test {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Returns a recipe with a noise of that type. `members` start in column 37 plus the type's length.
std::string Text(const std::string& type, const std::string& members);

// Sets a flag's key, "--octaves", as the command line does.
void AddFlag(const std::string& flag, const std::string& value, RecipeLayers* layers);

// Resolves the text, whose name is "f", with flags and sets layered over it.
Recipe Resolve(const std::string& text, const Pairs& flags = {}, const Pairs& sets = {});
// Returns the errors that reject such a recipe. Checks that their kind fits their location and,
// without flags and sets, that the schema of recipes agrees.
std::vector<Issue> IssuesOf(const std::string& text, const Pairs& flags = {},
                            const Pairs& sets = {});
// Returns these errors' texts, one per line, or "nothing is wrong".
std::string ErrorOf(const std::string& text, const Pairs& flags = {}, const Pairs& sets = {});

// Compiles a recipe named "f" with a noise as JSON and further members, each followed by a comma.
Program CompileText(const std::string& noise, const std::string& members = "",
                    const CompileOptions& options = {});
std::vector<std::string> CompileErrors(const std::string& noise, const std::string& members = "",
                                       const CompileOptions& options = {});
// Returns how often compiling asks whether to stop.
int QuestionsOf(const std::string& noise, const std::string& members = "");

// Resolves layers on one line: "noise": "perlin" + --octaves 3 + --set seed=1 + --let rock=x*2. The
// recipe's members stand for the recipe, and --preset NAME for a preset.
Recipe ResolveLine(const std::string& line);
std::vector<Issue> IssuesOfLine(const std::string& line);

// Checks where such lines have errors, for the rows of the running test case (CheckIssues in
// support/messages.h).
void CheckRecipes();

// Checks their texts (CheckAnswers).
void CheckSentences();

// Checks that layers give equal recipes, for the running test case's rows: LAYERS => LAYERS. In:
// resolve, of the layers on the left.
void CheckSameRecipes(Recipe (*resolve)(const std::string&) = &ResolveLine);

}  // namespace cobble::test
