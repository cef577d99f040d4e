// The tokens, operators and atoms of formulas.
#include "recipe/formula/parser.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/color.h"
#include "core/suggest.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

constexpr std::string_view kComparisons[] = {"<", "<=", ">", ">="};

bool IsComparison(const FormulaToken& token) {
  return token.kind == FormulaToken::kPunctuator &&
         std::ranges::count(kComparisons, token.text) > 0;
}

// Returns whether the name between two tokens is an operand, which is not a colour.
bool IsOperand(const FormulaToken& before, const FormulaToken& after) {
  constexpr std::string_view kBefore = "+-*/%^<>", kAfter = "+-*/%^<>?";
  const auto is_one_of = [](const FormulaToken& token, std::string_view operators) {
    return token.kind == FormulaToken::kPunctuator && !token.text.empty() &&
           operators.find(token.text.front()) != operators.npos;
  };
  return is_one_of(before, kBefore) || is_one_of(after, kAfter);
}

}  // namespace

bool FormulaParser::IsKeyNext() const {
  if (token_.kind != FormulaToken::kName) return false;
  FormulaScanner ahead = scanner_;
  return ahead.Next().Is("=");
}

bool FormulaParser::Expect(std::string_view punctuator, std::string_view expected) {
  if (!token_.Is(punctuator)) return Unexpected(expected);
  Advance();
  return true;
}

bool FormulaParser::Enter(std::size_t offset) {
  if (++brackets_ <= kMaxFormulaBrackets) return true;
  return build_.Fail(
      offset, "nested deeper than " + std::to_string(kMaxFormulaBrackets) + " brackets and calls",
      "name a part of it in \"nodes\"");
}

bool FormulaParser::EnterNested(std::size_t offset) {
  if (++nested_ <= kMaxFormulaDepth) return true;
  return build_.Fail(offset, "nested deeper than " + std::to_string(kMaxFormulaDepth) + " levels",
                     "name a part of it in \"nodes\"");
}

bool FormulaParser::Unexpected(std::string_view expected) {
  const std::string wanted(expected);
  if (token_.kind == FormulaToken::kText &&
      (token_.text.size() < 2 || token_.text.back() != token_.text.front()))
    return Fail("missing closing quote");
  return Fail(token_.kind == FormulaToken::kEnd
                  ? "the formula ends where " + wanted + " is expected"
                  : "unexpected " + TokenText(token_) + ", expected " + wanted,
              UnexpectedHint({build_.text(), expected, token_, before_, brackets_, IsKeyNext()}));
}

NameContext FormulaParser::ContextBehind(const FormulaToken& name) const {
  return {build_.site().names,
          build_.text().substr(name.end(), kMaxHintedName),
          context_.may_be_color,
          context_.is_color_value,
          build_.site().pointer,
          build_.PlaceAt(name.offset).is_flag(),
          is_number_};
}

bool FormulaParser::ReadWhole(const Field* field, FormulaValue* value) {
  is_number_ = field && IsValue(field->type);
  if (token_.kind == FormulaToken::kEnd)
    return build_.Fail(
        0, "is empty: a formula is a name, a call or a sum, as in \"2*perlin(4) + 0.1\"");
  if (!(field ? ReadValue(*field, value) : ReadChoice(value))) return false;
  return token_.kind == FormulaToken::kEnd || Unexpected("an operator or the end of the formula");
}

std::optional<Json> FormulaParser::Read(const Field* field) {
  FormulaValue value;
  if (!ReadWhole(field, &value)) return std::nullopt;
  // If a call is the whole formula, its seed depends on the formula's place.
  if (value.has_own_pattern && !build_.site().scope)
    std::erase_if(*value.json.object(),
                  [](const Json::Member& member) { return member.key == "pattern"; });
  return build_.Take(&value);
}

bool FormulaParser::ReadChoice(FormulaValue* value) {
  if (!ReadCompare(value)) return false;
  if (!token_.Is("?")) return true;
  const std::size_t offset = token_.offset;
  const std::size_t begin = value->begin;
  FormulaValue a, b;
  Advance();
  if (!EnterNested(offset) || !ReadChoice(&a) || !Expect(":", "\":\" and another value") ||
      !ReadChoice(&b) || !build_.Choose(offset, value, &a, &b))
    return false;
  LeaveNested();
  value->begin = begin;
  value->end = b.end;
  return true;
}

bool FormulaParser::ReadCompare(FormulaValue* value) {
  if (!ReadSum(value)) return false;
  if (!IsComparison(token_)) return true;
  const FormulaToken op = token_;
  FormulaValue b;
  Advance();
  if (!ReadSum(&b) || !build_.Compare(op.text, op.offset, value, &b)) return false;
  value->end = b.end;
  if (!IsComparison(token_)) return true;
  return Fail("comparisons cannot be chained", "multiply two of them: (a < b) * (b < c)");
}

