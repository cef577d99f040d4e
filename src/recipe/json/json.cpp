// The JSON parser.
#include "recipe/json/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/json/tokens.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/json/string.h"

namespace cobble {
namespace {

constexpr std::array<std::string_view, 3> kLiterals{"null", "true", "false"};

// The letters of node types and keys.
constexpr std::string_view kNameLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

constexpr std::string_view kCommentHint = "a comment starts with //";

// Returns whether other languages write a number in that way that JSON does not have.
bool IsNonFinite(std::string_view word) {
  constexpr std::array<std::string_view, 6> kWords{"NaN", "nan", "Infinity", "inf", "Inf", "INF"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Returns the hint for a key that is not in quotes. Digits after a number and a comma are its
// decimals.
std::string KeyHint(const Json::Object& before, std::string_view word) {
  if (word.starts_with('#')) return std::string(kCommentHint);
  const double* const number = before.empty() ? nullptr : before.back().value.number();
  const bool is_decimals = number && word.find_first_not_of("0123456789") == word.npos;
  if (is_decimals && *number == std::floor(*number))
    return "write a decimal point: " + Shortest(*number) + "." + Printable(word, kMaxShownWord);
  return "write a key in double quotes";
}

// Returns the hint for a word that is not a JSON value: how JSON writes the same number, or where a
// comment was meant.
std::string WordHint(std::string_view word) {
  if (word.starts_with('#')) return std::string(kCommentHint);
  if (word.starts_with('+')) word.remove_prefix(1);
  while (word.size() > 1 && word[0] == '0' && word[1] >= '0' && word[1] <= '9')
    word.remove_prefix(1);
  const auto number = ParseNumber(word);
  return number ? "write " + Shortest(*number) : "";
}

// A recursive-descent parser, at most kMaxRecipeDepth levels deep. Each Read function starts at
// token_ and leaves token_ at the first token that it did not consume. If the text is not JSON, it
// adds an error and returns false.
class JsonReader {
 public:
  JsonReader(std::string_view text, const std::shared_ptr<const Source>& source, Faults* faults)
      : source_(source), faults_(faults), tokens_(text), token_(tokens_.Next()) {}

  std::optional<Json> Read();

 private:
  using Keys = std::map<std::string, Place>;  // first location of each key of an object

  void Advance() { token_ = tokens_.Next(); }
  Place Here() const { return PlaceOf(token_); }
  Place PlaceOf(const JsonToken& token) const {
    return source_->is_flag ? Place{source_} : Place{source_, token.line, token.column};
  }
  std::string Pointer() const;
  bool Fail(std::string message, Phrase hint = {}) {
    return FailAt(token_, std::move(message), std::move(hint));
  }
  bool FailAt(const JsonToken& token, std::string message, Phrase hint = {}) {
    faults_->Add({PlaceOf(token), true, "", std::move(message), std::move(hint)});
    return false;
  }

  bool ReadValue(Json* json);
  bool ReadContainer(Json* json);
  bool ReadComma(char closing);
  bool ReadItems(Json* list);
  bool ReadMembers(Json* object);
  bool ReadMember(Json* object, Keys* keys);
  bool ReadKey(Json* object, Keys* keys);
  bool ReadText(std::string* text);
  bool ReadTextValue(Json* json);
  bool ReadWord(Json* json);
  bool ReadNumber(std::size_t length, Json* json);
  bool FinishWord(std::size_t length);
  bool FailWord();
  bool StartsValue() const;
  bool Unexpected(std::string_view expected);

  const std::shared_ptr<const Source>& source_;
  Faults* faults_;
  JsonTokenizer tokens_;
  JsonToken token_;       // the next token
  bool is_rest_ = false;  // token_ is a word of which a value has consumed only the start
  // The open containers, outermost first. The pointers stay valid: a container is not appended to
  // while one of its elements is open.
  std::vector<const Json*> open_;
};

std::optional<Json> JsonReader::Read() {
  Json root;
  if (!ReadValue(&root)) return std::nullopt;
  if (token_.kind == JsonToken::kEnd) return root;
  Unexpected("end of input");
  return std::nullopt;
}

// Returns the JSON pointer to the value being read; empty for a value from the command line, where
// the name of the flag is enough.
std::string JsonReader::Pointer() const {
  std::string pointer;
  if (source_->is_flag) return pointer;
  for (const Json* const json : open_) {
    pointer = json->list() ? ChildPointer(pointer, json->list()->size() - 1)
                           : ChildPointer(pointer, json->object()->back().key);
  }
  return pointer;
}

bool JsonReader::ReadValue(Json* json) {
  json->place = Here();
  if (token_.Is('{') || token_.Is('[')) return ReadContainer(json);
  if (token_.kind == JsonToken::kWord) return ReadWord(json);
  if (token_.kind == JsonToken::kString) return ReadTextValue(json);
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

// Reads the comma between two elements of a container.
bool JsonReader::ReadComma(char closing) {
  const std::string end = {'"', closing, '"'};
  if (!token_.Is(',')) {
    if (!StartsValue()) return Unexpected("\",\" or " + end);
    const std::string before = token_.kind == JsonToken::kString
                                   ? Printable(token_.text, kMaxShownWord)
                                   : Quoted(token_.text);
    return Fail("missing comma before " + before,
                token_.text.starts_with('#') ? std::string(kCommentHint) : "");
  }
  const JsonToken comma = token_;
  Advance();
  return token_.Is(closing) ? FailAt(comma, "trailing comma before " + end, "remove it") : true;
}

// Stops at the closing bracket.
bool JsonReader::ReadItems(Json* list) {
  if (token_.Is(']')) return true;
  for (;;) {
    if (!ReadValue(&list->list()->emplace_back())) return false;
    if (token_.Is(']')) return true;
    if (!ReadComma(']')) return false;
  }
}

// Stops at the closing brace.
bool JsonReader::ReadMembers(Json* object) {
  if (token_.Is('}')) return true;
  Keys keys;
  for (;;) {
    if (!ReadMember(object, &keys)) return false;
    if (token_.Is('}')) return true;
    if (!ReadComma('}')) return false;
  }
}

bool JsonReader::ReadMember(Json* object, Keys* keys) {
  if (!ReadKey(object, keys)) return false;
  if (!token_.Is(':')) return Unexpected("\":\"");
  Advance();
  return ReadValue(&object->object()->back().value);
}

bool JsonReader::ReadKey(Json* object, Keys* keys) {
  if (token_.kind == JsonToken::kWord) {
    return token_.text.starts_with('\'')
               ? FailWord()
               : Fail("the key " + Quoted(token_.text) + " is not in quotes",
                      KeyHint(*object->object(), token_.text));
  }
  if (token_.kind != JsonToken::kString) return Unexpected("a key in quotes");
  const Place place = Here();
  std::string key;
  if (!ReadText(&key)) return false;
  object->object()->push_back({key, place, Json()});
  const auto [first, is_new] = keys->emplace(std::move(key), place);
  if (is_new || !faults_->Accepts(place)) return true;
  std::string message = "duplicate key " + Quoted(first->first);
  if (!source_->is_flag) {
    const Place& before = first->second;
    message += ", first at " + std::to_string(before.line) + ":" + std::to_string(before.column);
  }
  faults_->Add({place, true, Pointer(), std::move(message)});
  return true;
}

bool JsonReader::ReadText(std::string* text) {
  const std::string_view error = ReadJsonString(token_.text, text);
  if (!error.empty()) return Fail(std::string(error));
  Advance();
  return true;
}

bool JsonReader::ReadTextValue(Json* json) {
  if (token_.text.find('\\') != std::string_view::npos)
    json->raw = std::make_shared<const std::string>(token_.text);
  return ReadText(&json->value.emplace<std::string>());
}

bool JsonReader::ReadWord(Json* json) {
  for (const std::string_view literal : kLiterals) {
    if (!token_.text.starts_with(literal)) continue;
    if (literal != "null") json->value = literal == "true";
    return FinishWord(literal.size());
  }
  const std::size_t length = JsonNumberLength(token_.text);
  return length == 0 ? FailWord() : ReadNumber(length, json);
}

// Adds an error about a word that is not a JSON value. Returns false.
bool JsonReader::FailWord() {
  const std::string_view word = token_.text;
  if (word.starts_with('\''))
    return Fail("single quotes around text", "write keys and text in double quotes");
  Phrase hint = DidYouMean(word, kLiterals);
  const bool is_name = word.find_first_not_of(kNameLetters) == word.npos &&
                       std::string_view("-0123456789").find(word[0]) == std::string_view::npos &&
                       !IsNonFinite(word);
  if (const std::string better = WordHint(word); !better.empty()) {
    hint = better;
  } else if (hint.empty() && is_name) {
    hint = "write text in double quotes";
  }
  return Fail(Quoted(word) + " is not a JSON value", hint);
}

bool JsonReader::ReadNumber(std::size_t length, Json* json) {
  const double number = ParseJsonNumber(token_.text.substr(0, length));
  if (!std::isfinite(number)) {
    faults_->Add({Here(), true, Pointer(),
                  "must be a finite number, got " + Printable(token_.text, kMaxShownWord)});
    return false;
  }
  json->value = number;
  return FinishWord(length);
}

// Consumes the current word if the value spans all of it. Otherwise ("010", "truex") the whole word
// stays the next token, and the caller rejects it because no word may follow a value.
bool JsonReader::FinishWord(std::size_t length) {
  is_rest_ = length != token_.text.size();
  if (!is_rest_) Advance();
  return true;
}

// Returns whether a value, or a key, may start at the next token.
bool JsonReader::StartsValue() const {
  if (token_.kind == JsonToken::kWord) return !is_rest_;
  return token_.kind == JsonToken::kString || token_.Is('{') || token_.Is('[');
}

// Adds an error about the next token, which is malformed or not what was expected. Returns false.
bool JsonReader::Unexpected(std::string_view expected) {
  std::string message = "unexpected ";
  switch (token_.kind) {
    case JsonToken::kSlash:
      return Fail(token_.text.starts_with("/*")
                      ? "unterminated comment"
                      : "unexpected \"/\": a comment starts with // or /*");
    case JsonToken::kEnd:
      message += "end of input";
      break;
    case JsonToken::kString: {
      std::string text;
      const std::string_view error = ReadJsonString(token_.text, &text);
      if (!error.empty()) return Fail(std::string(error));
      message += Printable(token_.text, kMaxShownWord);
      break;
    }
    case JsonToken::kPunctuator:
    case JsonToken::kWord:
      message += Quoted(token_.text);
      break;
  }
  return Fail(message + ", expected " + std::string(expected),
              is_rest_ || token_.text.starts_with('#') ? WordHint(token_.text) : "");
}

// Returns the offset of the first byte that is NUL or invalid UTF-8, which even comments must not
// contain; the text's size if there is none.
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
  const auto has_key = [key](const Json::Member& member) { return member.key == key; };
  const auto found = std::find_if(json.object()->begin(), json.object()->end(), has_key);
  return found == json.object()->end() ? nullptr : &found->value;
}

}  // namespace

Json Json::ListOf(List items) { return {std::move(items)}; }
Json Json::ObjectOf(Object members) { return {std::move(members)}; }

const Json* Json::Find(std::string_view key) const { return FindIn(*this, key); }
Json* Json::Find(std::string_view key) { return const_cast<Json*>(FindIn(*this, key)); }

Json& Json::Add(std::string_view key, Json member) {
  object()->push_back({std::string(key), member.place, std::move(member)});
  return object()->back().value;
}

std::size_t DepthOf(const Json& json) {
  std::size_t inner = 0;
  if (json.list()) {
    for (const Json& item : *json.list()) inner = std::max(inner, DepthOf(item));
  } else if (json.object()) {
    for (const auto& member : *json.object()) inner = std::max(inner, DepthOf(member.value));
  }
  return json.list() || json.object() ? inner + 1 : 0;
}

std::optional<Json> ParseJson(std::string_view text, const std::shared_ptr<const Source>& source,
                              Faults* faults) {
  if (text.size() > kMaxRecipeBytes) {
    const std::string maximum = std::to_string(kMaxRecipeBytes);
    faults->Add({{source}, true, "", "has more than " + maximum + " bytes"});
    return std::nullopt;
  }
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    faults->Add({PlaceIn(text, 0, source), true, "", "is empty"});
    return std::nullopt;
  }
  const std::size_t bad = FirstBadByte(text);
  if (bad < text.size()) {
    const std::string byte =
        text[bad] == '\0' ? "contains a NUL byte, so it is not text" : "contains invalid UTF-8";
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
