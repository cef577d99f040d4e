// The errors of recipes that JSON Schema (draft-07) cannot express, or that do not depend on the
// recipe alone. All other errors are also found by the JSON Schema of recipes.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cobble::test {

struct BeyondSchema {
  std::string_view message;  // a part of the error
  std::string_view reason;   // why the schema does not find it
  // Whether the schema never finds it. If not, it finds some of these errors, or the error hides
  // others.
  bool always = true;
};

std::span<const BeyondSchema> AllBeyondSchema();

// What the schema says of a recipe that cobble rejects.
enum class Verdict { kRejects, kAccepts, kEither };

// `error` holds one error per line, as printed by cobble.
Verdict ExpectedOfSchema(const std::string& error);

}  // namespace cobble::test
