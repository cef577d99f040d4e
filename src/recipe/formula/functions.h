// Functions of recipes and libraries: formulas with parameters and nodes of their own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/json/json.h"
#include "recipe/reading/faults.h"

namespace cobble {

struct Function {
  struct Parameter {
    std::string name;
    Json fallback;  // a formula as text; null: the call must give a value
    int uses = 0;   // times that the body names it
  };
  struct Node {
    std::string name;
    Json json;
    int uses = 0;
  };
  // A call in the body, and its place there.
  struct Call {
    std::string name;
    Place place;
    std::string pointer;
  };

  std::string name;
  std::vector<Parameter> parameters;
  // The function's own nodes that the value needs, each behind those that it names.
  std::vector<Node> nodes;
  Json value;
  std::vector<Call> calls;
  std::vector<std::string> names;  // in the body, of anything but parameters and own nodes
  std::size_t bytes = 0;           // of the texts that a call expands
  bool is_valid = true;            // false: its errors are those of ReadFunction

  const Parameter* Find(std::string_view parameter) const;  // or null
};

// Returns the function that `json`, the value of functions.NAME, defines. Adds errors in its
// parameters and its nodes, but none in formulas, which are parsed when they are called.
Function ReadFunction(std::string_view name, const Json& json, Faults* faults);

// Returns why no function can have the name, because formulas have another meaning for its calls;
// empty if one can.
std::string ReservedName(std::string_view name);

// Returns the call of a function as in documents: "grime(s, amount=0.5)".
std::string CallText(const Function& function);

// Returns the place of a byte of a text that is a formula or holds formulas.
Place PlaceInText(const Json& text, std::size_t offset);

}  // namespace cobble
