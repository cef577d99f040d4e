// Follows the schema recursively.
#include "support/schema_validator.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "support/beyond_schema.h"

namespace cobble::test {
namespace {

using nlohmann::json;

bool HasOneType(const std::string& type, const json& value) {
  if (type == "integer") return value.is_number() && std::floor(value.get<double>()) == value;
  if (type == "number") return value.is_number();
  return type == value.type_name();
}

bool HasType(const json& type, const json& value) {
  if (!type.is_array()) return HasOneType(type, value);
  return std::any_of(type.begin(), type.end(),
                     [&](const json& one) { return HasOneType(one, value); });
}

std::wstring Wide(const std::string& text) {
  std::wstring wide;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = Utf8Length(text.substr(i));
    REQUIRE(length > 0);
    int c = static_cast<uint8_t>(text[i]) & (length == 1 ? 0x7F : 0x7F >> length);
    for (std::size_t k = 1; k < length; ++k)
      c = c << 6 | (static_cast<uint8_t>(text[i + k]) & 0x3F);
    if (sizeof(wchar_t) == 2 && c > 0xFFFF) {  // UTF-16
      wide += static_cast<wchar_t>(0xD7C0 + (c >> 10));
      c = 0xDC00 | (c & 0x3FF);
    }
    wide += static_cast<wchar_t>(c);
    i += length;
  }
  return wide;
}

// Matches characters. The schema's patterns write characters beyond ASCII as escapes.
bool Matches(const std::string& pattern, const std::string& text) {
  const std::wregex regex(std::wstring(pattern.begin(), pattern.end()));
  return std::regex_search(Wide(text), regex);
}

bool Contains(const json& list, const json& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool HoldsNumber(const std::string& keyword, const json& limit, const json& value) {
  if (keyword == "minimum") return value >= limit;
  if (keyword == "exclusiveMinimum") return value > limit;
  return value <= limit;
}

}  // namespace

bool SchemaValidator::Accepts(const json& schema, const json& value) const {
  if (schema.is_boolean()) return schema.get<bool>();
  return std::ranges::all_of(schema.items(), [&](const auto& entry) {
    return Holds(schema, entry.key(), entry.value(), value);
  });
}

bool SchemaValidator::Holds(const json& schema, const std::string& keyword, const json& argument,
                            const json& value) const {
  static const std::set<std::string> kOfNumbers{"minimum", "exclusiveMinimum", "maximum"};
  static const std::set<std::string> kOfArrays{"minItems", "maxItems", "uniqueItems", "items"};
  static const std::set<std::string> kOfObjects{"required", "properties", "propertyNames",
                                                "additionalProperties"};
  static const std::set<std::string> kSilent{"$schema",     "title",   "description",
                                             "definitions", "default", "patternProperties",
                                             "then",        "else",    "examples"};
  if (kSilent.contains(keyword)) return true;
  if (keyword == "$ref") {
    REQUIRE(schema.size() == 1);  // draft-07 ignores all other keywords
    const std::string path = argument.get<std::string>().substr(1);
    return Accepts(root_.at(json::json_pointer(path)), value);
  }
  if (keyword == "type") return HasType(argument, value);
  if (keyword == "enum") return Contains(argument, value);
  if (keyword == "const") return argument == value;
  if (keyword == "not") return !Accepts(argument, value);
  if (keyword == "allOf") return AcceptsAll(argument, value);
  if (keyword == "if") {
    const char* const branch = Accepts(argument, value) ? "then" : "else";
    return !schema.contains(branch) || Accepts(schema.at(branch), value);
  }
  if (keyword == "pattern") return !value.is_string() || Matches(argument, value);
  if (kOfNumbers.contains(keyword)) {
    return !value.is_number() || HoldsNumber(keyword, argument, value);
  }
  if (kOfArrays.contains(keyword)) {
    return !value.is_array() || HoldsArray(keyword, argument, value);
  }
  REQUIRE(kOfObjects.contains(keyword));
  return !value.is_object() || HoldsObject(schema, keyword, argument, value);
}

bool SchemaValidator::AcceptsAll(const json& schemas, const json& value) const {
  return std::all_of(schemas.begin(), schemas.end(),
                     [&](const json& schema) { return Accepts(schema, value); });
}

bool SchemaValidator::HoldsArray(const std::string& keyword, const json& argument,
                                 const json& value) const {
  if (keyword == "minItems") return value.size() >= argument;
  if (keyword == "maxItems") return value.size() <= argument;
  if (keyword == "uniqueItems")
    return std::set<json>(value.begin(), value.end()).size() == value.size();
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (argument.is_array() && i >= argument.size()) break;
    if (!Accepts(argument.is_array() ? argument[i] : argument, value[i])) return false;
  }
  return true;
}

bool SchemaValidator::HoldsObject(const json& schema, const std::string& keyword,
                                  const json& argument, const json& value) const {
  if (keyword == "required") {
    return std::all_of(argument.begin(), argument.end(),
                       [&](const json& key) { return value.contains(key.get<std::string>()); });
  }
  if (keyword == "properties") {
    return std::all_of(argument.items().begin(), argument.items().end(), [&](const auto& entry) {
      return !value.contains(entry.key()) || Accepts(entry.value(), value.at(entry.key()));
    });
  }
  if (keyword == "propertyNames") {
    return std::all_of(value.items().begin(), value.items().end(),
                       [&](const auto& entry) { return Accepts(argument, entry.key()); });
  }
  REQUIRE(schema.at("patternProperties") == json{{"^x-", json::object()}});
  const json known = schema.value("properties", json::object());
  return std::all_of(value.items().begin(), value.items().end(), [&](const auto& entry) {
    if (entry.key().starts_with("x-") || known.contains(entry.key())) return true;
    return argument.is_object() && Accepts(argument, entry.value());
  });
}

void CheckSchemaAgrees(const std::string& text, const std::string& error) {
  static const SchemaValidator validator(json::parse(RecipeSchema()));
  const json recipe = json::parse(text, nullptr, false, true);
  if (recipe.is_discarded()) return;
  CAPTURE(text);
  CAPTURE(error);
  const Verdict expected = ExpectedOfSchema(error);
  if (expected != Verdict::kEither)
    CHECK(validator.Accepts(recipe) == (expected == Verdict::kAccepts));
}

}  // namespace cobble::test
