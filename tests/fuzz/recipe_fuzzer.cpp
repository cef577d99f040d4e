// Any text as a recipe.
#include <optional>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "fuzz/fuzzer.h"
#include "fuzz/work.h"

namespace cobble::test {
namespace {

// Above it recipes are read and written, but not compiled.
constexpr int64_t kMaxWork = 300;

// A refusal says something, of the recipe and in text.
void JudgeRefusal(const Error& error) {
  Demand(error.kind() == ErrorKind::kRecipe || error.kind() == ErrorKind::kLimit ||
             error.kind() == ErrorKind::kUsage,
         std::string("a recipe is refused as no recipe is: ") + error.what());
  Demand(!error.issues().empty(), "a recipe is refused without a reason");
  for (const Issue& issue : error.issues())
    Demand(!issue.message.empty() && IsUtf8(issue.message) && IsUtf8(issue.hint),
           "a reason is no text: " + issue.Text());
}

std::optional<Recipe> ReadAny(std::string_view text) {
  try {
    return ReadRecipe(text, "any");
  } catch (const Error& error) {
    JudgeRefusal(error);
    return std::nullopt;
  }
}

void JudgeRoundTrip(const Recipe& recipe) {
  const std::string text = WriteRecipe(recipe);
  const Recipe again = ReadRecipe(text, "written");
  Demand(again == recipe, "reads back as another recipe: " + text);
  Demand(WriteRecipe(again) == text, "is written in another way the second time: " + text);
  const std::string line = WriteRecipeLine(recipe);
  Demand(line.find('\n') == std::string::npos, "a line holds a line break: " + line);
  Demand(ReadRecipe(line, "line") == recipe, "reads back as another recipe: " + line);
}

// In: `choice`, which of the ways to compile it.
void JudgeCompiling(const Recipe& recipe, std::size_t choice) {
  const CompileOptions options{
      .positions = choice % 2 == 0 ? CompileOptions::kPixels : CompileOptions::kPoints,
      .slopes = choice / 2 % 2 == 0};
  try {
    const Program program = Program::Compile(recipe, options);
    Demand(program.low() <= program.high(), "bounds are the wrong way round");
    Demand(!program.node_bounds().empty(), "a program has no nodes");
  } catch (const Error& error) {
    JudgeRefusal(error);
  }
}

}  // namespace

void FuzzRecipe(std::string_view bytes) {
  const auto recipe = ReadAny(bytes);
  if (!recipe) return;
  JudgeRoundTrip(*recipe);
  if (Work(*recipe, kMaxWork) <= kMaxWork) JudgeCompiling(*recipe, bytes.size());
}

}  // namespace cobble::test
