// The table of operations.
#include "recipe/operations.h"

#include <algorithm>
#include <array>

namespace cobble {
namespace {

constexpr std::array kOperations{
    Operation{NodeType::kConstant, "the same value everywhere", "value", "value alone"},
    Operation{NodeType::kAdd, "the sum of two inputs", "a + b", "lo(a) + lo(b) to hi(a) + hi(b)"},
    Operation{NodeType::kSubtract, "the difference of two inputs", "a - b",
              "lo(a) - hi(b) to hi(a) - lo(b)"},
    Operation{NodeType::kMultiply, "the product of two inputs", "a b",
              "the least and the greatest product of a bound of a and one of b"},
    Operation{NodeType::kMin, "the smaller of two inputs", "min(a, b); a on a tie",
              "min(lo(a), lo(b)) to min(hi(a), hi(b))"},
    Operation{NodeType::kMax, "the larger of two inputs", "max(a, b); a on a tie",
              "max(lo(a), lo(b)) to max(hi(a), hi(b))"},
    Operation{NodeType::kSmoothMin, "the smaller of two inputs, without a crease where they cross",
              "min(a, b) - width h^2/4, h = max(1 - abs(a - b)/width, 0)",
              "min(lo(a), lo(b)) - width/4 to min(hi(a), hi(b))"},
    Operation{NodeType::kSmoothMax, "the larger of two inputs, without a crease where they cross",
              "max(a, b) + width h^2/4, h = max(1 - abs(a - b)/width, 0)",
              "max(lo(a), lo(b)) to max(hi(a), hi(b)) + width/4"},
    Operation{NodeType::kMix, "from one input to another, as a third says",
              "a + (b - a) clamp01(by)", "min(lo(a), lo(b)) to max(hi(a), hi(b))"},
    Operation{NodeType::kAbs, "the value without its sign: folds at 0", "abs(s), slope 0 at 0",
              "the least and the greatest abs(s) of lo..hi"},
    Operation{NodeType::kInvert, "upside down, within the same bounds", "lo + hi - s", "lo..hi"},
    Operation{NodeType::kPower, "a power that keeps the sign: flattens or steepens about 0",
              "sign(s) abs(s)^exponent, slope 0 at 0 unless exponent is 1",
              "what lo and hi become"},
    Operation{NodeType::kClamp, "limited to low..high, and level there", "min(max(s, low), high)",
              "lo and hi, limited alike"},
    Operation{
        NodeType::kRemap, "stretched from one pair of values to another, not limited",
        "c + (s - a)(d - c)/(b - a), from = [a, b] or else [lo, hi], to = [c, d]; c where lo is hi",
        "what lo and hi become"},
    Operation{NodeType::kSmoothstep, "0 up to low, 1 from high on, a smooth rise between",
              "S(clamp01((s - low)/(high - low)))", "0..1"},
    Operation{NodeType::kRidge, "sharp crests where the source is 0, valleys where it is 1 or -1",
              "(1 - abs(s))^2", "the least and the greatest (1 - abs(s))^2 of lo..hi"},
    Operation{NodeType::kThreshold, "1 where the source is above a level, 0 below, a soft edge",
              "S(clamp01((s - level)/softness + 0.5)); softness 0: 1 where s >= level, else 0",
              "0..1"},
    Operation{NodeType::kTerrace, "steps: levels of equal height with rises between",
              "lo + (hi - lo)(floor(u) + (1 - sharpness) f + sharpness q(f))/levels, "
              "u = levels (s - lo)/(hi - lo), f = u - floor(u); lo where lo is hi",
              "lo..hi"},
    Operation{NodeType::kCurve, "a curve through points, as picture editors have it",
              "y at x = s of the monotone cubic (Fritsch-Carlson) through points, constant beyond "
              "them",
              "the least and the greatest y of points"},
    Operation{NodeType::kWarp, "the source sampled at places that other inputs push about",
              "source at P + amount (by_x, by_y, by_z), by taken at P", "lo..hi"},
    Operation{NodeType::kTransform, "the source moved, turned and scaled, as domain does with all",
              "source at translate + R (scale P), R the rotation by rotate", "lo..hi"},
    Operation{NodeType::kFractal,
              "the source summed at finer and finer scales: octaves of any tree",
              "n_o = source at P lacunarity^o, with seeds of its own, 0 <= o < octaves; a_o = "
              "persistence^o; "
              "fbm: sum a_o n_o / A; "
              "ridged: sum a_o r_o / A, r_o = (offset - abs(n_o))^2 clamp01(gain r_(o-1)), r_0 "
              "without its factor; "
              "hybrid: sum w_o m_o / A, m_o = a_o (n_o + offset), w_0 = 1, "
              "w_o = min(w_(o-1) m_(o-1), 1)",
              "the same formulas over intervals"},
    Operation{NodeType::kRef, "the node of that name in nodes; asked twice, computed once",
              "the value of that node", "the bounds of that node"},
};

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

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// As a whole word; "lo" is not in "lo(a)", and "lo(" is.
bool Holds(std::string_view text, std::string_view word) {
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

std::span<const Operation> Operations() { return kOperations; }

const Operation* FindOperation(NodeType type) {
  const auto* const found = std::ranges::find(kOperations, type, &Operation::type);
  return found == kOperations.end() ? nullptr : found;
}

std::span<const Symbol> Symbols() { return kSymbols; }

std::vector<std::string_view> MeaningsIn(const Operation& operation) {
  std::vector<std::string_view> meanings;
  for (const auto& [word, meaning] : kSymbols) {
    if (Holds(operation.value, word) || Holds(operation.bounds, word)) meanings.push_back(meaning);
  }
  return meanings;
}

}  // namespace cobble
