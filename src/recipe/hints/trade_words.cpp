// The hints that trade words give.
#include "recipe/hints/trade_words.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_spec.h"
#include "recipe/json/json.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

constexpr std::string_view kMapPath = "map=", kMaterialPath = "maps.";
constexpr std::string_view kNoiseEnds[] = {"noise", "texture"}, kMapEnds[] = {"map"};

bool IsMaterial(const TradeWord& row) { return row.settings.starts_with(kMaterialPath); }

bool IsMap(const TradeWord& row) { return row.settings.starts_with(kMapPath); }

// Returns the rows of the word that pass a test or, if there are none, of the word without `ends`,
// which other programs add to names: "worley" of "worleynoise".
template <typename Test>
std::vector<const TradeWord*> RowsOf(std::string_view word, std::span<const std::string_view> ends,
                                     const Test& test) {
  std::vector<const TradeWord*> rows;
  const std::string plain = PlainWord(word);
  const auto add = [&](std::string_view stem) {
    for (const TradeWord& row : TradeWords())
      if (row.word == stem && test(row)) rows.push_back(&row);
  };
  add(plain);
  for (const std::string_view end : ends)
    if (rows.empty() && plain.ends_with(end)) add(plain.substr(0, plain.size() - end.size()));
  return rows;
}

std::vector<const TradeWord*> RowsOf(std::string_view word) {
  return RowsOf(word, kNoiseEnds, [](const TradeWord& row) { return !IsMap(row); });
}

// Returns the first row that does not mean a map, or null.
const TradeWord* FirstRowOf(std::string_view word) {
  const auto rows = RowsOf(word);
  const auto found =
      std::ranges::find_if_not(rows, [](const TradeWord* row) { return IsMaterial(*row); });
  return found == rows.end() ? nullptr : *found;
}

struct Setting {
  std::string_view path, value;  // value: may be empty
};

std::vector<Setting> SettingsOf(const TradeWord& row) {
  std::vector<Setting> settings;
  if (row.settings.empty()) return settings;
  for (const std::string_view word : PiecesOf(row.settings, " ")) {
    const std::size_t equals = std::min(word.find('='), word.size());
    settings.push_back({word.substr(0, equals), word.substr(std::min(equals + 1, word.size()))});
  }
  return settings;
}

// Returns the object of the first setting; nullopt for a row that is only a note.
std::optional<ObjectKind> ObjectOf(const TradeWord& row) {
  const auto settings = SettingsOf(row);
  if (settings.empty()) return std::nullopt;
  for (const Field& field : Fields())
    if (PathOf(field) == settings.front().path) return field.object;
  return std::nullopt;
}

std::string_view KeyOf(const Setting& setting) {
  return setting.path.substr(setting.path.rfind('.') + 1);
}

// Returns the settings as members, "type": "perlin", with the objects around other objects' keys.
std::string MembersText(const std::vector<Setting>& settings, ObjectKind object) {
  const auto source = std::make_shared<const Source>(Source{"the table of words", true});
  Json root;
  Faults faults;
  for (const auto& [path, value] : settings)
    PutAtPath(path, *SetValueToJson(path, value, source, &faults), &root);
  const Json& inner = AtPath(root, PathOf(object));
  const std::string text = WriteJsonLine(inner.is_null() ? root : inner);
  return text.substr(1, text.size() - 2);
}

std::string JsonText(const std::vector<Setting>& settings, ObjectKind place) {
  const Setting& first = settings.front();
  if (!first.value.empty()) return MembersText(settings, place);
  const std::string text = Quoted(KeyOf(first));
  const std::size_t dot = first.path.rfind('.');
  const std::string_view owner = dot == first.path.npos ? "" : first.path.substr(0, dot);
  if (owner == PathOf(place)) return text;
  return text + " in " + (owner.empty() ? "the recipe itself" : Quoted(owner));
}

// Returns the settings of a node as in a call: "octaves=", or, after a type, "perlin(octaves=5)".
std::string CallText(std::span<const Setting> settings) {
  const bool is_type = KeyOf(settings.front()) == "type";
  std::string text;
  for (const Setting& setting : settings.subspan(is_type ? 1 : 0)) {
    const bool is_source = setting.path.ends_with(".source.type");
    text += (text.empty() ? "" : ", ") +
            (is_source ? "source=" + std::string(setting.value) + "()"
                       : std::string(KeyOf(setting)) + "=" + std::string(setting.value));
  }
  return is_type ? std::string(settings.front().value) + "(" + text + ")" : text;
}

Phrase OptionsText(const std::vector<Setting>& settings) {
  Phrase text;
  for (const auto& [path, value] : settings)
    text += (text.empty() ? "" : " ") + Phrase::Option(path, value);
  return text;
}

Advice AdviceOf(const TradeWord& row, ObjectKind place, HintForm form) {
  Phrase note = row.note;
  if (!row.option.empty()) note += Phrase::Option(row.option);
  const auto settings = SettingsOf(row);
  if (settings.empty()) return {.use = {}, .sentence = note};
  if (form == HintForm::kOptions) return {OptionsText(settings) + note};
  if (form == HintForm::kFormula && ObjectOf(row) == ObjectKind::kNode &&
      place == ObjectKind::kNode)
    return {CallText(settings) + note};
  return {JsonText(settings, place) + note};
}

// Returns whether a node of that type has the key that the row means; true if it means no key.
bool HasKeyOf(int type, const TradeWord& row) {
  const auto settings = SettingsOf(row);
  if (settings.empty() || !settings.front().value.empty()) return true;
  if (ObjectOf(row) != ObjectKind::kNode) return true;
  return FindFieldOf(ObjectKind::kNode, type, KeyOf(settings.front())) != nullptr;
}

}  // namespace

