// A JSON tree whose every key and value knows where it was written. Numbers are doubles.
#ifndef COBBLE_RECIPE_JSON_H_
#define COBBLE_RECIPE_JSON_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "recipe/faults.h"

namespace cobble {

// A key and its value. A template only because Json is not complete yet where it lists its members.
template <typename Value>
struct KeyAndValue {
  std::string key;
  Place place;  // of the key
  Value value;
};

struct Json {
  using Member = KeyAndValue<Json>;
  // Not the vector itself: libstdc++ 12 takes a variant of its own containers alone for one that
  // always holds something, and crashes where copying one runs out of memory.
  struct List : std::vector<Json> {
    using std::vector<Json>::vector;
  };
  using Object = std::vector<Member>;  // in the order of writing

  std::variant<std::monostate, bool, double, std::string, List, Object> value;
  Place place = {};
  // Made by the path of a --set, not written as an object: its keys may be indices of a list.
  bool by_path = false;

  // An item of a list that the path of a --set left out.
  bool is_hole() const { return by_path && std::holds_alternative<std::monostate>(value); }

  static Json Number(double number) { return {number}; }
  static Json Flag(bool flag) { return {flag}; }
  static Json Text(std::string_view text) { return {std::string(text)}; }
  static Json ListOf(List items = {});
  static Json ObjectOf(Object members = {});

  const bool* flag() const { return std::get_if<bool>(&value); }
  const double* number() const { return std::get_if<double>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  const Object* object() const { return std::get_if<Object>(&value); }
  List* list() { return std::get_if<List>(&value); }
  Object* object() { return std::get_if<Object>(&value); }

  // The rank of what wrote it; 0 where nothing did.
  int layer() const { return place.source ? place.source->layer : 0; }

  // The first member of that name; null where there is none or this is no object.
  const Json* Find(std::string_view key) const;
  Json* Find(std::string_view key);
  // Appends a member to an object.
  Json& Add(std::string_view key, Json member);
};

// Reads JSON with // and /* */ comments; a UTF-8 mark may lead. Adds what is wrong to `faults`.
// Out: nothing where the text is not JSON, is longer than kMaxRecipeBytes, nested deeper than
// kMaxRecipeDepth or holds a number that is not finite; a key written twice is in the tree twice.
std::optional<Json> ParseJson(std::string_view text, const std::shared_ptr<const Source>& source,
                              Faults* faults);

// The place of text[offset].
Place PlaceIn(std::string_view text, std::size_t offset,
              const std::shared_ptr<const Source>& source);

// Indented by two, lists of plain values on one line where they fit; without a final newline.
std::string WriteJson(const Json& json);
std::string WriteJsonLine(const Json& json);

}  // namespace cobble

#endif  // COBBLE_RECIPE_JSON_H_
