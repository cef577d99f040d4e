// Support for tests of fields: recipes of one line with one noise, layered as on the command line,
// and their errors.
#ifndef COBBLE_TESTS_UNIT_RECIPE_ONE_NOISE_H_
#define COBBLE_TESTS_UNIT_RECIPE_ONE_NOISE_H_

#include <string>
#include <utility>
#include <vector>

#include "cobble/program.h"
#include "cobble/recipe.h"

namespace cobble::test {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Returns a recipe whose noise has that type and members. The members start in column 37 plus the
// length of the type's name.
std::string Text(const std::string& type, const std::string& members);

// Resolves the text, whose name is "f", with flags and sets layered over it.
Recipe Resolve(const std::string& text, const Pairs& flags = {}, const Pairs& sets = {});
// Returns the error that rejects such a recipe, or "nothing is wrong". Checks that the kind of the
// error fits its location and, without flags and sets, that the schema of recipes agrees.
std::string ErrorOf(const std::string& text, const Pairs& flags = {}, const Pairs& sets = {});

// Compiles a recipe, whose name is "f", with a noise as JSON and further members, each followed by
// a comma.
Program CompileText(const std::string& noise, const std::string& members = "",
                    const CompileOptions& options = {});
// Returns the errors of that.
std::vector<std::string> CompileErrors(const std::string& noise, const std::string& members = "",
                                       const CompileOptions& options = {});

// Checks the errors of recipes that are rows of messages (support/messages.h). Flags and sets
// follow a recipe, each after " + ": {...} + --octaves 3 + --set noise.seed=1.
void CheckRecipes();

}  // namespace cobble::test

#endif  // COBBLE_TESTS_UNIT_RECIPE_ONE_NOISE_H_
