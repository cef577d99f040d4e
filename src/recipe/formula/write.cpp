// Prints the nodes of a tree in the order in which the parser reads and numbers the calls of each
// type, and so knows the patterns that the formula would give.
#include "recipe/formula/write.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/color.h"
#include "core/numbers.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/forms.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

using Level = FormulaLevel;

constexpr std::size_t kMaxLength = 20000;  // bytes of a formula

// Returns whether the node is a minimum or maximum of that type. Their calls take many arguments.
bool IsMinimumOrMaximum(const Json& node, std::string_view type) {
  return TakesManyPlaces(*FindNodeSpec(type)) && node.TextAt("type") == type &&
         node.members().size() == 3 && node.Find("a") && node.Find("b");
}

// Returns the axis of a coordinate, x, y or z, whose name alone is a formula; else nullopt.
std::optional<std::string_view> AxisOf(const Json& node) {
  const auto axis = node.TextAt("axis");
  const bool is_axis = node.TextAt("type") == "coordinate" && axis && IsFormulaAxis(*axis) &&
                       node.members().size() == 2;
  return is_axis ? axis : std::nullopt;
}

// Returns the text in a kind of quotes that it does not contain; empty if it contains both kinds,
// or characters that need escapes.
std::string InQuotes(std::string_view text) {
  for (const char quote : {'\'', '"'}) {
    const bool fits = std::ranges::none_of(text, [quote](char c) {
      return c == quote || (quote == '"' && c == '\\') || static_cast<unsigned char>(c) < 0x20;
    });
    if (fits) return quote + std::string(text) + quote;
  }
  return {};
}

// Counts the calls of a formula that is being written.
class FormulaCalls {
 public:
  // In: pointer, of the formula.
  explicit FormulaCalls(const std::string& pointer) : start_(pointer + ' ') {}
  void Add(std::string_view type) { ++counts_[type]; }
  // Returns the pattern of the last call of that type.
  std::string LastPattern(std::string_view type) const {
    return PatternOfCall(start_, type, counts_.at(type));
  }

  // Returns whether parts of a node may come next in this order: a noise whose pattern is the
  // formula's has the number of its call, which must be among its part's numbers.
  bool FitsOrder(std::initializer_list<const Json*> parts) const {
    Counts before = counts_;
    return std::ranges::all_of(parts, [&](const Json* part) {
      Counts after = before;
      std::vector<Call> own;
      Count(*part, &after, &own);
      const bool fits = std::ranges::all_of(own, [&](const Call& call) {
        return call.number > before[call.type] && call.number <= after[call.type];
      });
      before = std::move(after);
      return fits;
    });
  }

 private:
  using Counts = std::map<std::string_view, int64_t>;  // by type
  struct Call {
    std::string_view type;
    int64_t number;
  };

  // Counts the calls in the node. Out: own, the calls with a pattern of the formula.
  void Count(const Json& node, Counts* counts, std::vector<Call>* own) const {
    for (const Json& item : node.items()) Count(item, counts, own);
    for (const Json::Member& member : node.members()) Count(member.value, counts, own);
    const auto type = node.TextAt("type"), pattern = node.TextAt(kPatternKey);
    if (!type) return;
    ++(*counts)[*type];
    if (!pattern) return;
    const auto number = ParseInteger(pattern->substr(pattern->rfind(' ') + 1));
    if (number && *pattern == PatternOfCall(start_, *type, *number))
      own->push_back({*type, *number});
  }

  std::string start_;  // of the formula's patterns
  Counts counts_;
};

class FormulaWriter {
 public:
  // In: names, null for a formula for people.
  FormulaWriter(const FormulaNames* names, std::string pointer, const Json& root)
      : names_(names), pointer_(std::move(pointer)), root_(root), calls_(pointer_) {}

  // Returns false if formulas cannot write the node.
  bool Write() { return WriteValue(root_, Level::kChoice); }
  const std::string& text() const { return out_; }
  bool has_own_patterns() const { return has_own_patterns_; }

 private:
  bool is_for_reading() const { return !names_; }
  // Stands for what formulas cannot write.
  bool Omit() {
    out_ += "...";
    return is_for_reading();
  }