HintForm FormAt(const Place& place) {
  if (place.formula) return HintForm::kFormula;
  return place.is_flag() ? HintForm::kOptions : HintForm::kJson;
}

Phrase Advice::Hint() const { return use.empty() ? sentence : "use " + use; }

Phrase Either(const Advice& first, const Advice& second) {
  if (first.empty() || second.empty()) return first.Hint() + second.Hint();
  const bool are_settings = !first.use.empty() && !second.use.empty();
  return first.Hint() + (are_settings ? ", or " + second.use : "; " + second.Hint());
}

std::string PlainWord(std::string_view word) {
  std::string plain = LowerCase(word);
  std::erase_if(plain, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return plain;
}

std::vector<std::string_view> MapNamesOfWord(std::string_view word) {
  std::vector<std::string_view> names;
  if (Map map{}; FromName(PlainWord(word), &map)) names.push_back(Name(map));
  const auto rows =
      RowsOf(word, kMapEnds, [](const TradeWord& row) { return IsMap(row) || IsMaterial(row); });
  for (const TradeWord* row : rows)
    names.push_back(row->settings.substr(IsMap(*row) ? kMapPath.size() : kMaterialPath.size()));
  return names;
}

std::optional<Map> MapOfWord(std::string_view word) {
  Map map{};
  for (const std::string_view name : MapNamesOfWord(word))
    if (FromName(name, &map)) return map;
  return std::nullopt;
}

std::string_view MaterialMapOfWord(std::string_view word) {
  const auto rows = RowsOf(word, {}, &IsMaterial);
  return rows.empty() ? "" : rows.front()->settings.substr(kMaterialPath.size());
}

Phrase KeyHint(ObjectKind object, std::optional<int> type, std::string_view word, HintForm form) {
  const auto rows = RowsOf(word);
  const TradeWord* best = nullptr;
  int best_rank = 0;
  for (const TradeWord* row : rows) {
    if (ObjectOf(*row) != object) continue;
    const Setting first = SettingsOf(*row).front();
    const std::string_view key = KeyOf(first);
    const Field* const field = FindField(object, key, type);
    if (key == word || !field || (type && !Uses(*type, *field))) continue;
    // A node already has a type, and a key that other types use hardly means a type.
    if (type && key == "type" && (first.value.empty() || FindField(object, word))) continue;
    // Another name of a key is nearer than a value, a value nearer than another type.
    int rank = key == "type" && type ? 1 : 2;
    if (first.value.empty()) rank = 3;
    if (rank > best_rank) best = row;
    best_rank = std::max(rank, best_rank);
  }
  return best ? AdviceOf(*best, object, form).Hint() : Phrase();
}

Advice OtherKeyAdvice(ObjectKind object, std::string_view word, HintForm form) {
  for (const TradeWord* row : RowsOf(word)) {
    if (ObjectOf(*row) == object) continue;
    // In a recipe's text, --scale does not replace a frequency.
    const auto settings = SettingsOf(*row);
    const bool is_key = !settings.empty() && settings.front().value.empty();
    if (form != HintForm::kOptions && !is_key && FindField(object, word)) continue;
    return AdviceOf(*row, object, form);
  }
  return {};
}

Phrase ChoiceHint(const Field& field, std::string_view word, HintForm form) {
  const auto rows = RowsOf(word);
  for (const TradeWord* row : rows) {
    const auto settings = SettingsOf(*row);
    const bool fits = settings.size() == 1 && settings.front().path == PathOf(field) &&
                      std::ranges::count(field.choices, settings.front().value) > 0;
    if (fits && row->note.empty()) return DidYouMean(settings.front().value);
  }
  // A key without a value does not answer a wrong value.
  for (const TradeWord* row : rows) {
    const auto settings = SettingsOf(*row);
    const bool is_note = settings.empty() && row->option.empty();
    if (is_note || (!settings.empty() && !settings.front().value.empty()))
      return AdviceOf(*row, field.object, form).Hint();
  }
  return {};
}

Advice WordAdvice(std::string_view word, std::optional<int> type) {
  auto rows = RowsOf(word);
  std::erase_if(rows, [&](const TradeWord* row) {
    return IsMaterial(*row) || (type && !HasKeyOf(*type, *row));
  });
  if (rows.empty()) return {};
  const TradeWord& best = *rows.front();
  const auto settings = SettingsOf(best);
  const NodeSpec* const spec =
      settings.size() == 1 ? FindNodeSpec(settings.front().value) : nullptr;
  // An operation needs inputs, which flags cannot give.
  if (spec && !StandsAlone(*spec))
    return {.use = {},
            .sentence = "the operation " + Quoted(spec->name) + " does that: see cobble explain " +
                        std::string(spec->name)};
  return AdviceOf(best, ObjectKind::kRecipe, HintForm::kOptions);
}

std::string CallOfWord(std::string_view word) {
  const TradeWord* const row = FirstRowOf(word);
  if (!row) return {};
  const auto settings = SettingsOf(*row);
  if (settings.empty()) return std::string(row->option.empty() ? row->note : "");
  const bool is_type = settings.front().path == "noise.type" && !settings.front().value.empty();
  if (!is_type || (settings.size() == 1 && row->note.empty())) return {};
  return "write " + CallText(settings) + std::string(row->note);
}

std::string_view TopicOf(std::string_view word) {
  const TradeWord* const row = FirstRowOf(word);
  const auto settings = row ? SettingsOf(*row) : std::vector<Setting>();
  if (settings.empty()) return {};
  const Setting& first = settings.front();
  const bool is_node_type = first.path == "noise.type" && !first.value.empty();
  return is_node_type ? first.value : first.path;
}

}  // namespace cobble
