// Validates values against their fields.
#include "recipe/reading/read_value.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/color.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

bool InRange(const Field& field, double number) {
  if (field.or_zero && number == 0) return true;
  const bool above = field.exclusive_minimum ? number > field.minimum : number >= field.minimum;
  return above && number <= field.maximum && !(field.not_zero && number == 0);
}

std::size_t NumbersPerItem(FieldType type) {
  if (type == FieldType::kStops) return 4;
  if (type == FieldType::kColors) return 3;
  return type == FieldType::kPairs ? 2 : 1;
}

bool TakesOneForAll(const Field& field) {
  return field.type == FieldType::kSize || field.type == FieldType::kScale;
}

std::vector<double> DefaultNumbers(const Field& field) {
  std::vector<double> numbers;
  const Json fallback = DefaultJson(field);
  for (const Json& item : fallback.items()) numbers.push_back(*item.number());
  return numbers;
}

// Reads a field's value; reports it if it is invalid.
class ValueReader {
 public:
  ValueReader(const Field& field, const Json& json, std::string_view pointer, Faults* faults)
      : field_(field), json_(json), pointer_(pointer), faults_(faults) {}

  std::optional<Value> Read() const {
    if (json_.is_unread) return std::nullopt;
    switch (field_.type) {
      case FieldType::kInteger:
      case FieldType::kNumber:
        return Number();
      case FieldType::kBool:
        return json_.boolean() ? std::optional<Value>(*json_.boolean()) : Fail();
      case FieldType::kText:
        return Text();
      case FieldType::kChoice:
        return Choice();
      case FieldType::kSize:
      case FieldType::kVector:
      case FieldType::kScale:
      case FieldType::kList:
        return Numbers();
      case FieldType::kByAxis:
        return json_.number() ? Number() : Numbers();
      case FieldType::kRange:
        return Range();
      case FieldType::kColor:
        return Color();
      case FieldType::kKnobValue:
        return KnobValue();
      case FieldType::kColors:
        return Items(1);
      case FieldType::kStop:
        return Items(2);
      case FieldType::kPairs:
      case FieldType::kStops:
        return IncreasingItems();
      default:
        throw Error(ErrorKind::kBug, std::string(pointer_), "is read as a plain value");
    }
  }

 private:
  std::optional<Value> Number() const {
    const auto number = ReadNumber(field_, json_, pointer_, faults_);
    return number ? std::optional<Value>(*number) : std::nullopt;
  }

  std::optional<Value> KnobValue() const {
    if (!json_.text() && !json_.list()) return Number();
    const Field color{.object = field_.object, .key = field_.key, .type = FieldType::kColor};
    return ReadValue(color, json_, pointer_, faults_);
  }

  // Text from a file is UTF-8, but a command-line argument can contain any bytes.
  std::optional<Value> Text() const {
    if (!json_.text() || !IsUtf8(*json_.text())) return Fail();
    return *json_.text();
  }

  std::optional<Value> Choice() const {
    if (!json_.text()) return Fail();
    const auto& choices = field_.choices;
    const bool is_choice = field_.key == "type" ? FindType(field_.object, *json_.text()).has_value()
                                                : std::ranges::count(choices, *json_.text()) > 0;
    if (is_choice) return *json_.text();
    Phrase hint = WrongChoiceHint(field_, json_);
    constexpr std::size_t kFewChoices = 5;  // more come after the suggestion
    if (hint.empty() || choices.size() <= kFewChoices) return Fail(hint);
    if (faults_->Accepts(json_.place)) {
      const std::string_view what = field_.key == "type" ? "type " : "value ";
      if (ChoicesHint(field_).empty()) hint += " (" + Rule(field_) + ")";
      faults_->Add(json_.place, std::string(pointer_),
                   "unknown " + std::string(what) + Quoted(*json_.text()), hint);
    }
    return std::nullopt;
  }

