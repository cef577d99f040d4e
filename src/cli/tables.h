// The tables that cobble is made of, as `cobble list` prints them.
#ifndef COBBLE_CLI_TABLES_H_
#define COBBLE_CLI_TABLES_H_

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "recipe/fields.h"

namespace cobble {

// A list of objects, the rows, with the same keys in the same order.
using TableRows = nlohmann::ordered_json;

struct Table {
  std::string_view name;
  TableRows (*make)();
  // The rows in the words of people: a name, a line of text, and then details, of which one that is
  // an object holds more of them. Null: as `make` has them, each a short line.
  TableRows (*in_words)() = nullptr;
};

std::span<const Table> Tables();

// The row of a field in the table of them.
TableRows FieldRow(const Field& field);

}  // namespace cobble

#endif  // COBBLE_CLI_TABLES_H_
