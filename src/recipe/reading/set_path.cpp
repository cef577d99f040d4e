// Completes and classifies paths.
#include "recipe/reading/set_path.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/key_paths.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

std::vector<std::string_view> NamesIn(const Json& root) {
  std::vector<std::string_view> names;
  for (const char* section : {"nodes", "maps"})
    for (const Json::Member& member : root.At(section).members()) names.push_back(member.key);
  return names;
}

// Reports the first key of a path, which no object of the recipe has.
void ReportUnknown(std::string_view key, const std::shared_ptr<const Source>& source,
                   const Json& root, Faults* faults) {
  std::vector<std::string_view> keys = KeysOf(ObjectKind::kRecipe);
  for (const Field& field : Fields()) keys.push_back(field.key);
  if (std::ranges::count(keys, key) > 0) {
    faults->Add({{source},
                 true,
                 "",
                 "no node of the recipe has the key " + Quoted(key),
                 WordAdvice(key).Hint()});
    return;
  }
  Phrase hint = OtherKeyAdvice(ObjectKind::kNode, key, HintForm::kOptions).Hint();
  if (hint.empty()) hint = DidYouMean(key, keys);
  if (hint.empty()) hint = DidYouMean(key, NamesIn(root));
  if (hint.empty()) hint = WordAdvice(key).Hint();
  faults->Add({{source}, true, "", "unknown key " + Quoted(key), std::move(hint)});
}

}  // namespace

std::optional<std::string> FullPath(const std::string& path, std::string_view value,
                                    const std::shared_ptr<const Source>& source, const Json& root,
                                    Faults* faults) {
  const std::string first = KeysOfPath(path).front();
  const auto paths = CompletePaths(path, root);
  if (paths.size() == 1) return paths.front().path;
  if (paths.empty()) {
    ReportUnknown(first, source, root, faults);
  } else {
    faults->Add({{source},
                 true,
                 "",
                 "the recipe has more than one " + Quoted(first),
                 "use " + PathChoice(paths, value)});
  }
  return std::nullopt;
}

std::optional<Field> NamedAtPath(std::string_view path) {
  const auto keys = KeysOfPath(path);
  const Field* const field =
      keys.size() == 1 ? FindField(ObjectKind::kRecipe, keys.front()) : nullptr;
  const bool is_named =
      field && (field->type == FieldType::kNodes || field->type == FieldType::kMaps);
  return is_named ? std::optional(*field) : std::nullopt;
}

bool IsNamedNode(std::string_view path) {
  const auto keys = KeysOfPath(path);
  return keys.size() == 2 && keys.front() == "nodes" && !IsUserKey(keys.back());
}

std::optional<std::string> NameOfValue(std::string_view path) {
  const auto keys = KeysOfPath(path);
  const bool is_value = keys.size() == 3 && keys[0] == "nodes" && keys[2] == "value";
  return is_value ? std::optional(keys[1]) : std::nullopt;
}

}  // namespace cobble
