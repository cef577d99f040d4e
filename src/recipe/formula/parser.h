// Parses formulas and expands them in one pass:
//
//   choice  = compare [ "?" choice ":" choice ]
//   compare = sum [ ("<" | "<=" | ">" | ">=") sum ]
//   sum     = product { ("+" | "-") product }
//   product = unary { ("*" | "/" | "%") unary }
//   unary   = ("-" | "+") unary | power
//   power   = atom [ "^" unary ]
//   atom    = number | color | name | name "(" [ arg { "," arg } ] ")" | "(" choice ")"
//   arg     = value | key "=" value
#ifndef COBBLE_RECIPE_FORMULA_PARSER_H_
#define COBBLE_RECIPE_FORMULA_PARSER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/build.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/words.h"

namespace cobble {

// A recursive-descent parser. Each Read function starts at token_ and leaves token_ behind what it
// read. It returns false after an error.
class FormulaParser {
 public:
  FormulaParser(const FormulaSite& site, const Json& formula)
      : build_(site, formula), scanner_(build_.text()), token_(scanner_.Next()) {
    context_.may_be_color = site.may_be_color;
  }

  // Reads the whole formula.
  std::optional<Json> Read();

 private:
  // What the value that is being read is for; messages depend on it.
  struct Context {
    bool may_be_color = false;       // a node that is a colour, or a colour
    bool is_color_value = false;     // only a colour as it stands
    bool in_list = false;            // an item of a list
    const NodeSpec* spec = nullptr;  // whose call has the value at a place, without a key
  };

  // The arguments of a call of a node type.
  struct Call {
    const NodeSpec& spec;
    int type;
    FormulaToken name;
    std::vector<FormulaValue> values;    // by place or key, in the order written
    std::vector<std::string_view> keys;  // of the values
    std::set<std::string_view> given{};  // the keys written
    std::size_t places = 0;              // number of values by place, the first ones
    bool is_fractal_function = false;    // fbm(...), which has its `kind`
  };

  bool ReadChoice(FormulaValue* value);
  bool ReadCompare(FormulaValue* value);
  bool ReadSum(FormulaValue* value);
  bool ReadProduct(FormulaValue* value);
  bool ReadUnary(FormulaValue* value);
  bool ReadPower(FormulaValue* value);
  bool ReadAtom(FormulaValue* value);
  bool ReadNumber(FormulaValue* value);
  bool ReadColor(FormulaValue* value);
  bool ReadGroup(FormulaValue* value);
  bool ReadName(FormulaValue* value);

  bool ReadCall(const FormulaToken& name, FormulaValue* value);
  bool ReadCallOf(const FormulaToken& name, FormulaValue* value);
  bool ReadRef(const FormulaToken& name, FormulaValue* value);
  bool ReadTypeCall(const FormulaToken& name, const NodeSpec& spec, std::string_view kind,
                    FormulaValue* value);
  bool ReadArgument(Call* call);
  bool ReadArgumentOf(std::string_view key, const FormulaToken& first, bool is_by_key, Call* call);
  bool ReadFurther(Call* call);
  bool FinishTypeCall(Call* call, std::string_view kind, int place, FormulaValue* value);
  bool FoldPair(const Call& call, FormulaValue* a, FormulaValue* b);
  bool ReadFunctionCall(const FormulaToken& name, const FormulaFunction& function,
                        FormulaValue* value);
  bool Apply(const FormulaToken& name, std::vector<FormulaValue>* arguments, FormulaValue* value);
  bool ApplyPower(const FormulaToken& function, std::vector<FormulaValue>* arguments);
  bool ReadRgb(std::size_t offset, std::vector<FormulaValue>* arguments, FormulaValue* value);

  // Read the value of a key.
  bool ReadValueOf(const Field& field, FormulaValue* value);
  bool ReadListOf(const Field& field, FormulaValue* value);
  bool ReadInputs(const Field& field, FormulaValue* value);
  bool ReadWord(const Field* field, FormulaValue* value);
  bool ReadNumberOf(const Field& field, FormulaValue* value);
  bool ReadColorOf(const Field& field, FormulaValue* value);
  bool FailNoList(const Field& field);
  bool FailValue(const Field& field, std::size_t offset, const std::string& rule,
                 const FormulaValue& value, std::string hint);

  void Advance() {
    before_ = token_;
    token_ = scanner_.Next();
  }
  bool Take(std::string_view punctuator);
  // Checks that the next token is this bracket or comma, and takes it.
  bool Expect(std::string_view punctuator, std::string_view expected);
  bool Enter(std::size_t offset);
  void Leave() { --brackets_; }
  bool EnterNested(std::size_t offset);
  bool Unexpected(std::string_view expected);
  NameContext ContextBehind(const FormulaToken& name) const;
  bool FailUnknownName(const FormulaToken& name);
  bool FailUnknownCall(const FormulaToken& name);
  bool FailBadKey(const Call& call, const FormulaToken& key);
  bool FailOtherKeySign(const Call& call);
  bool FailTooMany(const Call& call);
  bool FailNumberNeeded(const FormulaToken& function, const FormulaValue& color);
  bool IsKeyNext() const;

  FormulaBuilder build_;
  FormulaScanner scanner_;
  FormulaToken token_;
  FormulaToken before_{};  // the token before it
  Context context_{};
  int brackets_ = 0;                       // open brackets and calls
  int nested_ = 0;                         // open exponents and branches of choices
  std::map<std::string_view, int> calls_;  // of each type so far
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_FORMULA_PARSER_H_
