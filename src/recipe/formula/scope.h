// What names stand for in the body of a function, and how a call of one expands.
//
// A call expands to the nodes of the body: each call parses its formulas, with the parameters as
// names of the JSON that the arguments gave. A node that the body names more than once, an
// argument or a node of the function's own, stands in FormulaSite::shared, and its names are refs,
// so that it is computed once. Noises get the pattern
//
//   POINTER NAME K/TYPE J        in the function's value
//   POINTER NAME K/NODE TYPE J   in a node of its own, or in the default of a parameter
//
// where POINTER is the formula that calls, NAME the function, K the number of the call among the
// calls of the function in that formula, and J that of the noise among its type in the body's
// formula. In a body, everything before TYPE J takes the place of "POINTER ". A noise written as an
// object has its JSON pointer inside the value or the node in place of TYPE J.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/formula/build.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/functions.h"
#include "recipe/reading/faults.h"

namespace cobble {

struct FormulaScope {
  // A value, a word or both: the argument `absolute` may be a node or mean the choice of a key.
  struct Bound {
    FormulaValue value;                         // null JSON: only a word
    std::optional<std::string> word;            // without quotes
    std::shared_ptr<const Faults> faults = {};  // why the word has no value; null: it had quotes
    bool is_parameter = true;                   // else a node of the function's own
  };

  const Function& function;
  const FormulaScope* outer;  // of the formula that calls; null: it is a recipe's
  std::string patterns;       // what those of the value start with: "/noise grime 1/"
  // For messages, ", in grime(rock) of /noise": this call and the recipe's; the recipe's alone.
  std::string call, first_call;
  int brackets, nested;  // open at the call
  bool is_preset;        // whether a preset's formula calls
  int objects = 0;       // levels of the object in the body that is being expanded
  std::map<std::string, Bound, std::less<>> names{};
  mutable std::map<const Source*, std::shared_ptr<const Source>> sources{};

  const Bound* Find(std::string_view name) const;  // or null
  // Returns a source of the body with the calls and the formula's pointer.
  std::shared_ptr<const Source> SourceOf(const std::shared_ptr<const Source>& source,
                                         const std::string& pointer) const;
  bool IsOpen(const Function& called) const;  // whether it is being expanded
};

// Reads an argument or a default that may be a word or a formula. In: is_word, whether all of it
// would be a word; read, which reads it as a formula and adds errors to the faults.
bool BindValue(bool is_word, std::string word, Faults* faults, FormulaScope::Bound* bound,
               const std::function<bool(Faults*, FormulaValue*)>& read);

// Expands a call whose arguments are bound. In: site, of the formula that calls. Returns false
// after adding an error.
bool ExpandCall(const FormulaSite& site, FormulaScope* scope, FormulaValue* value);

// Gives the shared nodes that a recipe's tree refers to names of their own in `nodes`. Returns
// these names.
std::vector<std::string> AddSharedNodes(const SharedNodes& shared, Json* recipe);

}  // namespace cobble
