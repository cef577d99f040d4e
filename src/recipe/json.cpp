// Reading JSON: tokens made into a tree with places.
#include "recipe/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/json_tokens.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/json_text.h"

namespace cobble {
namespace {

// Reads a value by recursive descent, as deep as kMaxRecipeDepth. A function returns whether what
// it reads is JSON; if not, it has added why to the faults. It leaves token_ behind what it read.
class JsonReader {
 public:
  JsonReader(std::string_view text, const std::shared_ptr<const Source>& source, Faults* faults)
      : source_(source), faults_(faults), tokens_(text), token_(tokens_.Next()) {}

  std::optional<Json> Read();

 private:
  using Keys = std::map<std::string, Place>;  // of an object, where each was first written

  void Advance() { token_ = tokens_.Next(); }
  Place Here() const {
    return source_->is_flag ? Place{source_} : Place{source_, token_.line, token_.column};
  }
  std::string Pointer() const;
  bool Fail(std::string message) {
    faults_->Add({Here(), true, "", std::move(message)});
    return false;
  }

  bool ReadValue(Json* json);
  bool ReadContainer(Json* json);
  bool ReadItems(Json* list);
  bool ReadMembers(Json* object);
  bool ReadMember(Json* object, Keys* keys);
  bool ReadKey(Json* object, Keys* keys);
  bool ReadText(std::string* text);
  bool ReadWord(Json* json);
  bool ReadNumber(std::size_t length, Json* json);
  bool EndsWord(std::size_t length);
  bool Unexpected(std::string_view expected);