  std::optional<Value> Numbers() const {
    if (json_.number() && (TakesOneForAll(field_) || field_.single_sets_last)) return OneNumber();
    int shortest = field_.minimum_count > 0 ? field_.minimum_count : field_.count;
    if (field_.type == FieldType::kList) shortest = 1;
    const std::size_t count = json_.list() ? json_.list()->size() : 0;
    if (count < static_cast<std::size_t>(shortest) ||
        count > static_cast<std::size_t>(field_.count))
      return Fail();
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) {
      const Json& item = (*json_.list())[i];
      if (item.is_hole()) return Missing(item, ChildPointer(pointer_, i), ItemRule(field_));
      const auto number = ReadNumber(field_, item, ChildPointer(pointer_, i), faults_);
      if (number) numbers.push_back(*number);
    }
    if (numbers.size() != count) return std::nullopt;
    if (field_.minimum_count > 0 && field_.type != FieldType::kByAxis) {
      const std::vector<double> all = DefaultNumbers(field_);
      numbers.insert(numbers.end(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
    }
    return numbers;
  }

  // A single number sets all numbers or the last.
  std::optional<Value> OneNumber() const {
    const auto number = ReadNumber(field_, json_, pointer_, faults_);
    if (!number) return std::nullopt;
    if (TakesOneForAll(field_))
      return std::vector<double>(static_cast<std::size_t>(field_.count), *number);
    std::vector<double> numbers = DefaultNumbers(field_);
    numbers.back() = *number;
    return numbers;
  }

  std::optional<Value> Range() const {
    if (json_.text()) return Choice();
    const auto is_text = [](const Json& item) { return item.text() != nullptr; };
    if (TakesShares(field_) && json_.list() && std::ranges::any_of(*json_.list(), is_text))
      return Shares();
    auto numbers = Numbers();
    if (!numbers) return std::nullopt;
    const auto& ends = std::get<NumberList>(*numbers);
    if (std::abs(ends[1] - ends[0]) < kMinDifference) return Fail(std::string(field_.equal_hint));
    return numbers;
  }

  // Reads two ends, each a number or a share.
  std::optional<Value> Shares() const {
    const Json::List& list = *json_.list();
    if (list.size() != 2) return Fail();
    NumberList ends;
    for (std::size_t i = 0; i < 2; ++i) {
      const bool is_share = list[i].text() != nullptr;
      const std::string at = ChildPointer(pointer_, i);
      const auto end =
          is_share ? ParseShare(*list[i].text()) : ReadNumber(field_, list[i], at, faults_);
      if (is_share && !end && faults_->Accepts(list[i].place))
        faults_->Add(list[i].place, at,
                     MustBe(ItemRule(field_) + ", or a share from \"0%\" to \"100%\"", list[i]),
                     {});
      if (!end) continue;
      ends.insert(ends.begin() + static_cast<std::ptrdiff_t>(ends.size() / 2), *end);
      ends.push_back(is_share ? 1 : 0);
    }
    if (ends.size() != 4) return std::nullopt;
    if (ends[2] == ends[3] && std::abs(ends[1] - ends[0]) < kMinDifference)
      return Fail(std::string(field_.equal_hint));
    return ends;
  }

  std::optional<Value> Color() const {
    if (json_.text()) {
      if (const auto color = ParseColor(*json_.text()))
        return NumberList(color->begin(), color->end());
      if (faults_->Accepts(json_.place))
        faults_->Add(json_.place, std::string(pointer_), "unknown colour " + Quoted(*json_.text()),
                     ColorHint(*json_.text()));
      return std::nullopt;
    }
    const Json::List* const list = json_.list();
    if (list && list->size() == 2 && (list->front().text() || list->back().text()))
      return Fail("for colours at positions, use the type ramp");
    if (!json_.number()) return Items(MaxLength(field_));
    const auto grey = ReadNumber(*ItemOf(field_), json_, pointer_, faults_);
    return grey ? std::optional<Value>(NumberList(3, *grey)) : std::nullopt;
  }

  // Reads a list whose items have their own fields; stores their numbers one after another.
  std::optional<Value> Items(int shortest) const {
    const std::size_t count = json_.list() ? json_.list()->size() : 0;
    if (count < static_cast<std::size_t>(shortest) ||
        count > static_cast<std::size_t>(MaxLength(field_)))
      return Fail();
    NumberList numbers;
    bool is_complete = true;
    for (std::size_t i = 0; i < count; ++i) {
      const Json& item = (*json_.list())[i];
      const Field item_field = *ItemOf(field_, i);
      const std::string at = ChildPointer(pointer_, i);
      std::optional<Value> value;
      if (item.is_hole()) {
        Missing(item, at, Rule(item_field));
      } else {
        value = ReadValue(item_field, item, at, faults_);
      }
      is_complete = is_complete && value;
      if (!value) continue;
      if (const auto* const number = std::get_if<double>(&*value)) {
        numbers.push_back(*number);
      } else {
        const auto& list = std::get<NumberList>(*value);
        numbers.insert(numbers.end(), list.begin(), list.end());
      }
    }
    return is_complete ? std::optional<Value>(std::move(numbers)) : std::nullopt;
  }

  std::optional<Value> IncreasingItems() const {
    auto numbers = Items(2);
    if (numbers && !CheckIncreasing(std::get<NumberList>(*numbers))) return std::nullopt;
    return numbers;
  }

  // Reports each x that does not exceed the one before: at the higher layer's, or at the second.
  bool CheckIncreasing(const std::vector<double>& numbers) const {
    const auto x_of = [&](std::size_t i) -> const Json& {
      return (*json_.list())[i].list()->front();
    };
    const auto stride = NumbersPerItem(field_.type);
    const std::string items = field_.type == FieldType::kStops ? "stops" : "points";
    bool increasing = true;
    for (std::size_t i = 1; stride * i < numbers.size(); ++i) {
      const double before = numbers[stride * (i - 1)], after = numbers[stride * i];
      if (after - before >= kMinDifference) continue;
      increasing = false;
      const bool at_second = x_of(i).layer() >= x_of(i - 1).layer();
      const bool is_one_layer = x_of(i).layer() == x_of(i - 1).layer();
      const std::size_t at = at_second ? i : i - 1;
      const std::string pointer = ChildPointer(ChildPointer(pointer_, at), std::size_t{0});
      const std::string rule = at_second ? " above the previous x, which is " + Shortest(before)
                                         : " below the next x, which is " + Shortest(after);
      faults_->Add(x_of(at).place, pointer,
                   "must be at least " + LimitText(kMinDifference) + rule + ", got " +
                       Shortest(at_second ? after : before),
                   is_one_layer && after < before ? "sort the " + items + " by x" : "");
    }
    return increasing;
  }

  std::nullopt_t Missing(const Json& item, std::string pointer, const std::string& rule) const {
    faults_->AddMissing(item.place, std::move(pointer), "is required: " + rule);
    return std::nullopt;
  }
  std::nullopt_t Fail(Phrase hint = {}) const {
    if (!faults_->Accepts(json_.place)) return std::nullopt;
    if (hint.empty()) hint = ValueHint(field_, json_, pointer_);
    faults_->Add({json_.place, true, std::string(pointer_), MustBe(ShortRule(field_), json_),
                  std::move(hint), IsNumbers(field_.type)});
    return std::nullopt;
  }

  const Field& field_;
  const Json& json_;
  std::string_view pointer_;
  Faults* faults_;
};

// Converts a list or a colour. Lists may have any length: the reader rejects invalid ones.
Json NumbersToJson(const Field& field, std::span<const double> numbers) {
  if (field.type == FieldType::kColor && numbers.size() == 3)
    if (const auto hex = HexOf({numbers[0], numbers[1], numbers[2]})) return Json::Text(*hex);
  Json::List list;
  if (field.type == FieldType::kStop && !numbers.empty()) {
    list.push_back(Json::Number(numbers[0]));
    if (numbers.size() > 1) list.push_back(NumbersToJson(*ItemOf(field, 1), numbers.subspan(1)));
    return Json::ListOf(std::move(list));
  }
  if (TakesShares(field) && numbers.size() == 4) {
    for (const std::size_t end : {0u, 1u})
      list.push_back(numbers[2 + end] != 0 ? Json::Text(Shortest(numbers[end]) + "%")
                                           : Json::Number(numbers[end]));
    return Json::ListOf(std::move(list));
  }
  const std::size_t stride = NumbersPerItem(field.type);
  for (std::size_t i = 0; i < numbers.size(); i += stride) {
    if (stride == 1) {
      list.push_back(Json::Number(numbers[i]));
    } else {
      const std::size_t count = std::min(stride, numbers.size() - i);
      list.push_back(NumbersToJson(*ItemOf(field), numbers.subspan(i, count)));
    }
  }
  return Json::ListOf(std::move(list));
}

}  // namespace

