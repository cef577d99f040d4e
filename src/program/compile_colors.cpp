// Compiles colours, and the maps of a recipe.
#include "core/suggest.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"
#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_maps.h"
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
  if (!keeps_results_) return CompileColorAnew(context);
  const RefKey key = RefKeyOf(context.pointer, context.site, context.slopes);
  if (const auto known = color_ref_results_.find(key); known != color_ref_results_.end())
    return known->second;
  return color_ref_results_.emplace(key, CompileColorAnew(context)).first->second;
}

CompiledColor Compiler::CompileColorAnew(const NodeContext& context) {
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
  const std::string pointer = is_node ? PointerOfMap(name) : ChildPointer("/maps", name);
  const Node* const found = NodeAt(recipe_, pointer);
  if (!found)
    throw Error(ErrorKind::kUsage, "maps", "the recipe has no map " + Quoted(name),
                is_node ? NodeMapHint(recipe_, name) : "");
  Node ref;  // a named node is compiled like any ref to it, but this ref is no node of the recipe
  const std::string_view named = NameAt(pointer);
  if (!named.empty()) {
    ref.type = kRefType;
    ref.values["ref"] = std::string(named);
  }
  const NodeContext context{named.empty() ? *found : ref, pointer, site, 0};
  ProgramMap map{.name = name, .buffers = {}, .bounds = {}};
  const auto add = [&](const Compiled& channel) {
    const Compiled result = Materialized(channel);
    map.buffers.push_back(result.raw.value);
    map.bounds = map.buffers.size() == 1 ? result.bounds : Hull(map.bounds, result.bounds);
  };
  if (IsColor(recipe_, *found)) {
    const CompiledColor color = named.empty() ? CompileColor(context) : ColorRef(context);
    for (const Compiled& channel : color.channels) add(channel);
  } else {
    add(named.empty() ? Compile(context) : Ref(context));
  }
  program_.maps.push_back(std::move(map));
}

}  // namespace cobble
