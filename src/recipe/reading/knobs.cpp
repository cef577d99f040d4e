// Reads knobs, and keeps the formulas that name them.
#include "recipe/reading/knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/color.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/key_paths.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/images/images.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

// The placeholders of file names that are not names of varied keys, x and y, which are coordinates.
constexpr std::string_view kPlaceholders[] = {"frame", "udim"};

// Returns what else the name stands for in formulas, in paths or in file names; empty if nothing.
std::string OtherMeaning(std::string_view name, const Json& nodes) {
  if (nodes.Find(name)) return "a node in formulas";
  if (IsFormulaAxis(name)) return "a coordinate in formulas";
  if (FormulaConstant(name)) return "a constant in formulas";
  if (ParseColor(name)) return "a colour in formulas";
  if (FindField(ObjectKind::kRecipe, name)) return "a key of recipes";
  return std::ranges::count(kPlaceholders, name) > 0 ? "a placeholder in names of files" : "";
}

// Returns whether the value is a whole number of steps above `low`, except for rounding.
bool IsOnStep(double value, double low, double step) {
  const double steps = (value - low) / step;
  return std::abs(steps - std::round(steps)) < kStepError;
}

// Returns the steps of the range below and above the value, or the one nearest to it.
std::vector<std::string> StepsNear(double value, const Knob& knob) {
  const auto [low, high] = knob.range;
  const double last = std::floor((high - low) / knob.step + kStepError);
  const double below = std::clamp(std::floor((value - low) / knob.step), 0.0, last);
  std::vector<std::string> steps{StepText(low + below * knob.step)};
  if (value > low && below < last) steps.push_back(StepText(low + (below + 1) * knob.step));
  return steps;
}

class KnobReader : public ObjectReader {
 public:
  KnobReader(const ObjectReader& in, const Json& knobs) : ObjectReader(in), knobs_(knobs) {}

  // Returns nullopt if the knob is invalid.
  std::optional<Knob> Read(const Field& field, const Json::Member& member,
                           const std::string& pointer) {
    const auto& [name, place, json] = member;
    RecordOrigin(json, pointer);
    // A knob's name may be misspelt where a flag turns it, but not where --set also gives a range.
    const bool is_whole = json.Find("value") && json.Find("range");
    if (json.is_patch && json.object() && !is_whole) return FailUnknown(name, json, pointer);
    if (!json.object()) return Refuse(json, pointer, MustBe("an object", json), ExampleOf(json));
    if (auto error = NameError(field, name); !error.empty())
      return Refuse(Json{{}, place}, pointer, std::move(error));
    if (const Json::Member* const node = NodeAbove(name, json.place)) {
      const Place& at = node->place;
      return Refuse(Json{{}, {at.source, at.line, at.column}}, ChildPointer("/nodes", name),
                    fmt::format("{} is also a knob of {}", Quoted(name), json.place.source->name),
                    "choose another name");
    }
    if (const std::string other = OtherMeaning(name, root_.At("nodes")); !other.empty())
      return Refuse(Json{{}, place}, pointer, fmt::format("{} is also {}", Quoted(name), other),
                    "choose another name");
    Knob knob;
    knob.name = name;
    if (!ReadKeys(json, pointer, &knob) || !Check(json, pointer, knob)) return std::nullopt;
    return knob;
  }

 private:
  std::nullopt_t Refuse(const Json& json, const std::string& pointer, std::string message,
                        Phrase hint = {}) {
    Fail(json, pointer, std::move(message), std::move(hint));
    return std::nullopt;
  }

  // Returns the node of a knob's name if a layer above the knob has it, else null.
  const Json::Member* NodeAbove(const std::string& name, const Place& knob) const {
    const auto nodes = root_.At("nodes").members();
    const auto node = std::ranges::find(nodes, name, &Json::Member::key);
    const bool is_above = node != nodes.end() && node->place.source && knob.source &&
                          node->place.source->layer > knob.source->layer;
    return is_above ? &*node : nullptr;
  }

  std::nullopt_t FailUnknown(const std::string& name, const Json& json,
                             const std::string& pointer) {
    std::vector<std::string_view> written;
    for (const auto& [other, place, knob] : knobs_.members())
      if (!knob.is_patch) written.push_back(other);
    Phrase hint = DidYouMean(name, written);
    if (hint.empty() && !written.empty()) hint = "its knobs are " + ListText(written, " and ");
    const auto& [key, place, value] = json.members().front();
    return Refuse(
        value, ChildPointer(pointer, key),
        written.empty() ? "the recipe has no knobs" : "the recipe has no knob " + Quoted(name),
        std::move(hint));
  }