std::optional<double> ReadNumber(const Field& field, const Json& json, std::string_view pointer,
                                 Faults* faults) {
  if (json.is_unread) return std::nullopt;
  const double* const number = json.number();
  const bool valid =
      number && InRange(field, *number) && (!IsWhole(field) || *number == std::floor(*number));
  if (valid) return *number;
  if (!faults->Accepts(json.place)) return std::nullopt;
  faults->Add(json.place, std::string(pointer), MustBe(ItemRule(field), json),
              ValueHint(field.type == FieldType::kRange ? *ItemOf(field) : field, json, pointer));
  return std::nullopt;
}

std::optional<Value> ReadValue(const Field& field, const Json& json, std::string_view pointer,
                               Faults* faults) {
  return ValueReader(field, json, pointer, faults).Read();
}

Json ToJson(const Field& field, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return Json::Bool(*flag);
  if (const auto* number = std::get_if<double>(&value)) return Json::Number(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return Json::Text(*text);
  return NumbersToJson(field, std::get<NumberList>(value));
}

Json ColorToJson(const Node& color) {
  return NumbersToJson({.type = FieldType::kColor}, color.Numbers("value"));
}

std::optional<int> TypeOf(ObjectKind kind, const Json& json) {
  const Json* const type = json.Find("type");
  if (!type && kind == ObjectKind::kNode && json.Find("ref")) return NodeTypeNumber(kRefType);
  return type && type->text() ? FindType(kind, *type->text()) : std::nullopt;
}

Json DefaultJson(const Field& field) {
  if (field.fallback.empty()) return Json();
  const auto source = std::make_shared<const Source>(Source{"the default"});
  Faults faults;
  auto json = ParseJson(field.fallback, source, &faults);
  if (!json) throw Error(ErrorKind::kBug, std::string(field.key), "has a default that is not JSON");
  return std::move(*json);
}

const std::optional<Value>& DefaultValue(const Field& field) {
  static const std::vector<std::optional<Value>> defaults = [] {  // indexed like Fields()
    std::vector<std::optional<Value>> values;
    for (const Field& row : Fields()) {
      const bool plain = !row.fallback.empty() && row.type != FieldType::kObject;
      Faults faults;
      if (plain && row.type == FieldType::kInput) {
        values.push_back(ReadNumber(row, DefaultJson(row), row.key, &faults));
      } else {
        values.push_back(plain ? ReadValue(row, DefaultJson(row), row.key, &faults) : std::nullopt);
      }
      if (!faults.empty()) faults.Throw();
    }
    return values;
  }();
  return defaults[static_cast<std::size_t>(&field - Fields().data())];
}

}  // namespace cobble
