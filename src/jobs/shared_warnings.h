// Warnings about several recipes, each once.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "jobs/series/series_items.h"

namespace cobble {

// Collects the warnings about each recipe of a series. Those of several recipes that are at one
// place, and whose messages start the same except for numbers, count as equal.
class SharedWarnings {
 public:
  struct Each {
    Issue issue;  // of the first recipe that has it; names its variation unless all have it
    std::optional<std::size_t> recipe{};  // the index of that recipe; nullopt: of what is left out
  };

  // In: index, of the recipe, for Each; item, what makes it.
  void Add(std::size_t index, const SeriesItem& item, std::vector<Issue> warnings);
  // Return the first kMaxReported, and how many more there are.
  std::vector<Each> All() const;
  std::vector<Issue> Issues() const;

 private:
  struct Found {
    Each first;
    std::string variation{};  // empty if the warning's place names it
    int recipes = 0;
  };

  std::vector<Found> found_;
  std::map<std::string, std::size_t> index_of_;  // in `found_`, by what makes warnings equal
  int recipes_ = 0;
};

}  // namespace cobble