  static Phrase ExampleOf(const Json& json) {
    if (!json.number() && !json.text()) return {};
    return "write " + WriteJsonLine(Json::ObjectOf({{"value", {}, json}})) +
           (json.number() ? " with its range" : "");
  }

  bool ReadKeys(const Json& json, const std::string& pointer, Knob* knob) {
    bool is_complete = true;
    for (const Json::Member& member : *json.object()) {
      const std::string below = ChildPointer(pointer, member.key);
      const Field* const field = Accept(ObjectKind::kKnob, std::nullopt, member, below);
      if (!field) continue;
      RecordOrigin(member.value, below);
      if (member.key == "value" && FailColor(json, member.value, below)) return false;
      const auto value = ReadValue(*field, member.value, below, faults_);
      is_complete = is_complete && value;
      if (!value) continue;
      if (member.key == "value") knob->value = *value;
      if (member.key == "step") knob->step = std::get<double>(*value);
      if (member.key == "description") knob->description = std::get<std::string>(*value);
      if (member.key != "range") continue;
      const auto& ends = std::get<NumberList>(*value);
      knob->range = {ends[0], ends[1]};
    }
    if (!json.Find("value")) {
      faults_->AddMissing(json.place, ChildPointer(pointer, "value"), "is required");
      return false;
    }
    return is_complete;
  }

  // Reports a text for a number, which is not a colour either.
  bool FailColor(const Json& json, const Json& value, const std::string& pointer) {
    if (!json.Find("range") || !value.text() || ParseColor(*value.text())) return false;
    std::string number = *value.text();
    std::ranges::replace(number, ',', '.');
    Fail(value, pointer, MustBe("a number", value),
         ParseNumber(number) ? "write " + number : Phrase());
    return true;
  }

  bool Check(const Json& json, const std::string& pointer, const Knob& knob) {
    const Json& value = *json.Find("value");
    const Json* const range = json.Find("range");
    const bool is_override = value.place.source != json.place.source;
    if (is_override && knob.is_color() == (range != nullptr)) {
      Fail(value, ChildPointer(pointer, "value"),
           MustBe(range ? "a number" : "a colour, as in \"#7a5c40\" or \"tan\"", value));
      return false;
    }
    if (knob.is_color()) return CheckColor(json, pointer);
    const auto [low, high] = knob.range;
    if (!range) {
      faults_->AddMissing(json.place, ChildPointer(pointer, "range"),
                          "is required: the lowest and the highest value of the number");
      return false;
    }
    if (high < low) {
      Fail(*range, ChildPointer(pointer, "range"),
           fmt::format("must increase, got [{}, {}]", Readable(low), Readable(high)), "swap them");
      return false;
    }
    return CheckNumber(json, value, ChildPointer(pointer, "value"), knob);
  }

  bool CheckColor(const Json& json, const std::string& pointer) {
    for (const std::string_view key : {"range", "step"}) {
      const Json* const value = json.Find(key);
      if (!value) continue;
      Fail(*value, ChildPointer(pointer, key), "a colour has no " + std::string(key));
      return false;
    }
    return true;
  }

  // Returns how a layer above the step of a knob says that it has none.
  static Phrase NoStep(const Place& place, const std::string& knob) {
    return place.is_flag() ? Phrase::Option(KnobPath(knob, "step"), "0") : "\"step\": 0";
  }

  // In: in, the knob; json, its value.
  bool CheckNumber(const Json& in, const Json& json, const std::string& pointer, const Knob& knob) {
    const double value = std::get<double>(knob.value);
    const auto [low, high] = knob.range;
    const bool is_on_step = knob.step == 0 || IsOnStep(value, low, knob.step);
    const bool is_inside = value >= low && value <= high;
    if (is_inside && is_on_step) return true;
    const Place* const step = is_on_step ? nullptr : &in.At("step").place;
    const bool is_lower = step && step->source != json.place.source;
    Phrase hint;
    if (step) hint = "such as " + ListText(StepsNear(value, knob), " or ");
    if (is_lower && is_inside) hint += ", or any number with " + NoStep(json.place, knob.name);
    if (is_on_step && json.place.is_flag())
      hint = "to open its range, add " +
             Phrase::Option(KnobPath(knob.name, "range"),
                            fmt::format("{},{}", Readable(std::min(low, value)),
                                        Readable(std::max(high, value))));
    std::string rule =
        is_inside ? fmt::format("{} plus a multiple of {}", Readable(low), Readable(knob.step))
                  : fmt::format("from {} to {}", Readable(low), Readable(high));
    if (is_lower && is_inside) rule += ", the step of " + step->source->name;
    Fail(json, pointer, fmt::format("must be {}, got {}", rule, Readable(value)), std::move(hint));
    return false;
  }

