// Where a piece of a recipe was written, and the faults found there, which are collected and thrown
// together.
#ifndef COBBLE_RECIPE_FAULTS_H_
#define COBBLE_RECIPE_FAULTS_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Of all faults of a recipe, so many are told.
inline constexpr std::size_t kMaxReported = 20;

// A text that holds a recipe or a part of it.
struct Source {
  std::string name;       // "marble.json", "-", "--octaves", "--set noise.octaves"; as it is shown
  bool is_flag = false;   // from the command line
  int layer = 0;          // its rank; faults are told from the lowest up
  std::string pointer{};  // of a set: the key that it names
};

// A point of a source. Line and column count from 1, columns in bytes; both are 0 for flags.
struct Place {
  std::shared_ptr<const Source> source;  // null: nowhere
  int line = 0, column = 0;

  bool is_flag() const { return source && source->is_flag; }
};

Origin ToOrigin(const Place& place);

// A JSON pointer one step longer; ~ and / are escaped as RFC 6901 says.
std::string Below(std::string_view pointer, std::string_view key);
std::string Below(std::string_view pointer, std::size_t index);

// "<origin>: <pointer>", fit for a message; a flag alone where it is `pointer` itself that the flag
// wrote; the pointer alone where there is no origin.
std::string Where(const Origin& origin, bool wrote_it, std::string_view pointer);

struct Fault {
  Place place;
  bool wrote_it = true;  // the place is that of `pointer`, not of what it is missing from
  std::string pointer;   // empty: of the text as a whole
  std::string message;
  std::string hint = {};
};

// The faults of a recipe. The first kMaxReported in the order of layers, lines and columns are
// told, the others only counted.
class Faults {
 public:
  void Add(Fault fault);
  // Whether a fault at that place would be told as yet; one that would not is counted. Where a text
  // can have very many faults, those who find them ask before they work out what to say.
  bool Wants(const Place& place);
  bool empty() const { return faults_.empty(); }

  // Throws all: kUsage if the first of them comes from the command line, else kRecipe.
  [[noreturn]] void Throw();
  [[noreturn]] void Throw(ErrorKind kind);

 private:
  bool IsTold(const Place& place) const;

  std::vector<Fault> faults_;  // in order
  std::size_t beyond_ = 0;
};

// That so many faults more were found than are told.
Issue MoreFaults(std::size_t count);

}  // namespace cobble

#endif  // COBBLE_RECIPE_FAULTS_H_