  // Write a part of the formula, in brackets if its level is below the minimum.
  bool WriteValue(const Json& json, Level minimum) {
    if (out_.size() > kMaxLength) return false;
    if (json.number())
      return WriteNumber(*json.number(), *json.number() < 0 && minimum > Level::kUnary);
    if (json.text()) return WriteColor(*json.text());
    if (!json.object()) return Omit();
    const auto form = Form(json);
    if (!form) return WriteCall(json);
    const bool in_brackets = form->level < minimum;
    if (in_brackets) out_ += '(';
    if (!WriteForm(*form)) return false;
    if (in_brackets) out_ += ')';
    return true;
  }

  bool WriteNumber(double number, bool in_brackets) {
    const std::string text = Shortest(number);
    out_ += in_brackets ? '(' + text + ')' : text;
    return true;
  }

  bool WriteColor(const std::string& text) {
    if (names_ && names_->Contains(text)) return false;
    out_ += text;
    return true;
  }

  bool WriteForm(const FormulaForm& form) {
    const auto& [a, b, c] = form.operands;
    switch (form.kind) {
      case FormulaForm::kCall:
        out_ += form.name;
        return WriteOperands(form.operands);
      case FormulaForm::kMinus:
        out_ += form.name;
        return WriteValue(*a, Level::kPower);
      case FormulaForm::kInfix:
        return WriteInfix(form);
      case FormulaForm::kRaised:
        if (!WriteValue(*a, Level::kAtom)) return false;
        out_ += '^';
        return WriteNumber(form.exponent, false);
      case FormulaForm::kChosen:
        if (!WriteValue(*a, Level::kCompare)) return false;
        out_ += " ? ";
        if (!WriteValue(*b, Level::kChoice)) return false;
        out_ += " : ";
        return WriteValue(*c, Level::kChoice);
    }
    return false;
  }

  // Products and quotients with a number or a name have no blanks: 0.5*(a + b).
  bool WriteInfix(const FormulaForm& form) {
    const auto& [a, b, c] = form.operands;
    const auto is_short = [](const Json& json) {
      return json.number() || json.Find(kRefType) || AxisOf(json);
    };
    const bool is_tight =
        form.level == Level::kProduct && form.name != "%" && (is_short(*a) || is_short(*b));
    if (!WriteValue(*a, form.level == Level::kCompare ? Above(form.level) : form.level))
      return false;
    if (!is_tight) out_ += ' ';
    out_ += form.name;
    if (!is_tight) out_ += ' ';
    // a - (-b) rather than a - -b
    const auto right = b->object() ? Form(*b) : std::nullopt;
    const bool has_sign =
        form.level == Level::kSum &&
        (b->number() ? *b->number() < 0 : right && right->kind == FormulaForm::kMinus);
    return WriteValue(*b, has_sign ? Level::kPower : Above(form.level));
  }

  bool WriteOperands(std::span<const Json* const> operands) {
    std::string_view before = "(";
    for (const Json* const operand : operands) {
      if (!operand) break;
      out_ += std::exchange(before, ", ");
      if (!WriteValue(*operand, Level::kChoice)) return false;
    }
    out_ += ')';
    return true;
  }

  bool WriteRef(const std::string& name) {
    const bool is_plain =
        is_for_reading() || (IsFormulaName(name) && !names_->NumberOf(name) &&
                             (names_->Contains(name) || names_->foreign().contains(name) ||
                              names_->IsMap(name, pointer_, true)));
    if (is_plain) {
      out_ += name;
      return true;
    }
    const std::string quoted = InQuotes(name);
    out_ += std::string(kRefType) + '(' + quoted + ')';
    return !quoted.empty();
  }

