// The JSON reader, and its tree, which records where every key and value is. Numbers are doubles.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "recipe/reading/faults.h"

namespace cobble {

// The comments around a value, each as it was written; an empty text is a blank line.
struct JsonComments {
  std::vector<std::string> above = {};   // above the value, or above its key
  std::string beside = {};               // behind it on its line
  std::vector<std::string> inside = {};  // above its closing bracket
  std::vector<std::string> below = {};   // of the root: below it
};

// A template only because Json is an incomplete type where its members are declared.
template <typename Value>
struct KeyAndValue {
  std::string key;
  Place place;  // of the key
  Value value;
};

struct Json {
  using Member = KeyAndValue<Json>;
  // Not a plain std::vector: libstdc++ 12 assumes that a variant of standard containers is never
  // valueless, and crashes if copying one runs out of memory.
  struct List : std::vector<Json> {
    using std::vector<Json>::vector;
  };
  using Object = std::vector<Member>;  // in source order; keys may repeat

  std::variant<std::monostate, bool, double, std::string, List, Object> value;
  Place place = {};
  // An object implied by a dotted path, as in --set noise.by.0.frequency=2, rather than written
  // with braces. Its keys may be list indices; merging then changes only those items.
  bool is_patch = false;
  // A node that replaces the one below it instead of merging with it.
  bool replaces = false;
  // What stands in place of a formula whose error is reported: it is not checked.
  bool is_unread = false;
  // A node that a call of a function expanded to, which nothing can change by a path.
  bool is_call = false;
  // A list or an object that PrintDocument always prints with one item per line.
  bool is_split = false;
  // Of a text with escapes: the JSON string it was read from, with its quotes.
  std::shared_ptr<const std::string> raw = {};
  // Of what a formula that names a knob or calls a function gave: its text.
  std::shared_ptr<const std::string> formula = {};
  // Null if the reader was not asked to keep them.
  std::shared_ptr<const JsonComments> comments = {};

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  // A list item that no --set has filled: `by.2` alone leaves holes at 0 and 1.
  bool is_hole() const { return is_patch && is_null(); }

  static Json Number(double number) { return {number}; }
  static Json Bool(bool value) { return {value}; }
  static Json Text(std::string_view text) { return {std::string(text)}; }
  static Json ListOf(List items = {});
  static Json ObjectOf(Object members = {});

  const bool* boolean() const { return std::get_if<bool>(&value); }
  const double* number() const { return std::get_if<double>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  const Object* object() const { return std::get_if<Object>(&value); }
  List* list() { return std::get_if<List>(&value); }
  Object* object() { return std::get_if<Object>(&value); }

  // Returns the number if it is whole and within the limits; else nullopt.
  std::optional<int64_t> Whole(int64_t minimum, int64_t maximum) const;

  // The items of a list and the members of an object; empty for other values.
  std::span<const Json> items() const;
  std::span<const Member> members() const;

  // The layer that wrote this value (Source::layer); 0 for values without a source.
  int layer() const { return place.source ? place.source->layer : 0; }

  // Returns the first member named `key`; null if there is none or this is not an object.
  const Json* Find(std::string_view key) const;
  Json* Find(std::string_view key);
  // Returns it, or a null value.
  const Json& At(std::string_view key) const;
  // Return its text or number; nullopt if it is missing or has another type.
  std::optional<std::string_view> TextAt(std::string_view key) const;
  std::optional<double> NumberAt(std::string_view key) const;
  // Returns the numbers of a list of exactly two; nullopt for any other value.
  std::optional<std::array<double, 2>> Pair() const;
  // Appends a member. This must be an object.
  Json& Add(std::string_view key, Json member);
};

// Returns the number of levels of nested lists and objects; 0 for a scalar.
std::size_t DepthOf(const Json& json);

// Parses JSON with // and /* */ comments and an optional UTF-8 byte order mark, and adds errors to
// `faults`. Returns nullopt if the text is not JSON, is longer than kMaxRecipeBytes, is nested
// deeper than kMaxRecipeDepth or contains a number outside the range of double. Duplicate keys are
// also errors, but both members are kept and the tree is returned. In: keeps_comments, whether
// Json::comments are set.
std::optional<Json> ParseJson(std::string_view text, const std::shared_ptr<const Source>& source,
                              Faults* faults, bool keeps_comments = false);
// The same for callers that do not report the errors.
std::optional<Json> ParseJson(std::string_view text);

// Returns the location of text[offset].
Place PlaceIn(std::string_view text, std::size_t offset,
              const std::shared_ptr<const Source>& source);

// Decodes a JsonToken::kString of valid UTF-8 into `text`: removes the quotes and resolves escapes.
// Returns an error message, or an empty view on success; after an error `text` is incomplete.
std::string_view ReadJsonString(std::string_view token, std::string* text);

// Returns the offset in the token, which is a valid JSON string, of the character that becomes the
// byte `offset` of the decoded text; of the closing quote if the text is not longer than that.
std::size_t OffsetInJsonString(std::string_view token, std::size_t offset);

// Returns the same values as a tree to print or to extend.
nlohmann::ordered_json TreeOf(const Json& json);

// Print it like PrintJson and PrintJsonLine (core/json/print.h).
std::string WriteJson(const Json& json);
std::string WriteJsonLine(const Json& json);
// Returns a text as it is, and any other value as WriteJsonLine does.
std::string PlainText(const Json& json);

}  // namespace cobble
