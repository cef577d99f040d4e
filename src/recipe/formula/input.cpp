// The tokens of a formula, and errors about them.
#include "recipe/formula/input.h"

#include <string>
#include <utility>

#include "recipe/formula/symbols.h"
#include "recipe/formula/tables.h"

namespace cobble {

bool FormulaInput::IsKeyNext() const {
  if (token_.kind != FormulaToken::kName) return false;
  FormulaScanner ahead = scanner_;
  return ahead.Next().Is("=");
}

bool FormulaInput::Expect(std::string_view punctuator, std::string_view expected) {
  if (!token_.Is(punctuator)) return Unexpected(expected);
  Advance();
  return true;
}

bool FormulaInput::Enter(std::size_t offset) {
  if (++brackets_ <= kMaxFormulaBrackets) return true;
  return build.Fail(
      offset, "nested deeper than " + std::to_string(kMaxFormulaBrackets) + " brackets and calls",
      "name a part of it in \"nodes\"");
}

bool FormulaInput::EnterNested(std::size_t offset) {
  if (++nested_ <= kMaxFormulaDepth) return true;
  return build.Fail(offset, "nested deeper than " + std::to_string(kMaxFormulaDepth) + " levels",
                    "name a part of it in \"nodes\"");
}

bool FormulaInput::Unexpected(std::string_view expected) {
  if (token_.kind == FormulaToken::kText &&
      (token_.text.size() < 2 || token_.text.back() != token_.text.front()))
    return build.Fail(token_.offset, "missing closing quote");
  std::string hint =
      UnexpectedHint({build.text(), expected, token_, before_, brackets_, IsKeyNext()});
  if (token_.kind == FormulaToken::kEnd)
    return build.Fail(token_.offset,
                      "the formula ends where " + std::string(expected) + " is expected",
                      std::move(hint));
  return build.Fail(token_.offset,
                    "unexpected " + TokenText(token_) + ", expected " + std::string(expected),
                    std::move(hint));
}

NameContext FormulaInput::ContextBehind(const FormulaToken& name) const {
  return {build.site().names,   build.text().substr(name.end(), kMaxHintedName),
          context.may_be_color, context.is_color_value,
          build.site().pointer, build.PlaceAt(name.offset).is_flag()};
}

}  // namespace cobble
