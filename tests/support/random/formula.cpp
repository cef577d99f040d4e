// Makes random formulas from left to right, since calls are counted in that order.
#include "support/random/formula.h"

#include <map>
#include <utility>

namespace cobble::test {
namespace {

using nlohmann::json;

json Node(const char* type, json members) {
  members["type"] = type;
  return members;
}

}  // namespace

RandomFormula::Part RandomFormula::Make(int depth) {
  calls_.clear();
  return Operator(depth);
}

RandomFormula::Part RandomFormula::Any(int depth) {
  if (depth <= 0) return Leaf();
  switch (random_.Integer(0, 9)) {
    case 0:
      return Leaf();
    case 1:
      return Sign(depth);
    case 2:
      return Power(depth);
    case 3:
      return Comparison(depth);
    case 4:
      return Choice(depth);
    case 5:
      return Function(depth);
    case 6:
      return Call(depth);
    default:
      return Operator(depth);
  }
}

RandomFormula::Part RandomFormula::Leaf() {
  if (random_.Chance(0.5)) return Noise();
  if (random_.Chance(0.5)) {
    const std::string axis = random_.OneOf<const char*>({"x", "y", "z"});
    return {axis, Node("coordinate", {{"axis", axis}})};
  }
  const std::string name = random_.OneOf<const char*>({"rock", "moss-noise", "my rock"});
  return {name == "my rock" ? "ref('my rock')" : name, {{"ref", name}}};
}

RandomFormula::Part RandomFormula::Noise() {
  const std::string type = random_.OneOf<const char*>({"perlin", "simplex", "value", "voronoi"});
  json node = Node(type.c_str(), {{"frequency", random_.Integer(1, 8)}});
  std::string text = type + "(" + Blank();
  const bool is_by_key = random_.Chance(0.3);
  text += is_by_key ? "frequency" + Blank() + "=" + Blank() : "";
  if (random_.Chance(0.2)) node["frequency"] = {node["frequency"], random_.Integer(1, 8)};
  text += node["frequency"].dump();
  if (type == "voronoi" && random_.Chance(0.5)) {
    node["function"] = random_.OneOf<const char*>({"F1", "F2-F1", "edge", "u", "v"});
    text += is_by_key ? ", function=" : ", ";
    text += node["function"].get<std::string>();
  }
  const int place = ++calls_[type];
  if (random_.Chance(0.2)) {
    node["seed"] = random_.Integer(0, 1000);
    text += "," + Blank() + "seed=" + std::to_string(node["seed"].get<int>());
  } else {
    node["pattern"] = pointer_ + " " + type + " " + std::to_string(place);
  }
  return {text + Blank() + ")", std::move(node)};
}

// A number that is exact as text and as a double.
RandomFormula::Part RandomFormula::Number() {
  const int64_t eighths = random_.Integer(1, 80);
  const auto value = static_cast<double>(eighths) / 8;
  return {json(value).dump(), value};
}

RandomFormula::Part RandomFormula::Operator(int depth) {
  const bool is_sum = random_.Chance(0.5);
  const char op = is_sum ? random_.OneOf({'+', '-'}) : random_.OneOf({'*', '/', '%'});
  const Binding binding = is_sum ? kSum : kProduct;
  const Binding above = is_sum ? kProduct : kUnary;
  const bool has_number_first = random_.Chance(0.2);
  const bool has_number_second =
      op == '/' || op == '%' || (!has_number_first && random_.Chance(0.2));
  Part a = has_number_first && !has_number_second ? Number() : Any(depth - 1);
  Part b = has_number_second ? Number() : Any(depth - 1);
  const std::map<char, const char*> types{
      {'+', "add"}, {'-', "subtract"}, {'*', "multiply"}, {'/', "divide"}, {'%', "modulo"}};
  const std::string before = Bracketed(a, binding);
  // Between two names, a hyphen would be part of a name.
  const std::string blank = op == '-' ? " " : Blank();
  return {before + blank + op + blank + Bracketed(b, above),
          Node(types.at(op), {{"a", std::move(a.node)}, {"b", std::move(b.node)}}), binding};
}

RandomFormula::Part RandomFormula::Sign(int depth) {
  Part a = Any(depth - 1);
  const std::string text = "-" + Blank() + Bracketed(a, kUnary);
  return {text, Node("multiply", {{"a", std::move(a.node)}, {"b", -1}}), kUnary};
}

RandomFormula::Part RandomFormula::Power(int depth) {
  Part a = Any(depth - 1);
  const int exponent = static_cast<int>(random_.Integer(2, 3));
  std::string text = Bracketed(a, kAtom) + Blank() + "^" + Blank() + std::to_string(exponent);
  json source = exponent == 2 ? Node("abs", {{"source", std::move(a.node)}}) : std::move(a.node);
  return {std::move(text), Node("power", {{"source", std::move(source)}, {"exponent", exponent}}),
          kPower};
}

RandomFormula::Part RandomFormula::Comparison(int depth) {
  const std::string op = random_.OneOf<const char*>({"<", "<=", ">", ">="});
  Part a = Any(depth - 1), b = Any(depth - 1);
  std::string text = Bracketed(a, kSum) + Blank() + op + Blank() + Bracketed(b, kSum);
  const bool is_of_a = op == ">=" || op == "<";
  json difference =
      Node("subtract", {{"a", is_of_a ? a.node : b.node}, {"b", is_of_a ? b.node : a.node}});
  json node = Node("threshold", {{"source", std::move(difference)}, {"level", 0}, {"softness", 0}});
  if (op.size() == 1) node = Node("subtract", {{"a", 1}, {"b", std::move(node)}});
  return {std::move(text), std::move(node), kCompare};
}

RandomFormula::Part RandomFormula::Choice(int depth) {
  Part condition = Any(depth - 1), a = Any(depth - 1), b = Any(depth - 1);
  std::string text = Bracketed(condition, kCompare) + Blank() + "?" + Blank() +
                     Bracketed(a, kChoice) + Blank() + ":" + Blank() + Bracketed(b, kChoice);
  return {
      std::move(text),
      Node("mix",
           {{"a", std::move(b.node)}, {"b", std::move(a.node)}, {"by", std::move(condition.node)}}),
      kChoice};
}

// Functions that are not a type of node.
RandomFormula::Part RandomFormula::Function(int depth) {
  Part a = Any(depth - 1);
  const std::string argument = "(" + Blank() + Bracketed(a, kChoice) + Blank() + ")";
  switch (random_.Integer(0, 3)) {
    case 0:
      return {"saturate" + argument,
              Node("clamp", {{"source", std::move(a.node)}, {"low", 0}, {"high", 1}})};
    case 1:
      return {"fract" + argument, Node("modulo", {{"a", std::move(a.node)}, {"b", 1}})};
    case 2: {
      Part b = Any(depth - 1), t = Any(depth - 1);
      std::string text = "lerp(" + a.text + "," + b.text + "," + t.text + ")";
      return {std::move(text), Node("mix", {{"a", std::move(a.node)},
                                            {"b", std::move(b.node)},
                                            {"by", std::move(t.node)}})};
    }
    default: {
      Part b = Any(depth - 1), c = Any(depth - 1);
      std::string text = "max(" + a.text + "," + b.text + "," + c.text + ")";
      json both = Node("max", {{"a", std::move(a.node)}, {"b", std::move(b.node)}});
      return {std::move(text), Node("max", {{"a", std::move(both)}, {"b", std::move(c.node)}})};
    }
  }
}

// Masks, and blur, whose sources are computed many times.
RandomFormula::Part RandomFormula::Mask() {
  Part a = Any(1);
  switch (random_.Integer(0, 2)) {
    case 0:
      return {"blur(" + a.text + ", 0.02, samples=2^3)",
              Node("blur", {{"source", std::move(a.node)}, {"radius", 0.02}, {"samples", 8}})};
    case 1:
      return {"slope-of(" + a.text + "," + Blank() + "magnitude, radius=.0625)",
              Node("slope-of",
                   {{"source", std::move(a.node)}, {"measure", "magnitude"}, {"radius", 0.0625}})};
    default:
      return {"curvature-of(radius=2^-4," + Blank() + "source=" + a.text + ")",
              Node("curvature-of", {{"source", std::move(a.node)}, {"radius", 0.0625}})};
  }
}

// Types of nodes, by place and by key.
RandomFormula::Part RandomFormula::Call(int depth) {
  if (random_.Chance(0.2)) return Mask();
  Part a = Any(depth - 1);
  switch (random_.Integer(0, 4)) {
    case 0:
      return {"clamp(" + a.text + ", -0.5, high=.5)",
              Node("clamp", {{"source", std::move(a.node)}, {"low", -0.5}, {"high", 0.5}})};
    case 1:
      return {"remap(" + a.text + ", [-1, 1], [0, 2*3])",
              Node("remap", {{"source", std::move(a.node)}, {"from", {-1, 1}}, {"to", {0, 6}}})};
    case 2:
      return {"terrace(levels=3+2, source=" + a.text + ")",
              Node("terrace", {{"source", std::move(a.node)}, {"levels", 5}})};
    case 3: {
      Part b = Any(depth - 1);
      std::string text = "warp(" + a.text + ", [" + b.text + ", 0.5], 0.25)";
      return {std::move(text), Node("warp", {{"source", std::move(a.node)},
                                             {"by", json::array({std::move(b.node), 0.5})},
                                             {"amount", 0.25}})};
    }
    default: {
      Part b = Any(depth - 1);
      std::string text = "smooth-min(" + a.text + ", " + b.text + ", width=2^-3)";
      return {std::move(text),
              Node("smooth-min",
                   {{"a", std::move(a.node)}, {"b", std::move(b.node)}, {"width", 0.125}})};
    }
  }
}

std::string RandomFormula::Bracketed(const Part& part, Binding minimum) {
  if (part.binding >= minimum && random_.Chance(0.8)) return part.text;
  return "(" + Blank() + part.text + Blank() + ")";
}

}  // namespace cobble::test
