// channel: the red, green or blue of a colour.
#include <algorithm>
#include <iterator>

#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kNames[] = {"red", "green", "blue"};

}  // namespace

NodeType Channel() {
  return {.spec = {.name = "channel",
                   .summary = "the red, green or blue of a colour, in linear light",
                   .value = "the channel of source: red, green or blue",
                   .bounds = "the bounds of the channel",
                   .arguments = {"source", "channel"},
                   .fields = {ColorField("source", "the colour"),
                              {.key = "channel",
                               .type = FieldType::kChoice,
                               .choices = kNames,
                               .required = true,
                               .help = "the channel"}}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const auto name = std::ranges::find(kNames, context.node.Text("channel"));
            return compiler.ColorInput(context, "source")
                .channels[static_cast<std::size_t>(std::distance(std::begin(kNames), name))];
          }};
}

}  // namespace cobble::nodes
