// Keys of objects, and where they were written.
#include "recipe/read_object.h"

#include <utility>
#include <vector>

#include "core/suggest.h"

namespace cobble {
namespace {

// "value, perlin and voronoi".
std::string Accumulated(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 < words.size() ? ", " : " and ";
    text += words[i];
  }
  return text;
}

// Where the flag of an inner key (--low, of a distribution) was given for a type that has a key of
// that name itself, of which no flag speaks.
std::string OwnKeyHint(ObjectKind kind, int type, const Json& flagged) {
  if (!flagged.by_path || !flagged.object()) return {};
  for (const Json::Member& inner : *flagged.object()) {
    const Field* const own = FindField(kind, inner.key, type);
    if (own && Uses(type, *own))
      return Quoted(TypesOf(kind)[static_cast<std::size_t>(type)]) + " has a " + Quoted(own->key) +
             " of its own: `" + PathOf(*own) + "`";
  }
  return {};
}

}  // namespace

bool ObjectReader::Accept(ObjectKind kind, std::optional<int> type, const Json::Member& member,
                          const std::string& pointer) {
  if (IsOwnKey(member.key)) return false;
  const Field* const field = FindField(kind, member.key, type);
  if (!field) {
    Unknown(kind, type, member, pointer);
    return false;
  }
  if (!type || Uses(*type, *field)) return true;
  NotUsed(kind, *type, member, pointer);
  return false;
}

// An object that was only passed on the way to a key of it was not written.
void ObjectReader::Remember(const Json& json, const std::string& pointer) {
  if (json.place.source && !json.by_path) (*origins_)[pointer] = ToOrigin(json.place);
}

void ObjectReader::Fail(const Json& json, const std::string& pointer, std::string message,
                        std::string hint) {
  faults_->Add({json.place, true, pointer, std::move(message), std::move(hint)});
}

// Tells of a key that does not belong where it stands.
void ObjectReader::Unknown(ObjectKind kind, std::optional<int> type, const Json::Member& member,
                           const std::string& pointer) {
  if (!faults_->Wants(member.place)) return;
  std::string hint = DidYouMean(member.key, KeysOf(kind, type));
  for (const Field& field : Fields()) {
    if (hint.empty() && field.object != kind && field.key == member.key) {
      hint = "it belongs in " +
             (PathOf(field.object).empty() ? "the recipe itself" : Quoted(PathOf(field.object)));
    }
  }
  faults_->Add({member.place, true, pointer, "unknown key " + Quoted(member.key), hint});
}

void ObjectReader::NotUsed(ObjectKind kind, int type, const Json::Member& member,
                           const std::string& pointer) {
  if (member.key == "ref") return;  // beside a type, which is told once for both
  if (!faults_->Wants(member.place)) return;
  const auto users = UsersOf(kind, member.key);
  std::string by = "a ref", hint = "it belongs in the node that \"ref\" names";
  if (const auto index = static_cast<std::size_t>(type); index < TypesOf(kind).size()) {
    by = Quoted(TypesOf(kind)[index]) + " (" + Accumulated(users) +
         (users.size() == 1 ? " uses it)" : " use it)");
    hint = OwnKeyHint(kind, type, member.value);
  }
  faults_->Add({member.place, true, pointer, Quoted(member.key) + " is not used by " + by, hint});
}

}  // namespace cobble
