// Random colours. Numbers are moderate, so that their products stay within float32.
#include "support/random/color.h"

#include <algorithm>

namespace cobble::test {

using nlohmann::json;

json RandomColor::Color(int depth) {
  if (depth <= 1) return Literal();
  switch (random_.Integer(0, 7)) {
    case 0:
      return Ramp(depth - 1);
    case 1:
      return Palette(depth - 1);
    case 2:
      return Channels(depth - 1);
    case 3:
    case 4:
      return Blend(depth - 1);
    case 5:
      return Adjust(depth - 1);
    case 6:
      return Blur(depth - 1);
    default:
      return Number(depth - 1);  // grey
  }
}

json RandomColor::Number(int depth) {
  if (depth <= 1) {
    if (random_.Chance(0.3)) return random_.Uniform(-0.5, 1.5);
    return {{"type", "remap"},
            {"source", {{"ref", source_}}},
            {"to", {random_.Uniform(-0.5, 0.4), random_.Uniform(0.6, 1.5)}}};
  }
  if (random_.Chance(0.4)) return {{"type", "luminance"}, {"source", Color(depth - 1)}};
  if (random_.Chance(0.5))
    return {{"type", "channel"},
            {"source", Color(depth - 1)},
            {"channel", random_.OneOf({"red", "green", "blue"})}};
  return Number(1);
}

json RandomColor::Literal() {
  if (random_.Chance(0.3)) return random_.OneOf({"gold", "#8a4230", "navy", "white", "#0f8"});
  const auto channel = [&] { return random_.Uniform(0, random_.Chance(0.2) ? 3 : 1); };
  return {channel(), channel(), channel()};
}

json RandomColor::Ramp(int depth) {
  json stops = json::array();
  double x = random_.Uniform(-0.5, 0.3);
  for (int64_t count = random_.Integer(2, 12); count > 0; --count) {
    stops.push_back({x, Literal()});
    x += random_.Uniform(0.02, 0.4);
  }
  return {{"type", "ramp"},
          {"source", Number(depth)},
          {"stops", stops},
          {"space", random_.OneOf({"oklab", "linear", "srgb"})},
          {"interpolation", random_.OneOf({"linear", "smooth", "step"})}};
}

json RandomColor::Palette(int depth) {
  json colors = json::array();
  for (int64_t count = random_.Integer(1, 20); count > 0; --count) colors.push_back(Literal());
  return {{"type", "palette"}, {"source", Number(depth)}, {"colors", colors}};
}

json RandomColor::Channels(int depth) {
  return {
      {"type", "channels"}, {"red", Number(depth)}, {"green", Number(depth)}, {"blue", Number(1)}};
}

json RandomColor::Blend(int depth) {
  const std::string mode =
      random_.OneOf({"normal", "add", "multiply", "screen", "overlay", "soft-light", "darken",
                     "lighten", "difference", "height"});
  json node{{"type", "blend"}, {"base", Color(depth)}, {"over", Color(depth)}, {"mode", mode}};
  if (random_.Chance(0.7)) node["by"] = Number(depth);
  if (mode != "height") return node;
  node["base-height"] = Number(1);
  node["over-height"] = Number(depth);
  node["width"] = random_.Uniform(0.05, 1);
  return node;
}

json RandomColor::Adjust(int depth) {
  json node{{"type", "adjust"}, {"source", Color(depth)}};
  if (random_.Chance(0.5)) node["hue"] = random_.Uniform(-400, 400);
  if (random_.Chance(0.2)) node["hue"] = {{"type", "multiply"}, {"a", Number(1)}, {"b", 360}};
  if (random_.Chance(0.4)) node["chroma"] = Number(1);
  if (random_.Chance(0.4)) node["lightness"] = Number(1);
  if (random_.Chance(0.3)) node["brightness"] = random_.Uniform(0.3, 2);
  if (random_.Chance(0.3)) node["contrast"] = random_.Uniform(0.3, 2);
  if (random_.Chance(0.3)) node["gamma"] = random_.Uniform(0.4, 2.5);
  return node;
}

// Of few nodes, each of which is computed for every sample.
json RandomColor::Blur(int depth) {
  return {{"type", "blur"},
          {"source", Color(std::min(depth, 2))},
          {"radius", random_.Uniform(0, 0.1)},
          {"samples", random_.Integer(8, 12)}};
}

}  // namespace cobble::test
