// The numbers of calls in a formula, which give its noises their seeds.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/json/json.h"

namespace cobble {

// Returns the pattern of call K of a type in the formula at a JSON pointer: "POINTER TYPE K".
std::string PatternOfCall(std::string_view pointer, std::string_view type, int64_t number);

// Counts the calls of a formula that is being written.
class FormulaCalls {
 public:
  // In: pointer, of the formula, which must outlive this object.
  explicit FormulaCalls(const std::string& pointer) : pointer_(pointer) {}

  void Add(std::string_view type) { ++counts_[type]; }
  // Returns the pattern of the last call of that type.
  std::string LastPattern(std::string_view type) const {
    return PatternOfCall(pointer_, type, counts_.at(type));
  }
  // Returns whether parts of a node may come next in this order: a noise whose pattern is the
  // formula's has the number of its call, which must be among its part's numbers.
  bool FitsOrder(std::initializer_list<const Json*> parts) const;

 private:
  using Counts = std::map<std::string_view, int64_t>;  // by type
  struct Call {
    std::string_view type;
    int64_t number;
  };

  void Count(const Json& node, Counts* counts, std::vector<Call>* own) const;

  const std::string& pointer_;
  Counts counts_;
};

}  // namespace cobble