bool FormulaParser::ReadSum(FormulaValue* value) {
  return ReadChain("+-", &FormulaParser::ReadProduct, value);
}

bool FormulaParser::ReadProduct(FormulaValue* value) {
  return ReadChain("*/%", &FormulaParser::ReadUnary, value);
}

bool FormulaParser::ReadChain(std::string_view operators,
                              bool (FormulaParser::*read)(FormulaValue*), FormulaValue* value) {
  if (!(this->*read)(value)) return false;
  while (token_.kind == FormulaToken::kPunctuator &&
         operators.find(token_.text) != operators.npos) {
    const FormulaToken op = token_;
    FormulaValue b;
    Advance();
    if (!(this->*read)(&b) || !build_.Binary(op.text[0], op.offset, value, &b)) return false;
    value->end = b.end;
  }
  return true;
}

// A loop: a text may have a million signs.
bool FormulaParser::ReadUnary(FormulaValue* value) {
  const std::size_t begin = token_.offset;
  std::vector<std::size_t> minuses;
  while (token_.Is("-") || token_.Is("+")) {
    if (token_.Is("-")) minuses.push_back(token_.offset);
    Advance();
  }
  const bool has_sign = token_.offset != begin;
  if (!ReadPower(value)) return false;
  if (has_sign) value->has_own_pattern = false;
  if (value->number()) minuses.resize(minuses.size() % 2);  // --1 is 1
  for (auto offset = minuses.rbegin(); offset != minuses.rend(); ++offset)
    if (!build_.Negate(*offset, value)) return false;
  value->begin = begin;
  value->end = before_.end();
  return true;
}

bool FormulaParser::ReadPower(FormulaValue* value) {
  if (!ReadAtom(value)) return false;
  if (!token_.Is("^")) return true;
  const std::size_t offset = token_.offset;
  FormulaValue exponent;
  Advance();
  if (!EnterNested(offset) || !ReadUnary(&exponent) || !build_.Power(offset, value, &exponent))
    return false;
  LeaveNested();
  value->end = exponent.end;
  return true;
}

bool FormulaParser::ReadAtom(FormulaValue* value) {
  value->begin = token_.offset;
  value->end = token_.end();
  if (token_.kind == FormulaToken::kNumber) return ReadNumber(value);
  if (token_.kind == FormulaToken::kColor) return ReadColor(value);
  if (token_.kind == FormulaToken::kName) return ReadName(value);
  if (token_.Is("(")) return ReadGroup(value);
  return Unexpected("a number, a name or a call");
}

bool FormulaParser::ReadNumber(FormulaValue* value) {
  const auto number = ParseFormulaNumber(token_.text);
  if (!number)
    return Fail(Quoted(token_.text) + " is not a number",
                NumberHint(token_.text, build_.site().names, context_.may_be_color));
  if (!std::isfinite(*number))
    return Fail(Quoted(token_.text) + " is too large", "write a number up to 1.7e308");
  build_.Number(*number, token_.offset, value);
  Advance();
  return true;
}

bool FormulaParser::ReadColor(FormulaValue* value) {
  if (!ParseColor(token_.text))
    return Fail(Quoted(token_.text) + " is not a colour", ColorHint(token_.text));
  value->json = Json{std::string(token_.text), build_.PlaceAt(token_.offset)};
  value->is_color = true;
  Advance();
  return true;
}

bool FormulaParser::ReadGroup(FormulaValue* value) {
  const std::size_t begin = token_.offset;
  if (!Enter(begin)) return false;
  Advance();
  if (!ReadChoice(value)) return false;
  value->begin = begin;
  value->end = token_.end();
  if (!Expect(")", "an operator or \")\"")) return false;
  Leave();
  return true;
}

bool FormulaParser::ReadName(FormulaValue* value) {
  const FormulaToken name = token_, before = before_;
  Advance();
  if (token_.Is("(")) return ReadCall(name, value);
  const FormulaNames& names = build_.site().names;
  const FormulaScope* const scope = build_.site().scope;  // sees no nodes of the recipe
  const Place place = build_.PlaceAt(name.offset);
  const auto set_ref = [&] {
    value->json = Json{Json::Object(), place};
    value->json.Add("ref", Json{std::string(name.text), place});
    value->depth = 1;
  };
  const std::string& at = build_.site().pointer;
  const bool may_be_color = context_.may_be_color && !IsOperand(before, token_);
  const bool is_map =
      !scope && !context_.is_color_value && names.IsMap(name.text, at, may_be_color);
  const bool is_in_map = !MapOfPointer(at).empty();
  if (const auto* const bound = scope ? scope->Find(name.text) : nullptr) {
    return TakeBound(name, *bound, value);
  } else if (const auto number = scope ? std::nullopt : names.NumberOf(name.text)) {
    build_.Number(*number, name.offset, value);
  } else if (!scope && names.Use(name.text)) {
    set_ref();
  } else if (const Json* const knob = names.KnobOf(name.text)) {
    if (knob->number()) {
      build_.Number(*knob->number(), name.offset, value);
    } else {
      value->json = *knob;
      value->json.place = place;
      value->is_color = true;
    }
  } else if (is_map && is_in_map) {
    set_ref();
  } else if (IsFormulaAxis(name.text)) {
    FormulaValue axis;
    axis.json = Json{std::string(name.text), place};
    return build_.Node("coordinate", name.offset, {{"axis", &axis}}, value);
  } else if (const auto constant = FormulaConstant(name.text)) {
    build_.Number(*constant, name.offset, value);
  } else if (ParseColor(name.text)) {
    value->json = Json{ColorNamed(name.text), place};
    value->is_color = true;
  } else if (is_map) {  // in a node, after what the name has meant there before maps had names
    set_ref();
  } else {
    // "a = 3", "float a = 3"
    if (brackets_ == 0 && IsKeyNext()) Advance();
    return brackets_ == 0 && token_.Is("=") ? Unexpected("an operator or the end of the formula")
                                            : FailUnknownName(name);
  }
  return true;
}

