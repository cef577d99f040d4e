// Lookup of node types, and the symbols in their formulas.
#include "recipe/fields/node_spec.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace cobble {
namespace {

constexpr std::array kSymbols{
    Symbol{"s", "s: the value of source"},
    Symbol{"lo", "lo..hi: the bounds of source"},
    Symbol{"lo(", "lo(a)..hi(a): the bounds of a"},
    Symbol{"P", "P: the position"},
    Symbol{"A", "A: the sum of all a_o"},
    Symbol{"clamp01(", "clamp01(x) = min(max(x, 0), 1)"},
    Symbol{"S(", "S(t) = t^2 (3 - 2 t)"},
    Symbol{"q(", "q(t) = t^3 (6 t^2 - 15 t + 10)"},
};

std::vector<const NodeSpec*> SpecsOf(bool noises) {
  std::vector<const NodeSpec*> specs;
  for (const NodeSpec* spec : NodeSpecs())
    if (spec->noise.has_value() == noises) specs.push_back(spec);
  return specs;
}

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// "lo(a)" contains "lo(" but not "lo".
bool ContainsWord(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    const std::string_view rest = text.substr(at + word.size());
    const bool begins = at == 0 || !IsLetter(text[at - 1]);
    const bool ends =
        word.ends_with('(') || rest.empty() || (!IsLetter(rest.front()) && rest.front() != '(');
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

std::vector<const NodeSpec*> NoiseSpecs() { return SpecsOf(true); }
std::vector<const NodeSpec*> OperationSpecs() { return SpecsOf(false); }

std::optional<int> NodeTypeNumber(std::string_view name) {
  static const auto numbers = [] {
    std::unordered_map<std::string_view, int> all;
    for (const NodeSpec* spec : NodeSpecs()) all.emplace(spec->name, static_cast<int>(all.size()));
    return all;
  }();
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

const NodeSpec* FindNodeSpec(std::string_view name) {
  const auto number = NodeTypeNumber(name);
  return number ? NodeSpecs()[static_cast<std::size_t>(*number)] : nullptr;
}

bool IsColorWith(const NodeSpec& spec, std::string_view choice) {
  if (spec.color_choice.word.empty()) return spec.is_color;
  return choice == spec.color_choice.text;
}

bool StandsAlone(const NodeSpec& spec) {
  return std::ranges::none_of(spec.fields, &Field::required);
}

bool HasTurbulence(const NodeSpec& spec) {
  return std::ranges::find(spec.fields, "turbulence", &Field::key) != spec.fields.end();
}

std::span<const Symbol> Symbols() { return kSymbols; }

std::vector<std::string_view> MeaningsIn(const NodeSpec& spec) {
  std::vector<std::string_view> meanings;
  for (const auto& [word, meaning] : kSymbols) {
    if (ContainsWord(spec.value, word) || ContainsWord(spec.bounds, word))
      meanings.push_back(meaning);
  }
  return meanings;
}

}  // namespace cobble
