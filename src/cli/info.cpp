// cobble info: what a picture says of itself.
#include <memory>
#include <ostream>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/input.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "recipe/json.h"

namespace cobble {
namespace {

// Read as JSON, not as a recipe, so that a picture of a later cobble can be looked at, too.
Json MetadataJson(const std::string& text, std::string_view keyword, const std::string& name) {
  const std::string where = Shown(name) + ": " + std::string(keyword);
  const auto source = std::make_shared<const Source>(Source{where});
  Faults faults;
  auto json = ParseJson(text, source, &faults);
  if (!json) faults.Throw();
  return std::move(*json);
}

}  // namespace

int RunInfo(const Words& words, Streams& streams) {
  CommandLine line("info", "FILE",
                   "Prints, as JSON, the recipe of a picture that cobble made and how it was "
                   "made.");
  if (!line.Parse(words, streams.out)) return 0;
  if (line.AloneAtMost(1).empty()) throw Error(ErrorKind::kUsage, "", "no file", "name a picture");

  const Input input = ReadInput(line.Alone()[0], streams.in);
  if (!input.metadata) {
    throw Error(ErrorKind::kRecipe, Shown(input.name), "is no picture that cobble made");
  }
  Json metadata = Json::ObjectOf();
  metadata.Add(kRecipeKeyword, MetadataJson(input.metadata->recipe, kRecipeKeyword, input.name));
  metadata.Add(kOutputKeyword, MetadataJson(input.metadata->output, kOutputKeyword, input.name));
  streams.out << WriteJson(metadata) << '\n';
  return 0;
}

}  // namespace cobble
