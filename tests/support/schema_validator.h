// A small JSON Schema validator, for tests that compare the schema of recipes with the reader.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cobble::test {

// The part of draft-07 that the schema uses; an unknown keyword fails the test.
class SchemaValidator {
 public:
  using json = nlohmann::json;

  explicit SchemaValidator(json schema) : root_(std::move(schema)) {}

  bool Accepts(const json& value) const { return Accepts(root_, value); }
  bool Accepts(const json& schema, const json& value) const;

 private:
  bool Holds(const json& schema, const std::string& keyword, const json& argument,
             const json& value) const;
  bool AcceptsAll(const json& schemas, const json& value) const;
  bool HoldsArray(const std::string& keyword, const json& argument, const json& value) const;
  bool HoldsObject(const json& schema, const std::string& keyword, const json& argument,
                   const json& value) const;

  json root_;
};

// Checks that the schema of recipes rejects a text that cobble rejects with `error`, one per line,
// unless the errors are beyond it (support/beyond_schema.h), and accepts the text if `error` is
// empty. A text that is not JSON passes.
void CheckSchemaAgrees(const std::string& text, const std::string& error);

}  // namespace cobble::test