  const Json& knobs_;
};

std::string WithSums(const std::string& formula, const std::vector<ImageSum>& images);

// Returns the definition of a function on one line, with these checksums in its formulas.
std::string DefinitionText(Json function, const std::vector<ImageSum>& images) {
  const auto add = [&](Json* json) {
    if (json && json->text() && !images.empty())
      *json = Json::Text(WithSums(*json->text(), images));
  };
  add(function.Find("value"));
  if (Json* const nodes = function.Find("nodes"); nodes && nodes->object())
    for (Json::Member& node : *nodes->object()) add(&node.value);
  return WriteJsonLine(function);
}

bool MayHaveFormulas(const Json& json) {
  return json.formula || !json.items().empty() || !json.members().empty();
}

// Collects formulas by pointer.
void Collect(const Json& json, std::string* pointer, std::map<std::string, std::string>* formulas) {
  if (json.formula) {
    formulas->emplace(*pointer, *json.formula);
    return;
  }
  for (std::size_t i = 0; i < json.items().size(); ++i) {
    if (!MayHaveFormulas(json.items()[i])) continue;
    const PointerStep step(i, pointer);
    Collect(json.items()[i], pointer, formulas);
  }
  for (const auto& [key, place, value] : json.members()) {
    if (!MayHaveFormulas(value)) continue;
    const PointerStep step(key, pointer);
    Collect(value, pointer, formulas);
  }
}

void AddNamesIn(std::string_view formula, std::set<std::string, std::less<>>* names) {
  FormulaScanner scanner(formula);
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
       token = scanner.Next())
    if (token.kind == FormulaToken::kName) names->emplace(token.text);
}

// Adds the names of the nodes that a value refers to outside of formulas, directly or not.
void AddRefs(const Json& json, const Json& tree, std::set<std::string, std::less<>>* names) {
  if (json.formula) return;
  for (const Json& item : json.items()) AddRefs(item, tree, names);
  for (const auto& [key, place, value] : json.members()) {
    AddRefs(value, tree, names);
    const bool is_ref = key == kRefType && value.text();
    if (is_ref && names->insert(*value.text()).second)
      AddRefs(tree.At("nodes").At(*value.text()), tree, names);
  }
}

// A call of a type that shows images, in a formula.
struct ImageCall {
  std::string name = {};  // of the image; empty: not found
  std::size_t end = 0;    // of its arguments
  bool has_sum = false;
};

// Reads the arguments of a call. In: scanner, behind its opening bracket. Out: behind the closing.
ImageCall ReadImageCall(FormulaScanner* scanner) {
  ImageCall call;
  int depth = 1;
  FormulaToken before;
  for (FormulaToken token = scanner->Next(); token.kind != FormulaToken::kEnd;
       before = token, token = scanner->Next()) {
    if (token.Is("(") || token.Is("[")) ++depth;
    if ((token.Is(")") || token.Is("]")) && --depth == 0) {
      call.end = token.offset;
      break;
    }
    if (depth > 1) continue;
    call.has_sum = call.has_sum || token.text == kImageSumKey;
    const bool is_name =
        before.kind == FormulaToken::kEnd || (before.Is("=") && call.name == kImageNameKey);
    if (!is_name) continue;
    call.name = token.text;
    if (token.kind == FormulaToken::kText) call.name = token.text.substr(1, token.text.size() - 2);
  }
  return call;
}

