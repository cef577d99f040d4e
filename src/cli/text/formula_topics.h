// What cobble explain says of formulas: of the language, and of a function or an operator.
#ifndef COBBLE_CLI_TEXT_FORMULA_TOPICS_H_
#define COBBLE_CLI_TEXT_FORMULA_TOPICS_H_

#include <optional>
#include <string_view>

#include "cli/text/tables.h"

namespace cobble {

inline constexpr std::string_view kFormulasTopic = "formulas";

// Returns the rules of the language with its operators and functions; for Markdown the rules alone,
// as the others are tables there.
TableRows FormulasTopic(bool markdown);
// Returns what a function, a constant or an operator means; nullopt if there is none called so.
std::optional<TableRows> FunctionTopic(std::string_view word);
std::optional<TableRows> ConstantTopic(std::string_view word);
std::optional<TableRows> OperatorTopic(std::string_view word);

// The tables of `cobble list functions` and `cobble list operators`.
TableRows FunctionTable();
TableRows FunctionText();
TableRows FunctionMarkdown();
TableRows OperatorTable();
TableRows OperatorText();
TableRows OperatorMarkdown();

}  // namespace cobble

#endif  // COBBLE_CLI_TEXT_FORMULA_TOPICS_H_
