// Random nodes that change colours, and numbers made from colours.
#include "support/random/tree.h"

namespace cobble::test {

using nlohmann::json;

// A number within 0.1 .. 0.9: a colour's channel, or an opacity.
RandomTree::Subtree RandomTree::Shade(const Budget& budget) {
  Subtree subtree = Node(budget);
  subtree.node = {{"type", "smoothstep"}, {"source", subtree.node}};
  Smoothstep(subtree);
  subtree.node = {
      {"type", "remap"}, {"source", subtree.node}, {"from", {0, 1}}, {"to", {0.1, 0.9}}};
  subtree.maximum = 0.9;
  subtree.span = 0.8;
  return subtree;
}

// A colour's luminance or one of its channels.
RandomTree::Subtree RandomTree::FromColor(const Budget& budget) {
  const bool is_blend = random_.Chance(0.6);
  Subtree subtree = is_blend ? Blend(budget) : Adjust(budget);
  const json color = subtree.node;
  subtree.node = {{"type", "luminance"}, {"source", color}};
  if (random_.Chance(0.5))
    subtree.node = {{"type", "channel"},
                    {"source", color},
                    {"channel", random_.OneOf({"red", "green", "blue"})}};
  subtree.maximum = 2;
  subtree.span = 0;
  if (is_blend) return subtree;
  // The oracle has no bounds for an adjusted colour.
  subtree.node = {{"type", "smoothstep"}, {"source", subtree.node}, {"low", -0.5}, {"high", 1.5}};
  subtree.maximum = 1;
  return subtree;
}

RandomTree::Subtree RandomTree::Blend(const Budget& budget) {
  const Budget part = budget.DividedBy(4);
  const Subtree red = Shade(part), over = Shade(part), by = Shade(part), height = Shade(part);
  std::string mode = random_.OneOf({"normal", "add", "multiply", "screen", "height"});
  if (wish_.folds && random_.Chance(0.5))
    mode = random_.OneOf({"overlay", "soft-light", "darken", "lighten", "difference"});
  json base{{"type", "channels"}, {"red", red.node}, {"green", height.node}, {"blue", 0.3}};
  Subtree subtree{
      {{"type", "blend"}, {"base", base}, {"over", over.node}, {"by", by.node}, {"mode", mode}}};
  if (random_.Chance(0.2)) subtree.node["over"] = "#7a5030";
  if (random_.Chance(0.2)) subtree.node["by"] = random_.Uniform(0, 1);
  subtree.growth = red.growth + over.growth + by.growth + height.growth;
  if (mode == "height") {
    const double width = random_.Uniform(0.3, 1);
    subtree.node["base-height"] = height.node;
    subtree.node["over-height"] = random_.Uniform(0.3, 0.7);
    subtree.node["width"] = width;
    subtree.growth += 1.5 * height.growth / width;
  }
  return subtree;
}

RandomTree::Subtree RandomTree::Adjust(const Budget& budget) {
  const Budget part = budget.DividedBy(3);
  const Subtree red = Shade(part), blue = Shade(part), by = Shade(part);
  const auto scaled = [&](double factor) -> json {
    if (random_.Chance(0.5)) return factor * random_.Uniform(0.1, 0.9);
    return {{"type", "multiply"}, {"a", factor}, {"b", by.node}};
  };
  Subtree subtree{{{"type", "adjust"},
                   {"source",
                    {{"type", "channels"},
                     {"red", red.node},
                     {"green", random_.Uniform(0.2, 0.8)},
                     {"blue", blue.node}}}}};
  if (random_.Chance(0.7)) subtree.node["hue"] = scaled(random_.OneOf({-60.0, 30.0, 120.0}));
  if (random_.Chance(0.5)) subtree.node["chroma"] = scaled(1.2);
  if (random_.Chance(0.5)) subtree.node["lightness"] = scaled(0.2);
  if (random_.Chance(0.5)) subtree.node["brightness"] = scaled(1.5);
  if (random_.Chance(0.5)) subtree.node["contrast"] = scaled(1.2);
  // Below 0, gamma folds.
  if (wish_.folds && random_.Chance(0.3)) subtree.node["gamma"] = random_.Uniform(0.7, 1.2);
  subtree.growth = 3 * (red.growth + blue.growth + by.growth);
  return subtree;
}

}  // namespace cobble::test
