// Walks the tree of a recipe along the table of fields.
#include "recipe/fields/key_paths.h"

#include <algorithm>
#include <functional>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxListed = 3;

std::vector<std::string> Below(std::vector<std::string> keys, std::string_view key) {
  keys.emplace_back(key);
  return keys;
}

class KeyFinder {
 public:
  explicit KeyFinder(std::string_view key) : key_(key) {}

  void Recipe(const Json& root) {
    Object(ObjectKind::kRecipe, {});
    if (const Json* const noise = root.Find("noise")) Node(*noise, {"noise"});
    in_root_ = false;
    for (const char* const group : {"nodes", "maps", "pack"})
      for (const Json::Member& member : root.At(group).members()) {
        if (IsUserKey(member.key)) continue;
        if (member.key == key_) Add({group, member.key});
        Node(member.value, {group, member.key});
      }
  }

  std::vector<KeyPath> Found() { return std::move(found_); }

 private:
  // In: keys, the path from the root.
  void Object(ObjectKind kind, const std::vector<std::string>& keys) {
    for (const Field* field : FieldsOf(kind)) {
      if (field->key == key_) Add(Below(keys, key_));
      if (field->type == FieldType::kObject) Object(field->inner, Below(keys, field->key));
    }
  }

  void Node(const Json& json, const std::vector<std::string>& keys) {
    if (json.is_call) return;
    const auto type = TypeOf(ObjectKind::kNode, json);
    if (!type) return;
    const bool was_in_root = in_root_;
    for (const Field* field : FieldsOf(ObjectKind::kNode, *type)) {
      const Json* const value = json.Find(field->key);
      const auto below = Below(keys, field->key);
      if (field->key == key_) Add(below);
      if (field->type == FieldType::kObject) {
        const auto inner = value ? TypeOf(field->inner, *value) : std::nullopt;
        for (const Field* each : FieldsOf(field->inner, inner.value_or(0)))
          if (each->key == key_) Add(Below(below, key_));
      } else if (value && field->inner == ObjectKind::kNode) {
        in_root_ = false;
        Input(*value, below);
        in_root_ = was_in_root;
      }
    }
  }

  void Input(const Json& json, const std::vector<std::string>& keys) {
    if (json.object()) Node(json, keys);
    for (std::size_t i = 0; i < json.items().size(); ++i)
      Input(json.items()[i], Below(keys, std::to_string(i)));
  }

  // Leaves out nodes whose names contain "=", which --set cannot name.
  void Add(const std::vector<std::string>& keys) {
    const bool has_dot = std::ranges::any_of(
        keys, [](const std::string& key) { return key.find('.') != std::string::npos; });
    std::string path;
    for (const std::string& key : keys) {
      if (key.find('=') != std::string::npos) return;
      if (has_dot) {
        path = ChildPointer(path, key);
      } else {
        path += (path.empty() ? "" : ".") + key;
      }
    }
    found_.push_back({path, in_root_});
  }

  std::string_view key_;
  std::vector<KeyPath> found_;
  bool in_root_ = true;  // at the recipe's own objects or the root node's keys
};

std::vector<std::string_view> NamesIn(const Json& root) {
  std::vector<std::string_view> names;
  for (const char* section : {"knobs", "nodes", "maps"})
    for (const Json::Member& member : root.At(section).members()) names.push_back(member.key);
  return names;
}

// Reports the first key of a path, which no object of the recipe has.
void ReportUnknown(std::string_view key, const std::shared_ptr<const Source>& source,
                   const Json& root, Faults* faults) {
  std::vector<std::string_view> keys = KeysOf(ObjectKind::kRecipe);
  for (const Field& field : Fields()) keys.push_back(field.key);
  if (std::ranges::count(keys, key) > 0) {
    faults->Add({source}, "", "no node of the recipe has the key " + Quoted(key),
                WordAdvice(key).Hint());
    return;
  }
  Phrase hint = OtherKeyAdvice(ObjectKind::kNode, key, HintForm::kOptions).Hint();
  if (hint.empty()) hint = DidYouMean(key, keys);
  if (hint.empty()) hint = DidYouMean(key, NamesIn(root));
  if (hint.empty()) hint = WordAdvice(key).Hint();
  faults->Add({source}, "", "unknown key " + Quoted(key), std::move(hint));
}

}  // namespace

std::vector<KeyPath> PathsOfKey(const Json& root, std::string_view key) {
  KeyFinder finder(key);
  finder.Recipe(root);
  return finder.Found();
}

std::string KnobPath(std::string_view knob, std::string_view key) {
  return "knobs." + std::string(knob) + '.' + std::string(key);
}

bool NeedsCompletion(std::string_view path) {
  const std::string first = KeysOfPath(path).front();
  return path.find('/') == std::string_view::npos && !first.empty() && !IsUserKey(first) &&
         !FindField(ObjectKind::kRecipe, first);
}

std::vector<KeyPath> CompletePaths(const std::string& path, const Json& root) {
  const std::string first = KeysOfPath(path).front(), rest = path.substr(first.size());
  if (rest.empty() && root.At("knobs").Find(first)) return {{KnobPath(first), false}};
  auto paths = PathsOfKey(root, first);
  if (!root.Find("world") && !WordAdvice(first).empty())  // a width is in pixels
    std::erase_if(paths, [](const KeyPath& each) { return each.path.starts_with("world."); });
  for (KeyPath& each : paths) {
    const std::size_t length = each.path.size();
    each.path += rest;
    if (each.path.starts_with('/'))
      std::replace(each.path.begin() + static_cast<std::ptrdiff_t>(length), each.path.end(), '.',
                   '/');
  }
  if (std::ranges::count_if(paths, &KeyPath::is_set_by_flag) == 1)
    return {*std::ranges::find_if(paths, &KeyPath::is_set_by_flag)};
  return paths;
}

std::optional<std::string> FullPath(const std::string& path, std::string_view value,
                                    const std::shared_ptr<const Source>& source, const Json& root,
                                    Faults* faults) {
  const std::string first = KeysOfPath(path).front();
  const auto paths = CompletePaths(path, root);
  if (paths.size() == 1) return paths.front().path;
  if (paths.empty()) {
    ReportUnknown(first, source, root, faults);
  } else {
    faults->Add({source}, "", "the recipe has more than one " + Quoted(first),
                "use " + PathChoice(paths, value));
  }
  return std::nullopt;
}

Phrase PathChoice(std::span<const KeyPath> paths, std::string_view value) {
  const std::size_t listed = paths.size() <= kMaxListed + 1 ? paths.size() : kMaxListed;
  std::vector<Phrase> choices;
  for (const KeyPath& each : paths.first(listed))
    choices.push_back(Phrase::Option(each.path, value));
  if (listed < paths.size())
    choices.emplace_back("one of " + std::to_string(paths.size() - listed) + " others");
  return ListText(choices, " or ", std::identity());
}

}  // namespace cobble