  bool WriteCall(const Json& node) {
    const Json* const ref = node.Find(kRefType);
    if (ref) return ref->text() && node.object()->size() == 1 && WriteRef(*ref->text());
    const NodeSpec* const spec = FindNodeSpec(node.TextAt("type").value_or(""));
    if (!spec || !CheckKeys(node, *spec)) return Omit();
    const auto axis = AxisOf(node);
    if (axis && !(names_ && names_->Contains(*axis))) {
      out_ += *axis;
      return true;
    }
    bool is_own = false;
    calls_.Add(spec->name);
    if (!is_for_reading() && !CheckSeed(node, *spec, &is_own)) return false;
    has_own_patterns_ |= is_own;
    std::vector<std::string_view> done;
    if (is_own || is_for_reading()) done.push_back(kPatternKey);
    const auto kind = node.TextAt(kKindKey);
    const bool is_named_kind = kind && IsFractalFunction(*kind) && spec->name == kFractalType;
    if (is_named_kind) done.push_back(kKindKey);
    out_ += is_named_kind ? *kind : spec->name;
    // The type "white" alone would be a colour where one may stand.
    const bool is_type_alone = &node == &root_ && node.object()->size() == 1 &&
                               !ParseColor(spec->name) && !(names_ && names_->Contains(spec->name));
    if (is_type_alone) return true;
    out_ += '(';
    if (IsMinimumOrMaximum(node, spec->name) ? !WriteMany(node, spec->name)
                                             : !WriteArguments(node, *spec, done))
      return false;
    out_ += ')';
    return true;
  }

  // In: done, keys not to write.
  bool WriteArguments(const Json& node, const NodeSpec& spec,
                      std::span<const std::string_view> done) {
    const int type = *NodeTypeNumber(spec.name);
    std::string_view between;
    std::size_t places = 0;
    for (; places < spec.arguments.size(); ++places) {
      const std::string_view key = spec.arguments[places];
      const Json* const json = node.Find(key);
      if (!json) break;
      out_ += std::exchange(between, ", ");
      if (!WriteField(*FindField(ObjectKind::kNode, key, type), *json)) return false;
    }
    const auto by_place = std::span(spec.arguments).first(places);
    for (const Field* const field : FieldsOf(ObjectKind::kNode, type)) {
      const Json* const json = node.Find(field->key);
      const bool is_done = field->key == "type" || std::ranges::count(by_place, field->key) > 0 ||
                           std::ranges::count(done, field->key) > 0;
      if (!json || is_done) continue;
      out_ += std::exchange(between, ", ");
      out_ += std::string(field->key) + '=';
      if (!WriteField(*field, *json)) return false;
    }
    return true;
  }

  // min(min(a, b), c) is min(a, b, c).
  bool WriteMany(const Json& node, std::string_view type) {
    std::vector<const Json*> places;
    const Json* first = &node;
    for (; IsMinimumOrMaximum(*first, type); first = first->Find("a"))
      places.push_back(first->Find("b"));
    places.push_back(first);
    std::string_view between;
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      out_ += std::exchange(between, ", ");
      if (!WriteValue(**place, Level::kChoice)) return false;
    }
    return true;
  }

  bool CheckKeys(const Json& node, const NodeSpec& spec) const {
    const int type = *NodeTypeNumber(spec.name);
    return std::ranges::all_of(*node.object(), [&](const Json::Member& member) {
      return member.key == "type" || FindFieldOf(ObjectKind::kNode, type, member.key);
    });
  }

  std::optional<FormulaForm> Form(const Json& node) const {
    return FormOf(
        node, [this](std::initializer_list<const Json*> parts) { return calls_.FitsOrder(parts); });
  }

  // Out: is_own, whether the formula gives the node its pattern.
  bool CheckSeed(const Json& node, const NodeSpec& spec, bool* is_own) {
    if (!FindFieldOf(ObjectKind::kNode, *NodeTypeNumber(spec.name), kPatternKey)) return true;
    const bool is_whole = &node == &root_;
    const Json* const pattern = node.Find(kPatternKey);
    if (!pattern) return is_whole || node.Find(kSeedKey);
    if (!pattern->text()) return false;
    *is_own =
        !is_whole && *pattern->text() == calls_.LastPattern(spec.name) && !node.Find(kSeedKey);
    return !pattern->text()->starts_with(pointer_ + '/');
  }

  bool WriteField(const Field& field, const Json& json) {
    if (field.type == FieldType::kInput) return WriteValue(json, Level::kChoice);
    if (field.type == FieldType::kInputs && json.list() && json.list()->size() == 1)
      return WriteValue(json.list()->front(), Level::kChoice);
    if (json.list()) return WriteItems(field, json);
    if (field.type == FieldType::kInputs) return WriteValue(json, Level::kChoice);
    if (json.number()) return WriteNumber(*json.number(), false);
    if (json.text()) return WriteWord(field, *json.text());
    if (!json.boolean()) return Omit();
    out_ += *json.boolean() ? "true" : "false";
    return true;
  }

  bool WriteItems(const Field& field, const Json& json) {
    std::string_view before = "[";
    if (json.list()->empty()) out_ += before;
    for (std::size_t i = 0; i < json.list()->size(); ++i) {
      const auto item = ItemOf(field, i);
      out_ += std::exchange(before, ", ");
      if (!item || !WriteField(*item, (*json.list())[i])) return Omit();
    }
    out_ += ']';
    return true;
  }

  // A choice needs no quotes if the scanner takes it whole.
  bool WriteWord(const Field& field, const std::string& word) {
    const bool is_plain = ShapeOf(field.type) == FieldShape::kPlain
                              ? field.type == FieldType::kChoice &&
                                    FormulaScanner(word).WordAt(0).text.size() == word.size()
                              : !(names_ && names_->Contains(word));
    const std::string text = is_plain ? word : InQuotes(word);
    out_ += text;
    return !text.empty();
  }

  const FormulaNames* names_;
  const std::string pointer_;
  const Json& root_;
  std::string out_;
  FormulaCalls calls_;  // so far
  bool has_own_patterns_ = false;
};

