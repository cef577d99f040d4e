// Checks keys and records their origins.
#include "recipe/reading/read_object.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/key_paths.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

// Returns the paths below the named node of the pointer; all of them if there are none, or if the
// pointer does not lead into a named node.
std::vector<KeyPath> BelowNamed(std::vector<KeyPath> paths, std::string_view pointer) {
  const std::size_t name = pointer.find('/', 1);
  if (name == pointer.npos || !pointer.starts_with("/nodes/")) return paths;
  const std::string node(pointer.substr(0, pointer.find('/', name + 1)));
  std::string dotted = node.substr(1);
  std::ranges::replace(dotted, '/', '.');
  const auto is_elsewhere = [&](const KeyPath& each) {
    return !each.path.starts_with(node + '/') && !each.path.starts_with(dotted + '.');
  };
  if (!std::ranges::all_of(paths, is_elsewhere)) std::erase_if(paths, is_elsewhere);
  return paths;
}

bool HasHole(const Json& json) {
  return json.is_hole() || std::ranges::any_of(json.items(), &HasHole);
}

// If a --set gave one item of a list, as in stops.0.1=red, adds its index to the paths of the list.
// Returns the item, else the value.
const Json& FollowItem(const Json& list, std::vector<KeyPath>* paths) {
  const Json* value = &list;
  const auto is_given = [](const Json& item) { return !item.is_hole(); };
  while (HasHole(*value) && std::ranges::count_if(value->items(), is_given) == 1) {
    const auto item = std::ranges::find_if(value->items(), is_given);
    const std::string index = std::to_string(item - value->items().begin());
    for (KeyPath& each : *paths)
      each.path += (each.path.find('/') == each.path.npos ? '.' : '/') + index;
    value = &*item;
  }
  return *value;
}

// Lists where the recipe has the key that a flag sets in a node without it. In: flagged, its value,
// or an object with the value of one inner key (--alpha, for a distribution).
Phrase ElsewhereHint(const Json& root, const Json::Member& flagged, std::string_view pointer) {
  std::string_view key = flagged.key;
  const Json* value = &flagged.value;
  if (value->is_patch && value->object() && value->object()->size() == 1) {
    key = value->object()->front().key;
    value = &value->object()->front().value;
  }
  auto paths = BelowNamed(PathsOfKey(root, key), pointer);
  if (key == "type")  // the object's, not a node's
    std::erase_if(paths, [&](const KeyPath& each) {
      return !each.path.ends_with(std::string(flagged.key) + ".type");
    });
  const Json& item = FollowItem(*value, &paths);
  return Either({PathChoice(paths, PlainText(item))},
                OtherKeyAdvice(ObjectKind::kNode, key, HintForm::kOptions));
}

// Returns the hint of another object's key or another type. On the command line, it has options.
Phrase OtherKeyHint(ObjectKind kind, std::string_view key, const Place& place) {
  return OtherKeyAdvice(kind, key, place.is_flag() ? HintForm::kOptions : HintForm::kJson).Hint();
}

std::string UsersText(const std::vector<std::string_view>& users) {
  return " (" + ListText(users, " and ") + (users.size() == 1 ? " uses it)" : " use it)");
}

Fault UnknownKey(ObjectKind kind, std::optional<int> type, std::string_view key,
                 const Place& place) {
  Phrase hint = KeyHint(kind, type, key, FormAt(place));
  if (hint.empty()) hint = DidYouMean(key, KeysOf(kind, type));
  for (const Field& field : Fields()) {
    if (hint.empty() && field.object != kind && field.key == key) {
      hint = "it belongs in " +
             (PathOf(field.object).empty() ? "the recipe itself" : Quoted(PathOf(field.object)));
    }
  }
  if (hint.empty() && type && place.formula)
    hint = "\"cobble explain " + std::string(TypesOf(kind)[static_cast<std::size_t>(*type)]) +
           "\" prints its keys";
  if (hint.empty()) hint = OtherKeyHint(kind, key, place);
  return {place, true, "", "unknown key " + Quoted(key), hint};
}

}  // namespace

Fault BadKey(int type, std::string_view key, const Place& place) {
  if (!FindField(ObjectKind::kNode, key)) return UnknownKey(ObjectKind::kNode, type, key, place);
  Phrase hint = KeyHint(ObjectKind::kNode, type, key, FormAt(place));
  if (hint.empty()) hint = OtherKeyHint(ObjectKind::kNode, key, place);
  const std::string_view name = TypesOf(ObjectKind::kNode)[static_cast<std::size_t>(type)];
  return {
      place, true, "",
      Quoted(key) + " is not used by " + Quoted(name) + UsersText(UsersOf(ObjectKind::kNode, key)),
      hint};
}

std::string OptionOf(std::string_view pointer) {
  std::string path(pointer.substr(1));
  if (path.find_first_of(".=") != std::string::npos) return {};
  std::ranges::replace(path, '/', '.');
  return path;
}