  const std::shared_ptr<const Source>& source_;
  Faults* faults_;
  JsonTokens tokens_;
  JsonToken token_;  // the next one
  // The containers that are open. A container's place in memory is fixed while it is: those around
  // it get no further member before it closes.
  std::vector<const Json*> open_;
};

std::optional<Json> JsonReader::Read() {
  Json root;
  if (!ReadValue(&root)) return std::nullopt;
  if (token_.kind == JsonToken::kEnd) return root;
  Unexpected("nothing more");
  return std::nullopt;
}

// To the value that is read. A flag's value is named by the flag alone.
std::string JsonReader::Pointer() const {
  std::string pointer;
  if (source_->is_flag) return pointer;
  for (const Json* const json : open_) {
    pointer = json->list() ? Below(pointer, json->list()->size() - 1)
                           : Below(pointer, json->object()->back().key);
  }
  return pointer;
}

bool JsonReader::ReadValue(Json* json) {
  json->place = Here();
  if (token_.Is('{') || token_.Is('[')) return ReadContainer(json);
  if (token_.kind == JsonToken::kWord) return ReadWord(json);
  if (token_.kind == JsonToken::kText) return ReadText(&json->value.emplace<std::string>());
  return Unexpected("a value");
}

bool JsonReader::ReadContainer(Json* json) {
  if (open_.size() >= static_cast<std::size_t>(kMaxRecipeDepth))
    return Fail("nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
  const bool is_list = token_.Is('[');
  Advance();
  open_.push_back(json);
  if (is_list) {
    json->value = Json::List();
    if (!ReadItems(json)) return false;
  } else {
    json->value = Json::Object();
    if (!ReadMembers(json)) return false;
  }
  open_.pop_back();
  Advance();
  return true;
}

// Up to the bracket that closes the list.
bool JsonReader::ReadItems(Json* list) {
  if (token_.Is(']')) return true;
  for (;;) {
    if (!ReadValue(&list->list()->emplace_back())) return false;
    if (token_.Is(']')) return true;
    if (!token_.Is(',')) return Unexpected("\",\" or \"]\"");
    Advance();
  }
}

// Up to the brace that closes the object.
bool JsonReader::ReadMembers(Json* object) {
  if (token_.Is('}')) return true;
  Keys keys;
  for (;;) {
    if (!ReadMember(object, &keys)) return false;
    if (token_.Is('}')) return true;
    if (!token_.Is(',')) return Unexpected("\",\" or \"}\"");
    Advance();
  }
}

bool JsonReader::ReadMember(Json* object, Keys* keys) {
  if (!ReadKey(object, keys)) return false;
  if (!token_.Is(':')) return Unexpected("\":\"");
  Advance();
  return ReadValue(&object->object()->back().value);
}

bool JsonReader::ReadKey(Json* object, Keys* keys) {
  if (token_.kind != JsonToken::kText) return Unexpected("a key in quotes");
  const Place place = Here();
  std::string key;
  if (!ReadText(&key)) return false;
  object->object()->push_back({key, place, Json()});
  const auto [first, is_new] = keys->emplace(std::move(key), place);
  if (is_new || !faults_->Wants(place)) return true;
  std::string message = Quoted(first->first) + " is written twice";
  if (!source_->is_flag) {
    const Place& before = first->second;
    message += ", first at " + std::to_string(before.line) + ":" + std::to_string(before.column);
  }
  faults_->Add({place, true, Pointer(), std::move(message)});
  return true;
}

bool JsonReader::ReadText(std::string* text) {
  const std::string_view wrong = ReadJsonText(token_.text, text);
  if (!wrong.empty()) return Fail(std::string(wrong));
  Advance();
  return true;
}

bool JsonReader::ReadWord(Json* json) {
  static constexpr std::array<std::string_view, 3> kLiterals{"null", "true", "false"};
  for (const std::string_view literal : kLiterals) {
    if (!token_.text.starts_with(literal)) continue;
    if (literal != "null") json->value = literal == "true";
    return EndsWord(literal.size());
  }
  const std::size_t length = JsonNumberLength(token_.text);
  return length == 0 ? Unexpected("") : ReadNumber(length, json);
}

bool JsonReader::ReadNumber(std::size_t length, Json* json) {
  const double number = JsonNumber(token_.text.substr(0, length));
  if (!std::isfinite(number)) {
    faults_->Add({Here(), true, Pointer(),
                  "must be a finite number, got " + Printable(token_.text, kLongestWord)});
    return false;
  }
  json->value = number;
  return EndsWord(length);
}

// Goes on behind a value of that length. Where the word does not end with it ("010", "truex"), the
// whole word stays the next token, which is not expected where a value ends.
bool JsonReader::EndsWord(std::size_t length) {
  if (length == token_.text.size()) Advance();
  return true;
}

// Adds what is wrong with the next token: in itself, or that it is not what was expected. Returns
// false.
bool JsonReader::Unexpected(std::string_view expected) {
  std::string message;
  switch (token_.kind) {
    case JsonToken::kSlash:
      return Fail(token_.text.starts_with("/*") ? "this comment has no end"
                                                : "a comment starts with // or /*");
    case JsonToken::kEnd:
      message = "the text ends too early";
      break;
    case JsonToken::kText: {
      std::string text;
      const std::string_view wrong = ReadJsonText(token_.text, &text);
      if (!wrong.empty()) return Fail(std::string(wrong));
      message = Printable(token_.text, kLongestWord) + " is not JSON here";
      break;
    }
    case JsonToken::kPunctuator:
    case JsonToken::kWord:
      message = Quoted(token_.text) + " is not JSON here";
      break;
  }
  if (!expected.empty()) message += ", expected " + std::string(expected);
  return Fail(std::move(message));
}

// The first byte that no text may hold, not even in a comment; the text's size where there is none.
std::size_t FirstBadByte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text[at] != '\0') {
    const std::size_t length = Utf8Length(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

const Json* FindIn(const Json& json, std::string_view key) {
  if (!json.object()) return nullptr;
  const auto is_it = [key](const Json::Member& member) { return member.key == key; };
  const auto found = std::find_if(json.object()->begin(), json.object()->end(), is_it);
  return found == json.object()->end() ? nullptr : &found->value;
}

}  // namespace

Json Json::ListOf(List items) { return {std::move(items)}; }
Json Json::ObjectOf(Object members) { return {std::move(members)}; }

const Json* Json::Find(std::string_view key) const { return FindIn(*this, key); }
Json* Json::Find(std::string_view key) { return const_cast<Json*>(FindIn(*this, key)); }

Json& Json::Add(std::string_view key, Json member) {
  const Place where = member.place;
  object()->push_back({std::string(key), where, std::move(member)});
  return object()->back().value;
}

std::optional<Json> ParseJson(std::string_view text, const std::shared_ptr<const Source>& source,
                              Faults* faults) {
  if (text.size() > kMaxRecipeBytes) {
    const std::string maximum = std::to_string(kMaxRecipeBytes);
    faults->Add({{source}, true, "", "has more than " + maximum + " bytes"});
    return std::nullopt;
  }
  const std::size_t bad = FirstBadByte(text);
  if (bad < text.size()) {
    const std::string byte = text[bad] == '\0' ? "a NUL byte" : "a byte that is not UTF-8";
    faults->Add({PlaceIn(text, bad, source), true, "", byte});
    return std::nullopt;
  }
  return JsonReader(text, source, faults).Read();
}

Place PlaceIn(std::string_view text, std::size_t offset,
              const std::shared_ptr<const Source>& source) {
  if (source->is_flag) return {source};
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = lines == 0 ? 0 : before.rfind('\n') + 1;
  const std::size_t mark = lines == 0 && before.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {source, static_cast<int>(lines) + 1, static_cast<int>(offset - line_start - mark) + 1};
}

}  // namespace cobble