// Wraps a single input in a list, as the parser does.
Json InputList(const Json& json) {
  if (json.list()) return json;
  Json::List list;
  list.push_back(json);
  return Json::ListOf(std::move(list));
}

bool AreSameObjects(const Json& a, const Json& b) {
  if (a.object()->size() != b.object()->size()) return false;
  const auto type = TypeOf(ObjectKind::kNode, a);
  return std::ranges::all_of(*a.object(), [&](const Json::Member& member) {
    const Json* const other = b.Find(member.key);
    if (!other) return false;
    const Field* const field = FindField(ObjectKind::kNode, member.key, type);
    if (field && field->type == FieldType::kInputs)
      return IsSameNode(InputList(member.value), InputList(*other));
    return IsSameNode(member.value, *other);
  });
}

// Returns the number of operands of a chain of one operator: 3 for a + b - c.
int PartsOf(const Json& node) {
  const auto fits = [](std::initializer_list<const Json*>) { return true; };
  const auto form = FormOf(node, fits);
  if (!form || form->kind != FormulaForm::kInfix) return 1;
  int parts = 2;
  const Json* first = form->operands[0];
  for (; first->object(); ++parts) {
    const auto inner = FormOf(*first, fits);
    if (!inner || inner->kind != FormulaForm::kInfix || inner->level != form->level) break;
    first = inner->operands[0];
  }
  return parts;
}

}  // namespace

// Recursive: JSON has at most kMaxRecipeDepth levels.
bool IsSameNode(const Json& a, const Json& b) {
  if (a.value.index() != b.value.index()) return false;
  if (a.object()) return AreSameObjects(a, b);
  if (a.list()) return std::ranges::equal(*a.list(), *b.list(), &IsSameNode);
  if (a.number()) return *a.number() == *b.number();
  if (a.boolean()) return *a.boolean() == *b.boolean();
  return !a.text() || *a.text() == *b.text();
}

std::optional<WrittenFormula> WriteFormula(const Json& node, const FormulaNames& names,
                                           const std::string& pointer, int* nodes) {
  FormulaWriter writer(&names, pointer, node);
  if (!writer.Write()) return std::nullopt;
  int made = *nodes;
  const Json text = Json::Text(writer.text());
  if (!IsSameNode(ExpandFormula(text, {names, pointer, nullptr, &made}), node)) return std::nullopt;
  *nodes = made;
  return WrittenFormula{writer.text(), writer.has_own_patterns(), PartsOf(node)};
}

std::string ReadableFormula(const Json& node) {
  FormulaWriter writer(nullptr, "", node);
  writer.Write();
  return writer.text();
}

}  // namespace cobble
