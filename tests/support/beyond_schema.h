// Errors of recipes that JSON Schema (draft-07) cannot express, or that do not depend on the recipe
// alone. The JSON Schema of recipes finds all other errors, too.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cobble::test {

struct BeyondSchema {
  std::string_view message;  // a part of the error
  std::string_view reason;   // why the schema does not find it
  // Whether the schema never finds it. Otherwise it finds some cases, or other errors hide it.
  bool always = true;
};

std::span<const BeyondSchema> AllBeyondSchema();

// What the schema says about a recipe that cobble rejects.
enum class Verdict { kRejects, kAccepts, kEither };

// `error` holds one error per line, as cobble prints them.
Verdict ExpectedOfSchema(const std::string& error);

}  // namespace cobble::test