// Returns a colour's name or, in a function, its digits if a node of the recipe has that name.
std::string FormulaParser::ColorNamed(std::string_view name) const {
  const FormulaSite& site = build_.site();
  const bool is_taken = site.scope != nullptr && site.names.Contains(name);
  return is_taken ? *HexOf(*ParseColor(name)) : std::string(name);
}

bool FormulaParser::TakeBound(const FormulaToken& name, const FormulaScope::Bound& bound,
                              FormulaValue* value) {
  const auto color =
      bound.value.json.is_null() && bound.word ? ParseColor(*bound.word) : std::nullopt;
  if (const double* const number = bound.value.number()) {
    build_.Number(*number, name.offset, value);
  } else if (color) {
    value->json = Json{ColorNamed(*bound.word), build_.PlaceAt(name.offset)};
    value->is_color = true;
  } else if (!bound.value.json.is_null()) {
    if (bound.value.json.Find("type") && !build_.CountNode(name.offset)) return false;
    const std::size_t begin = value->begin, end = value->end;
    *value = bound.value;
    value->begin = begin;
    value->end = end;
    value->has_own_pattern = false;
  } else if (bound.faults && !bound.faults->empty()) {
    if (build_.site().faults) build_.site().faults->AddAll(*bound.faults);
    return false;
  } else {
    return build_.Fail(name.offset, Quoted(name.text) + " is the text " + Quoted(*bound.word) +
                                        ", but a node, a number or a colour is needed");
  }
  return true;
}

bool FormulaParser::FailUnknownName(const FormulaToken& name) {
  if (!build_.Accepts(name.offset)) return false;
  const FormulaNames& names = build_.site().names;
  const bool is_node = names.Contains(name.text);
  if (build_.site().scope && (is_node || names.IsMap(name.text, "/nodes/", false)))
    return build_.Fail(name.offset,
                       "a function does not see " + Quoted(name.text) + ", a " +
                           (is_node ? "node" : "map") + " of the recipe",
                       "make it a parameter, and give it in the call");
  return build_.Fail(name.offset, "unknown name " + Quoted(name.text),
                     name.text.size() > kMaxHintedName
                         ? Phrase("write a difference with blanks, a - b")
                         : NameHint(name.text, ContextBehind(name)));
}

// A call without arguments.
bool IsTypeAlone(std::string_view formula, const FormulaNames& names) {
  const std::string_view name = WithoutBlanks(formula);
  const NodeSpec* const spec = FindNodeSpec(name);
  return spec && spec->name != kRefType && !names.Contains(name);
}

Json AsCall(const Json& formula, const FormulaSite& site) {
  const std::string& text = *formula.text();
  Json call = formula;
  const bool is_type = IsTypeAlone(text, site.names) && !site.scope->Find(WithoutBlanks(text));
  if (is_type) call.value = std::string(WithoutBlanks(text)) + "()";
  return call;
}

Json ExpandFormula(const Json& json, const FormulaSite& site) {
  if (const std::string& text = *json.text(); !site.scope && IsTypeAlone(text, site.names)) {
    Json node{Json::Object(), json.place};
    node.Add("type", Json{std::string(WithoutBlanks(text)), json.place});
    return node;
  }
  const Json call = site.scope ? AsCall(json, site) : Json();
  if (auto expanded = FormulaParser(site, site.scope ? call : json).Read())
    return std::move(*expanded);
  Json unread{Json::Object(), json.place};
  unread.replaces = unread.is_unread = true;
  return unread;
}

Json ExpandValueFormula(const Field& field, const Json& json, const FormulaSite& site) {
  if (auto expanded = FormulaParser(site, json).Read(&field)) return std::move(*expanded);
  Json unread{std::monostate(), json.place};
  unread.is_unread = true;
  return unread;
}

}  // namespace cobble