// Returns the formula with the checksums of the images that its calls show.
std::string WithSums(const std::string& formula, const std::vector<ImageSum>& images) {
  std::string text;
  std::size_t copied = 0;
  FormulaScanner scanner(formula);
  FormulaToken name = scanner.Next();
  for (FormulaToken token = scanner.Next(); name.kind != FormulaToken::kEnd;
       name = token, token = scanner.Next()) {
    const NodeSpec* const spec = token.Is("(") ? FindNodeSpec(name.text) : nullptr;
    if (!spec || !spec->shows_image) continue;
    const ImageCall call = ReadImageCall(&scanner);
    const auto image = std::ranges::find(images, call.name, &ImageSum::name);
    if (call.has_sum || image == images.end() || image->sha256.empty()) continue;
    text += formula.substr(copied, call.end - copied) +
            fmt::format(", {}='{}'", kImageSumKey, image->sha256);
    copied = call.end;
  }
  return text + formula.substr(copied);
}

// Returns the value at a JSON pointer, or null. A colour on the way becomes its channels.
Json* Below(std::string_view pointer, Json* json) {
  for (const std::string& key : KeysOfPath(pointer)) {
    if (!json) return nullptr;
    const auto color = json->text() ? ParseColor(*json->text()) : std::nullopt;
    if (color)
      *json = ToJson({.type = FieldType::kVector}, NumberList(color->begin(), color->end()));
    Json::List* const list = json->list();
    const auto index = list ? ParseInteger(key) : std::nullopt;
    if (index && *index >= 0 && std::cmp_less(*index, list->size())) {
      json = &(*list)[static_cast<std::size_t>(*index)];
    } else {
      json = json->Find(key);
    }
  }
  return json;
}

// Returns the pointer of a formula as written recipes have it: a constant or a colour inside
// another node, or as a map, has its short form.
std::string WrittenPointer(const Json& tree, const std::string& pointer) {
  constexpr std::string_view kValue = "/value";
  const std::size_t value = pointer.rfind(kValue);
  if (value == pointer.npos) return pointer;
  const std::string node = pointer.substr(0, value);
  const auto keys = KeysOfPath(node);
  const bool is_named = keys.front() == "nodes" && keys.size() == 2;
  const auto type = AtPath(tree, node).TextAt("type");
  const bool has_short_form = type == kConstantType || type == kColorType;
  if (!has_short_form || is_named || keys.size() < 2) return pointer;
  return node + pointer.substr(value + kValue.size());
}

}  // namespace

std::string StepText(double step) {
  return Readable(ParseNumber(fmt::format("{:.12g}", step)).value_or(step));
}

void ReadKnobs(const ObjectReader& in, const Field& field, const Json& json, Recipe* recipe) {
  KnobReader reader(in, json);
  for (const Json::Member& member : json.members()) {
    if (IsUserKey(member.key)) continue;
    auto knob = reader.Read(field, member, ChildPointer("/knobs", member.key));
    if (knob) recipe->knobs.push_back(std::move(*knob));
  }
}

void DropFollowersOfKnobs(const Json& tree, const FormulaNames& names, Faults* faults) {
  Faults of_knobs;
  std::vector<OriginRecord> origins;
  Recipe recipe;
  ReadKnobs({tree, &of_knobs, &origins}, *FindField(ObjectKind::kRecipe, "knobs"), tree.At("knobs"),
            &recipe);
  if (of_knobs.empty()) return;
  faults->DropIf([&](const Fault& fault) {
    const auto& formula = fault.place.formula;
    const auto keys = KeysOfPath(fault.pointer);
    const bool is_node_of_knob = keys.size() == 2 && keys[0] == "nodes" && names.IsKnob(keys[1]);
    return fault.pointer.starts_with("/knobs/") || is_node_of_knob ||
           (formula && names.FindKnobIn(*formula));
  });
  faults->AddAll(of_knobs);
}

Json KnobsToJson(const std::vector<Knob>& knobs) {
  Json json = Json::ObjectOf();
  for (const Knob& knob : knobs) {
    Json& object = json.Add(knob.name, Json::ObjectOf());
    object.Add("value", ToJson({.type = FieldType::kColor}, knob.value));
    if (knob.range != std::array{0.0, 0.0})
      object.Add("range", Json::ListOf({Json::Number(knob.range[0]), Json::Number(knob.range[1])}));
    if (knob.step != 0) object.Add("step", Json::Number(knob.step));
    if (!knob.description.empty()) object.Add("description", Json::Text(knob.description));
  }
  return json;
}

Json FunctionsToJson(const std::map<std::string, std::string>& functions) {
  Json json = Json::ObjectOf();
  for (const auto& [name, function] : functions) {
    json.Add(name, ParseJson(function).value_or(Json()));
  }
  return json;
}

