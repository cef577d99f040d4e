// Reads the values of a call's arguments as their keys require.
#pragma once

#include <cstddef>
#include <string>

#include "recipe/fields/fields.h"
#include "recipe/formula/input.h"

namespace cobble {

class FormulaParser;

// As in FormulaParser, a function returns false after an error.
class ValueReader {
 public:
  ValueReader(FormulaInput& in, FormulaParser& parser) : in_(in), parser_(parser) {}

  bool Read(const Field& field, FormulaValue* value);
  // Reads a word or a text in quotes. In: field, or null for an unknown key.
  bool ReadWord(const Field* field, FormulaValue* value);

 private:
  bool ReadListOf(const Field& field, FormulaValue* value);
  bool ReadInputs(const Field& field, FormulaValue* value);
  bool ReadNumberOf(const Field& field, FormulaValue* value);
  bool ReadColorOf(const Field& field, FormulaValue* value);
  bool FailNoList(const Field& field);
  bool FailValue(const Field& field, std::size_t offset, const std::string& rule,
                 const FormulaValue& value, std::string hint);

  FormulaInput& in_;
  FormulaParser& parser_;
};

}  // namespace cobble
