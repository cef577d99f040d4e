// The grammar of formulas: operators and atoms.
#include "recipe/formula/parser.h"

#include <algorithm>
#include <cmath>

#include "core/color.h"
#include "core/suggest.h"
#include "recipe/formula/symbols.h"
#include "recipe/formula/tables.h"
#include "recipe/hints/color_hint.h"

namespace cobble {
namespace {

constexpr std::string_view kComparisons[] = {"<", "<=", ">", ">="};

bool IsComparison(const FormulaToken& token) {
  return token.kind == FormulaToken::kPunctuator &&
         std::ranges::count(kComparisons, token.text) > 0;
}

}  // namespace

std::optional<Json> FormulaParser::Read() {
  FormulaValue value;
  const FormulaToken first = in_.token();
  if (first.kind == FormulaToken::kEnd) {
    in_.build.Fail(0,
                   "is empty: a formula is a name, a call or a sum, as in \"2*perlin(4) + 0.1\"");
    return std::nullopt;
  }
  if (!ReadChoice(&value)) return std::nullopt;
  if (in_.token().kind != FormulaToken::kEnd) {
    in_.Unexpected("an operator or the end of the formula");
    return std::nullopt;
  }
  // If a call is the whole formula, its seed depends on the formula's place.
  if (value.has_own_pattern)
    std::erase_if(*value.json.object(),
                  [](const Json::Member& member) { return member.key == "pattern"; });
  return in_.build.Take(&value);
}

bool FormulaParser::ReadChoice(FormulaValue* value) {
  if (!ReadCompare(value)) return false;
  if (!in_.token().Is("?")) return true;
  const std::size_t offset = in_.token().offset;
  FormulaValue a, b;
  in_.Advance();
  if (!in_.EnterNested(offset) || !ReadChoice(&a) || !in_.Expect(":", "\":\" and another value") ||
      !ReadChoice(&b) || !in_.build.Choose(offset, value, &a, &b))
    return false;
  in_.LeaveNested();
  value->end = b.end;
  return true;
}

bool FormulaParser::ReadCompare(FormulaValue* value) {
  if (!ReadSum(value)) return false;
  if (!IsComparison(in_.token())) return true;
  const FormulaToken op = in_.token();
  FormulaValue b;
  in_.Advance();
  if (!ReadSum(&b) || !in_.build.Compare(op.text, op.offset, value, &b)) return false;
  value->end = b.end;
  if (!IsComparison(in_.token())) return true;
  return in_.build.Fail(in_.token().offset, "comparisons cannot be chained",
                        "multiply two of them: (a < b) * (b < c)");
}

bool FormulaParser::ReadSum(FormulaValue* value) {
  if (!ReadProduct(value)) return false;
  while (in_.token().Is("+") || in_.token().Is("-")) {
    const FormulaToken op = in_.token();
    FormulaValue b;
    in_.Advance();
    if (!ReadProduct(&b) || !in_.build.Binary(op.text[0], op.offset, value, &b)) return false;
    value->end = b.end;
  }
  return true;
}

bool FormulaParser::ReadProduct(FormulaValue* value) {
  if (!ReadUnary(value)) return false;
  while (in_.token().Is("*") || in_.token().Is("/") || in_.token().Is("%")) {
    const FormulaToken op = in_.token();
    FormulaValue b;
    in_.Advance();
    if (!ReadUnary(&b) || !in_.build.Binary(op.text[0], op.offset, value, &b)) return false;
    value->end = b.end;
  }
  return true;
}

// A loop: a text may have a million signs.
bool FormulaParser::ReadUnary(FormulaValue* value) {
  const std::size_t begin = in_.token().offset;
  std::vector<std::size_t> minuses;
  while (in_.token().Is("-") || in_.token().Is("+")) {
    if (in_.token().Is("-")) minuses.push_back(in_.token().offset);
    in_.Advance();
  }
  const bool has_sign = in_.token().offset != begin;
  if (!ReadPower(value)) return false;
  if (has_sign) value->has_own_pattern = false;
  if (value->number()) minuses.resize(minuses.size() % 2);  // --1 is 1
  for (auto offset = minuses.rbegin(); offset != minuses.rend(); ++offset)
    if (!in_.build.Negate(*offset, value)) return false;
  value->begin = begin;
  return true;
}

bool FormulaParser::ReadPower(FormulaValue* value) {
  if (!ReadAtom(value)) return false;
  if (!in_.token().Is("^")) return true;
  const std::size_t offset = in_.token().offset;
  FormulaValue exponent;
  in_.Advance();
  if (!in_.EnterNested(offset) || !ReadUnary(&exponent) ||
      !in_.build.Power(offset, value, &exponent))
    return false;
  in_.LeaveNested();
  value->end = exponent.end;
  return true;
}

bool FormulaParser::ReadAtom(FormulaValue* value) {
  value->begin = in_.token().offset;
  value->end = in_.token().end();
  if (in_.token().kind == FormulaToken::kNumber) return ReadNumber(value);
  if (in_.token().kind == FormulaToken::kColor) return ReadColor(value);
  if (in_.token().kind == FormulaToken::kName) return ReadName(value);
  if (in_.token().Is("(")) return ReadGroup(value);
  return in_.Unexpected("a number, a name or a call");
}

bool FormulaParser::ReadNumber(FormulaValue* value) {
  const auto number = ParseFormulaNumber(in_.token().text);
  if (!number)
    return in_.build.Fail(
        in_.token().offset, Quoted(in_.token().text) + " is not a number",
        NumberHint(in_.token().text, in_.build.site().names, in_.context.may_be_color));
  if (!std::isfinite(*number))
    return in_.build.Fail(in_.token().offset, Quoted(in_.token().text) + " is too large",
                          "write a number up to 1.7e308");
  in_.build.Number(*number, in_.token().offset, value);
  in_.Advance();
  return true;
}

bool FormulaParser::ReadColor(FormulaValue* value) {
  if (!ParseColor(in_.token().text))
    return in_.build.Fail(in_.token().offset, Quoted(in_.token().text) + " is not a colour",
                          ColorHint(in_.token().text));
  value->json = Json{std::string(in_.token().text), in_.build.PlaceAt(in_.token().offset)};
  value->is_color = true;
  in_.Advance();
  return true;
}

bool FormulaParser::ReadGroup(FormulaValue* value) {
  const std::size_t begin = in_.token().offset;
  if (!in_.Enter(begin)) return false;
  in_.Advance();
  if (!ReadChoice(value)) return false;
  value->begin = begin;
  value->end = in_.token().end();
  if (!in_.Expect(")", "an operator or \")\"")) return false;
  in_.Leave();
  return true;
}

bool FormulaParser::ReadName(FormulaValue* value) {
  const FormulaToken name = in_.token();
  in_.Advance();
  if (in_.token().Is("(")) return calls_.Read(name, value);
  const FormulaNames& names = in_.build.site().names;
  const Place place = in_.build.PlaceAt(name.offset);
  if (const auto number = names.NumberOf(name.text)) {
    in_.build.Number(*number, name.offset, value);
  } else if (names.Use(name.text)) {
    value->json = Json{Json::Object(), place};
    value->json.Add("ref", Json{std::string(name.text), place});
    value->depth = 1;
  } else if (IsFormulaAxis(name.text)) {
    FormulaValue axis;
    axis.json = Json{std::string(name.text), place};
    return in_.build.Node("coordinate", name.offset, {{"axis", &axis}}, value);
  } else if (const auto constant = FormulaConstant(name.text)) {
    in_.build.Number(*constant, name.offset, value);
  } else if (ParseColor(name.text)) {
    value->json = Json{std::string(name.text), place};
    value->is_color = true;
  } else {
    // "a = 3", "float a = 3"
    if (in_.brackets() == 0 && in_.IsKeyNext()) in_.Advance();
    return in_.brackets() == 0 && in_.token().Is("=")
               ? in_.Unexpected("an operator or the end of the formula")
               : FailUnknownName(name);
  }
  return true;
}

bool FormulaParser::FailUnknownName(const FormulaToken& name) {
  if (!in_.build.Accepts(name.offset)) return false;
  return in_.build.Fail(name.offset, "unknown name " + Quoted(name.text),
                        name.text.size() > kMaxHintedName
                            ? Phrase("write a difference with blanks, a - b")
                            : NameHint(name.text, in_.ContextBehind(name)));
}

}  // namespace cobble
