// Compiles colours, and the maps of a recipe.
#include "core/suggest.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"
#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {

CompiledColor CompiledColor::Constant(const std::array<double, 3>& rgb) {
  return {{Compiled::Constant(rgb[0]), Compiled::Constant(rgb[1]), Compiled::Constant(rgb[2])}};
}

CompiledColor Compiler::ColorInput(const NodeContext& context, std::string_view key) {
  return ColorInputAt(context, key, context.site);
}

CompiledColor Compiler::ColorInputAt(const NodeContext& context, std::string_view key,
                                     const Site& site) {
  return CompileColor(
      {context.node.Input(key), ChildPointer(context.pointer, key), site, context.slopes});
}

// Like Compile. A number is grey.
CompiledColor Compiler::CompileColor(const NodeContext& context) {
  if (!IsColor(recipe_, context.node)) return CompiledColor::Grey(Compile(context));
  CompiledColor out;
  const bool is_valid = Guarded(context, [&] {
    out = context.node.type == kRefType
              ? ColorRef(context)
              : FindNodeType(context.node.type)->compile_color(*this, context);
    Bounds bounds = out.channels[0].bounds;
    for (const Compiled& channel : out.channels) bounds = Hull(bounds, channel.bounds);
    return bounds;
  });
  return is_valid ? out : CompiledColor::Constant({0, 0, 0});
}

void Compiler::AddMap(const std::string& name, const Site& site) {
  const bool is_node = name.starts_with('@');
  const auto& nodes = is_node ? recipe_.nodes : recipe_.maps;
  const auto found = nodes.find(is_node ? name.substr(1) : name);
  if (found == nodes.end())
    throw Error(ErrorKind::kUsage, "maps", "the recipe has no map " + Quoted(name));
  Node ref;  // a named node is compiled like any ref to it, but this ref is no node of the recipe
  ref.type = kRefType;
  ref.values["ref"] = found->first;
  const NodeContext context{is_node ? ref : found->second,
                            ChildPointer(is_node ? "/nodes" : "/maps", found->first), site, 0};
  ProgramMap map{.name = name, .buffers = {}, .bounds = {}};
  const auto add = [&](const Compiled& channel) {
    const Compiled result = Materialized(channel);
    map.buffers.push_back(result.raw.value);
    map.bounds = map.buffers.size() == 1 ? result.bounds : Hull(map.bounds, result.bounds);
  };
  if (IsColor(recipe_, found->second)) {
    const CompiledColor color = is_node ? ColorRef(context) : CompileColor(context);
    for (const Compiled& channel : color.channels) add(channel);
  } else {
    add(is_node ? Ref(context) : Compile(context));
  }
  program_.maps.push_back(std::move(map));
}

}  // namespace cobble
