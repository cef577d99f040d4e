// What `cobble explain` says of a word or a path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json/tree.h"

namespace cobble {

// One meaning of a word. A word may have several: "value" is both a noise and a key.
struct Topic {
  JsonTree row;                       // of the catalog
  JsonTree shown;                     // the same for readers: name, summary, details
  JsonTree keys = JsonTree::array();  // rows of its keys, with their paths
  std::string path{};                 // of what has the keys, with a dot: "noise."
  std::string remark{};
};

// Returns the meanings; none if unknown. Throws Error kUsage for a path that no recipe can have.
std::vector<Topic> TopicsOf(const std::string& word);

inline constexpr std::string_view kFormulasTopic = "formulas";
// Returns the rules of formulas for a document, which has operators and functions as tables.
JsonTree FormulaRulesMarkdown();

// Returns all words that have a topic of their own, but operators.
std::vector<std::string> KnownTopics();

}  // namespace cobble