Phrase ObjectHint(const Json& root, ObjectKind kind, const Json& json, std::string_view pointer) {
  if (!json.text()) return {};
  const std::string& word = *json.text();
  const bool is_node = kind == ObjectKind::kNode && root.At("nodes").Find(word);
  if (!is_node && !FindType(kind, word)) return {};
  const std::string key = is_node ? "ref" : "type";
  if (!json.place.is_flag()) return "write {" + Quoted(key) + ": " + Quoted(word) + "}";
  const std::string path = OptionOf(pointer);
  return path.empty() ? Phrase() : "use " + Phrase::Option(path + "." + key, word);
}

const Field* ObjectReader::Accept(ObjectKind kind, std::optional<int> type,
                                  const Json::Member& member, const std::string& pointer) {
  if (IsUserKey(member.key)) return nullptr;
  const Field* const field = FindField(kind, member.key, type);
  if (!field) {
    if (!faults_->Accepts(member.place)) return nullptr;
    Fault fault = UnknownKey(kind, type, member.key, member.place);
    fault.pointer = pointer;
    faults_->Add(std::move(fault));
    return nullptr;
  }
  if (!type || Uses(*type, *field)) return field;
  ReportUnused(kind, *type, member, pointer);
  return nullptr;
}

// Objects only implied by a path have no origin.
void ObjectReader::RecordOrigin(const Json& json, std::string pointer) {
  if (json.place.source && !json.is_patch) origins_->push_back({std::move(pointer), json.place});
}

void ObjectReader::Fail(const Json& json, const std::string& pointer, std::string message,
                        Phrase hint) {
  faults_->Add(json.place, pointer, std::move(message), std::move(hint));
}

void ObjectReader::FailRule(std::string (*rule)(const Field&), const Field& field, const Json& json,
                            const std::string& pointer) {
  if (faults_->Accepts(json.place))
    Fail(json, pointer, MustBe(rule(field), json), ObjectHint(root_, field.inner, json, pointer));
}

// Reports the keys that flags set (--low) in an inner object that the type lacks (a distribution).
void ObjectReader::ReportUnusedInner(ObjectKind kind, int type, const Json::Member& member,
                                     const std::string& pointer) {
  const auto index = static_cast<std::size_t>(type);
  const std::string name =
      index < TypesOf(kind).size() ? Quoted(TypesOf(kind)[index]) : std::string("a ref");
  for (const Json::Member& inner : *member.value.object()) {
    const Field* const own = FindField(kind, inner.key, type);
    const bool has_own = own && inner.key != "type" && Uses(type, *own) && !inner.value.object() &&
                         !inner.value.list();
    const Json::Member one{member.key, inner.place, {Json::Object{inner}, inner.place, true}};
    Phrase hint;
    if (has_own) {
      hint = "use " + Phrase::Option(PathOf(*own), PlainText(inner.value));
    } else if (kind == ObjectKind::kNode) {
      hint = ElsewhereHint(root_, one, pointer);
    }
    faults_->Add(inner.place, ChildPointer(pointer, inner.key),
                 "sets " + Quoted(inner.key) + " in " + Quoted(member.key) +
                     ", which is not used by " + name + UsersText(UsersOf(kind, member.key)),
                 hint);
  }
}

void ObjectReader::ReportUnused(ObjectKind kind, int type, const Json::Member& member,
                                const std::string& pointer) {
  if (member.key == "ref") return;  // next to a type: CheckRef reports it
  if (!faults_->Accepts(member.place)) return;
  if (member.value.is_patch && member.value.object())
    return ReportUnusedInner(kind, type, member, pointer);
  const auto users = UsersOf(kind, member.key);
  std::string by = "a ref";
  Phrase hint = "it belongs in the node that \"ref\" names";
  if (const auto index = static_cast<std::size_t>(type); index < TypesOf(kind).size()) {
    by = Quoted(TypesOf(kind)[index]);
    hint = {};
    const HintForm form = FormAt(member.place);
    if (kind == ObjectKind::kNode) hint = KeyHint(kind, type, member.key, form);
    if (kind == ObjectKind::kNode && hint.empty() && form == HintForm::kOptions)
      hint = ElsewhereHint(root_, member, pointer);
    if (kind == ObjectKind::kNode && hint.empty())
      hint = OtherKeyAdvice(kind, member.key, form).Hint();
    // On the command line, the hint names the nodes.
    if (users.size() > 1 && member.place.is_flag() && !hint.empty()) {
      by += ", the type of " + pointer.substr(0, pointer.rfind('/'));
    } else {
      by += UsersText(users);
    }
  }
  faults_->Add(member.place, pointer, Quoted(member.key) + " is not used by " + by, hint);
}

}  // namespace cobble
