// cobble info: prints the metadata of a picture.
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

// Parses the metadata as JSON, not as a recipe, to support pictures made by later versions of
// cobble.
Json MetadataJson(const std::string& text, std::string_view keyword, const std::string& name) {
  const std::string where = Shown(name) + ": " + std::string(keyword);
  const auto source = std::make_shared<const Source>(Source{where});
  Faults faults;
  auto json = ParseJson(text, source, &faults);
  if (!json) faults.Throw();
  return std::move(*json);
}

}  // namespace

int RunInfo(const Args& args, Streams& streams) {
  CommandLine line(
      "info", "FILE",
      "Print, as JSON, the recipe and the output settings stored in a picture made by\n"
      "cobble");
  if (!line.Parse(args, streams.out)) return 0;
  if (line.PositionalsAtMost(1).empty())
    throw Error(ErrorKind::kUsage, "", "no file given", "specify a picture");

  const Input input = ReadInput(line.Positionals()[0], streams.in);
  if (!input.metadata) {
    throw Error(ErrorKind::kRecipe, Shown(input.name), "is not a picture made by cobble");
  }
  Json metadata = Json::ObjectOf();
  metadata.Add(kRecipeKeyword, MetadataJson(input.metadata->recipe, kRecipeKeyword, input.name));
  metadata.Add(kOutputKeyword, MetadataJson(input.metadata->output, kOutputKeyword, input.name));
  streams.out << WriteJson(metadata) << '\n';
  return 0;
}

}  // namespace cobble