void KeepFormulas(const Json& tree, const FormulaNames& names,
                  const std::vector<std::string>& shared, Recipe* recipe) {
  std::map<std::string, std::string> found;
  std::string pointer;
  Collect(tree, &pointer, &found);
  std::set<std::string, std::less<>> written;  // shared nodes that stay
  for (const auto& [key, place, value] : tree.members())
    if (key != "nodes") AddRefs(value, tree, &written);
  for (const auto& [name, place, node] : tree.At("nodes").members())
    if (std::ranges::count(shared, name) == 0) AddRefs(node, tree, &written);
  for (const std::string& name : shared) {
    if (written.contains(name)) continue;
    const std::string at = ChildPointer("/nodes", name);
    std::erase_if(found, [&](const auto& each) { return each.first.starts_with(at + '/'); });
    found[at] = "";
  }
  for (auto& [at, formula] : found)
    recipe->formulas.emplace(WrittenPointer(tree, at), std::move(formula));
  if (recipe->formulas.empty()) return;
  const auto images = ImageSums(*recipe);
  if (!images.empty())
    for (auto& [at, formula] : recipe->formulas) formula = WithSums(formula, images);
  std::set<std::string, std::less<>> named;
  for (const auto& [at, formula] : recipe->formulas) {
    AddNamesIn(formula, &named);
    for (const std::string& name : names.FunctionsOf(formula))
      if (!recipe->functions.contains(name))
        recipe->functions.emplace(name, DefinitionText(names.DefinitionOf(name), images));
  }
  // A number that these formulas use must stay one, not become a node.
  for (const auto& [name, node] : recipe->nodes) {
    if (!names.IsUsed(name) || !named.contains(name)) continue;
    const std::string at = ChildPointer("/nodes", name);
    auto formula = recipe->formulas.extract(ChildPointer(at, "value"));
    recipe->formulas[at] =
        formula.empty() ? Shortest(node.Number("value")) : std::move(formula.mapped());
  }
}

bool NamesKnob(const Recipe& recipe, std::string_view name) {
  FormulaNames names;
  names.SetKnob(name, Json::Number(0));
  names.SetFunctions(FunctionsToJson(recipe.functions));
  return std::ranges::any_of(recipe.formulas,
                             [&](const auto& formula) { return names.FindKnobIn(formula.second); });
}

std::optional<double> NumberWithKnob(const Recipe& recipe, const std::string& pointer,
                                     const Knob& knob, double value) {
  constexpr std::size_t kMaxBytes = 10'000;
  std::string at = pointer;  // of what the formula gives
  while (!at.empty() && !recipe.formulas.contains(at)) at.resize(at.rfind('/'));
  std::size_t bytes = 0;
  for (const auto& [place, formula] : recipe.formulas) bytes += formula.size();
  if (at.empty() || bytes > kMaxBytes) return std::nullopt;
  FormulaNames names;
  for (const auto& [name, node] : recipe.nodes) {
    const auto formula = recipe.formulas.find(ChildPointer("/nodes", name));
    names.Set(name,
              formula == recipe.formulas.end() ? Json::ObjectOf() : Json::Text(formula->second));
  }
  for (const Knob& each : recipe.knobs)
    names.SetKnob(each.name, each.name == knob.name
                                 ? Json::Number(value)
                                 : ToJson({.type = FieldType::kColor}, each.value));
  names.SetFunctions(FunctionsToJson(recipe.functions));
  names.Resolve();
  int nodes = 0;
  const Json given =
      ExpandFormula(Json::Text(recipe.formulas.at(at)), {names, at, nullptr, &nodes});
  const Json& number = at == pointer ? given : AtPath(given, pointer.substr(at.size()));
  return number.number() ? std::optional(*number.number()) : std::nullopt;
}

bool PutFormulas(const std::map<std::string, std::string>& formulas, Json* tree) {
  for (const auto& [pointer, text] : formulas) {
    Json* const json = Below(pointer, tree);
    if (!json) return false;
    *json = Json::Text(text);
  }
  if (Json* const nodes = tree->Find("nodes")) {
    std::erase_if(*nodes->object(), [&](const Json::Member& member) {
      const auto formula = formulas.find(ChildPointer("/nodes", member.key));
      return formula != formulas.end() && formula->second.empty();
    });
    if (nodes->object()->empty())
      std::erase_if(*tree->object(), [](const Json::Member& each) { return each.key == "nodes"; });
  }
  return true;
}

}  // namespace cobble
