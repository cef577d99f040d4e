// Builds the table of fields: the rows of the recipe, then those of all node types.
#include <algorithm>
#include <list>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"

namespace cobble {
namespace {

// Returns whether two rows are equal except for the types that use them.
bool SameRow(const Field& a, const Field& b) {
  if (a.key != b.key) return false;  // nearly always, and most of a short run's time
  const auto contents = [](const Field& f) {
    return std::tie(f.object, f.key, f.type, f.minimum, f.maximum, f.exclusive_minimum, f.not_zero,
                    f.or_zero, f.useful.low, f.useful.high, f.count, f.accepts, f.minimum_count,
                    f.single_sets_last, f.not_below, f.above, f.inner, f.excludes, f.effective_if,
                    f.effective_values, f.swapped_hint, f.swapped_formula, f.equal_hint, f.required,
                    f.fallback, f.default_text, f.help);
  };
  return contents(a) == contents(b) && std::ranges::equal(a.choices, b.choices) &&
         a.details.data() == b.details.data();
}

// The rows of an object with types: shared rows once, in each type's order where possible.
class TypedRows {
 public:
  TypedRows(ObjectKind object, const Field& type_row) : object_(object), rows_{type_row} {
    rows_.front().object = object;
  }

  // Adds the rows of a type, which also uses the row of the key `type` unless it is a ref.
  void Add(std::size_t type, const std::vector<Field>& fields) {
    rows_.front().used_by.set(type, type < rows_.front().choices.size());
    for (std::size_t k = 0; k < fields.size(); ++k) {
      auto row = Find(fields[k]);
      if (row == rows_.end()) {
        auto next = rows_.end();  // the next key's existing row
        for (std::size_t later = k + 1; later < fields.size() && next == rows_.end(); ++later)
          next = Find(fields[later]);
        row = rows_.insert(next, fields[k]);
        row->object = object_;
      }
      row->used_by.set(type);
    }
  }

  void AppendTo(std::vector<Field>* rows) const {
    rows->insert(rows->end(), rows_.begin(), rows_.end());
  }

 private:
  std::list<Field>::iterator Find(Field field) {
    field.object = object_;
    return std::ranges::find_if(rows_, [&](const Field& row) { return SameRow(row, field); });
  }

  ObjectKind object_;
  std::list<Field> rows_;
};

struct FieldTable {
  std::vector<std::string_view> node_types;  // all except ref
  std::vector<Field> rows;
  // by_type[object][type]: rows in output order.
  std::vector<std::vector<std::vector<const Field*>>> by_type;
  std::unordered_map<std::string_view, std::vector<const Field*>> by_key;

  FieldTable() : rows(RecipeFields().begin(), RecipeFields().end()) {
    AddNodes();
    for (const NodeSpec* spec : NodeSpecs())
      for (const InnerObject& inner : spec->inner) AddInner(inner);
    FillByType();
    for (const Field& row : rows) by_key[row.key].push_back(&row);
  }

 private:
  void AddNodes() {
    const auto specs = NodeSpecs();
    for (const NodeSpec* spec : specs)
      if (spec->name != kRefType) node_types.push_back(spec->name);
    TypedRows typed(ObjectKind::kNode, {.key = "type",
                                        .type = FieldType::kChoice,
                                        .choices = node_types,
                                        .required = true,
                                        .help = "the noise or operation"});
    // Noises come first: most flags belong to them.
    for (const bool noises : {true, false})
      for (std::size_t type = 0; type < specs.size(); ++type)
        if (specs[type]->noise.has_value() == noises) typed.Add(type, specs[type]->fields);
    typed.AppendTo(&rows);
  }

  void AddInner(const InnerObject& inner) {
    TypedRows typed(inner.object, inner.type);
    for (std::size_t type = 0; type < inner.types.size(); ++type)
      typed.Add(type, inner.types[type].fields);
    typed.AppendTo(&rows);
  }

  void FillByType() {
    for (const Field& row : std::span(rows).first(RecipeFields().size()))
      Of(row.object, 0).push_back(&row);
    const auto specs = NodeSpecs();
    for (std::size_t type = 0; type < specs.size(); ++type) {
      FillType(ObjectKind::kNode, type, specs[type]->fields);
      for (const InnerObject& inner : specs[type]->inner)
        for (std::size_t k = 0; k < inner.types.size(); ++k)
          FillType(inner.object, k, inner.types[k].fields);
    }
  }

  std::vector<const Field*>& Of(ObjectKind object, std::size_t type) {
    const auto index = static_cast<std::size_t>(object);
    by_type.resize(std::max(by_type.size(), index + 1));
    auto& types = by_type[index];
    types.resize(std::max(types.size(), type + 1));
    return types[type];
  }

  // Fills by_type for a type: the row of the key `type`, then those of `fields`.
  void FillType(ObjectKind object, std::size_t type, const std::vector<Field>& fields) {
    const auto add = [&](std::string_view key) {
      for (const Field& row : rows)
        if (row.object == object && row.key == key && row.used_by.test(type))
          Of(object, type).push_back(&row);
    };
    add("type");
    for (const Field& field : fields) add(field.key);
  }
};

const FieldTable& Table() {
  static const FieldTable table;
  return table;
}

}  // namespace

std::span<const Field> Fields() { return Table().rows; }

std::span<const Field* const> FieldsOf(ObjectKind object, int type) {
  return Table().by_type.at(static_cast<std::size_t>(object)).at(static_cast<std::size_t>(type));
}

std::span<const Field* const> FieldsNamed(std::string_view key) {
  const auto found = Table().by_key.find(key);
  return found == Table().by_key.end() ? std::span<const Field* const>() : found->second;
}

}  // namespace cobble
