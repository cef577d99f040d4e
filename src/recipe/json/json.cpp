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

namespace cobble {
namespace {

constexpr std::array<std::string_view, 3> kLiterals{"null", "true", "false"};

// The letters of node types and keys.
constexpr std::string_view kNameLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

constexpr std::string_view kCommentHint = "a comment starts with //";

// Returns whether the word is a number that is not finite in other languages.
bool IsNonFinite(std::string_view word) {
  constexpr std::array<std::string_view, 6> kWords{"NaN", "nan", "Infinity", "inf", "Inf", "INF"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Returns the hint for a key that is not in quotes. Digits after a number and a comma may be the
// number's decimals.
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

std::string ShownToken(const JsonToken& token) {
  const bool has_quotes = token.kind == JsonToken::kString;
  return has_quotes ? Printable(token.text, kMaxShownWord) : Quoted(token.text);
}

// Appends a blank line, unless there is one already.
void AddBlankLine(int line_ends, std::vector<std::string>* above) {
  if (line_ends > 1 && (above->empty() || !above->back().empty())) above->emplace_back();
}

// Returns a comment without the blanks and carriage returns at the ends of its lines.
std::string TrimmedComment(std::string_view comment) {
  std::string trimmed;
  const auto trim = [&] { trimmed.resize(trimmed.find_last_not_of(" \t\r") + 1); };
  for (const char c : comment) {
    if (c == '\n') trim();
    trimmed += c;
  }
  trim();
  return trimmed;
}

// Appends the comments and blank lines between two tokens. In: before, JsonToken::before of the
// second one. Out: beside, comments on the line of the first one; if null, they go above the
// second.
void AddComments(std::string_view before, std::vector<std::string>* above, std::string* beside) {
  int line_ends = 0;
  bool is_beside = beside != nullptr;
  while (!before.empty()) {
    if (before[0] != '/') {
      line_ends += before[0] == '\n' ? 1 : 0;
      before.remove_prefix(1);
      continue;
    }
    const std::size_t end = before[1] == '*'
                                ? before.find("*/", 2) + 2
                                : std::min(before.find_first_of("\r\n"), before.size());
    const std::string comment = TrimmedComment(before.substr(0, end));
    before.remove_prefix(end);
    is_beside = is_beside && line_ends == 0 && comment.find('\n') == comment.npos;
    if (is_beside) {
      *beside += (beside->empty() ? "" : " ") + comment;
    } else {
      AddBlankLine(line_ends, above);
      above->push_back(comment);
    }
    line_ends = 0;
  }
  AddBlankLine(line_ends, above);
}

// A recursive-descent parser, at most kMaxRecipeDepth levels deep. Each Read function starts at
// token_ and leaves token_ at the first token that it did not consume. If the text is not JSON, it
// adds an error and returns false.
class JsonReader {
 public:
  JsonReader(std::string_view text, const std::shared_ptr<const Source>& source, Faults* faults,
             bool keeps_comments)
      : source_(source),
        faults_(faults),
        keeps_comments_(keeps_comments),
        tokens_(text),
        token_(tokens_.Next()) {}

  std::optional<Json> Read() {
    Json root;
    JsonComments comments;
    TakeComments(&comments.above);
    if (!ReadValue(&root, &comments)) return std::nullopt;
    if (token_.kind != JsonToken::kEnd) {
      Unexpected("end of input");
      return std::nullopt;
    }
    TakeComments(&comments.below);
    Keep(std::move(comments), &root);
    return root;
  }

 private:
  using Keys = std::map<std::string, Place>;  // first location of each key of an object

  void Advance() { token_ = tokens_.Next(); }
  Place Here() const { return PlaceOf(token_); }
  Place PlaceOf(const JsonToken& token) const {
    return source_->is_flag ? Place{source_} : Place{source_, token.line, token.column};
  }

  // Returns the JSON pointer to the value being read; empty for a value from the command line,
  // where the name of the flag is enough.
  std::string Pointer() const {
    std::string pointer;
    if (source_->is_flag) return pointer;
    for (const Json* const json : open_) {
      pointer = json->list() ? ChildPointer(pointer, json->list()->size() - 1)
                             : ChildPointer(pointer, json->object()->back().key);
    }
    return pointer;
  }

  bool Fail(std::string message, Phrase hint = {}) {
    return FailAt(token_, std::move(message), std::move(hint));
  }
  bool FailAt(const JsonToken& token, std::string message, Phrase hint = {}) {
    faults_->Add(PlaceOf(token), "", std::move(message), std::move(hint));
    return false;
  }

  // Adds the comments between the last token and the next one. Out: beside, those on the line of
  // the last token; null if none belong there.
  void TakeComments(std::vector<std::string>* above, std::string* beside = nullptr) {
    if (keeps_comments_) AddComments(token_.before, above, beside);
  }

  void Keep(JsonComments comments, Json* json) {
    if (keeps_comments_) json->comments = std::make_shared<const JsonComments>(std::move(comments));
  }

  bool ReadValue(Json* json, JsonComments* comments) {
    json->place = Here();
    if (token_.Is('{') || token_.Is('[')) return ReadContainer(json, comments);
    if (token_.kind == JsonToken::kWord) return ReadWord(json);
    if (token_.kind == JsonToken::kString) return ReadTextValue(json);
    return Unexpected("a value");
  }

  bool ReadContainer(Json* json, JsonComments* comments) {
    if (open_.size() >= static_cast<std::size_t>(kMaxRecipeDepth))
      return Fail("nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
    if (token_.Is('[')) {
      json->value = Json::List();
    } else {
      json->value = Json::Object();
    }
    Advance();
    open_.push_back(json);
    if (!ReadElements(json, comments)) return false;
    open_.pop_back();
    Advance();
    return true;
  }

  // Stops at the closing bracket.
  bool ReadElements(Json* container, JsonComments* comments) {
    const char closing = container->list() ? ']' : '}';
    Keys keys;
    std::vector<std::string> above;
    TakeComments(&above);
    for (bool is_first = true; !token_.Is(closing); is_first = false) {
      JsonComments own{.above = std::exchange(above, {})};
      if (container->object() && !ReadKey(container, &keys, &own.above)) return false;
      Json* const json = container->object() ? &container->object()->back().value
                                             : &container->list()->emplace_back();
      if (!ReadValue(json, &own)) return false;
      TakeComments(&above, &own.beside);
      if (!token_.Is(closing)) {
        if (!ReadComma(closing)) return false;
        // What stands before the next item on the same line belongs to it: [1, /* two */ 2].
        const bool ends_line = token_.before.find('\n') != std::string_view::npos;
        TakeComments(&above, ends_line ? &own.beside : nullptr);
      }
      // A blank line behind the opening bracket does not move with the first item.
      if (is_first && !own.above.empty() && own.above.front().empty())
        own.above.erase(own.above.begin());
      Keep(std::move(own), json);
    }
    comments->inside = std::move(above);
    return true;
  }

  // Reads a key and its colon. Comments between them and the value belong above the key.
  bool ReadKey(Json* object, Keys* keys, std::vector<std::string>* comments) {
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
    if (!is_new) AddDuplicate(first->first, first->second, place);
    TakeComments(comments);
    if (!token_.Is(':')) return Unexpected("\":\"");
    Advance();
    TakeComments(comments);
    return true;
  }

  // Adds an error about a key that its object already has. In: first, the place of the other one.
  void AddDuplicate(std::string_view key, const Place& first, const Place& place) {
    if (!faults_->Accepts(place)) return;
    std::string message = "duplicate key " + Quoted(key);
    if (!source_->is_flag)
      message += ", first at " + std::to_string(first.line) + ":" + std::to_string(first.column);
    faults_->Add(place, Pointer(), std::move(message));
  }

  // Reads the comma between two elements of a container.
  bool ReadComma(char closing) {
    const std::string end = {'"', closing, '"'};
    if (!token_.Is(',')) {
      if (!StartsValue()) return Unexpected("\",\" or " + end);
      return Fail("missing comma before " + ShownToken(token_),
                  token_.text.starts_with('#') ? std::string(kCommentHint) : "");
    }
    const JsonToken comma = token_;
    Advance();
    return token_.Is(closing) ? FailAt(comma, "trailing comma before " + end, "remove it") : true;
  }

  bool ReadText(std::string* text) {
    const std::string_view error = ReadJsonString(token_.text, text);
    if (!error.empty()) return Fail(std::string(error));
    Advance();
    return true;
  }

  bool ReadTextValue(Json* json) {
    if (token_.text.find('\\') != std::string_view::npos)
      json->raw = std::make_shared<const std::string>(token_.text);
    return ReadText(&json->value.emplace<std::string>());
  }

  bool ReadWord(Json* json) {
    for (const std::string_view literal : kLiterals) {
      if (!token_.text.starts_with(literal)) continue;
      if (literal != "null") json->value = literal == "true";
      return FinishWord(literal.size());
    }
    const std::size_t length = JsonNumberLength(token_.text);
    return length == 0 ? FailWord() : ReadNumber(length, json);
  }

  bool ReadNumber(std::size_t length, Json* json) {
    const double number = ParseJsonNumber(token_.text.substr(0, length));
    if (!std::isfinite(number)) {
      faults_->Add(Here(), Pointer(),
                   "must be a finite number, got " + Printable(token_.text, kMaxShownWord));
      return false;
    }
    json->value = number;
    return FinishWord(length);
  }

  // Consumes the current word if the value spans all of it. Otherwise ("010", "truex") the whole
  // word stays the next token, and the caller rejects it because no word may follow a value.
  bool FinishWord(std::size_t length) {
    is_rest_ = length != token_.text.size();
    if (!is_rest_) Advance();
    return true;
  }

  // Adds an error about a word that is not a JSON value. Returns false.
  bool FailWord() {
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

  // Returns whether a value, or a key, may start at the next token.
  bool StartsValue() const {
    if (token_.kind == JsonToken::kWord) return !is_rest_;
    return token_.kind == JsonToken::kString || token_.Is('{') || token_.Is('[');
  }

  // Adds an error about the next token, which is malformed or not what was expected. Returns false.
  bool Unexpected(std::string_view expected) {
    if (token_.kind == JsonToken::kSlash)
      return Fail(token_.text.starts_with("/*")
                      ? "unterminated comment"
                      : "unexpected \"/\": a comment starts with // or /*");
    if (token_.kind == JsonToken::kString) {
      std::string text;
      const std::string_view error = ReadJsonString(token_.text, &text);
      if (!error.empty()) return Fail(std::string(error));
    }
    const bool is_end = token_.kind == JsonToken::kEnd;
    return Fail("unexpected " + (is_end ? "end of input" : ShownToken(token_)) + ", expected " +
                    std::string(expected),
                is_rest_ || token_.text.starts_with('#') ? WordHint(token_.text) : "");
  }

  const std::shared_ptr<const Source>& source_;
  Faults* faults_;
  bool keeps_comments_;
  JsonTokenizer tokens_;
  JsonToken token_;       // the next token
  bool is_rest_ = false;  // token_ is a word of which a value has consumed only the start
  // The open containers, outermost first. The pointers stay valid: a container is not appended to
  // while one of its elements is open.
  std::vector<const Json*> open_;
};

}  // namespace

Json Json::ListOf(List items) { return {std::move(items)}; }
Json Json::ObjectOf(Object members) { return {std::move(members)}; }

std::optional<int64_t> Json::Whole(int64_t minimum, int64_t maximum) const {
  const bool is_whole = number() && *number() == std::trunc(*number()) &&
                        *number() >= static_cast<double>(minimum) &&
                        *number() <= static_cast<double>(maximum);
  return is_whole ? std::optional(static_cast<int64_t>(*number())) : std::nullopt;
}

std::span<const Json> Json::items() const {
  return list() ? std::span<const Json>(*list()) : std::span<const Json>();
}

std::span<const Json::Member> Json::members() const {
  return object() ? std::span<const Member>(*object()) : std::span<const Member>();
}

const Json* Json::Find(std::string_view key) const {
  const auto found = std::ranges::find(members(), key, &Member::key);
  return found == members().end() ? nullptr : &found->value;
}
Json* Json::Find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).Find(key)); }

const Json& Json::At(std::string_view key) const {
  static const Json null;
  const Json* const member = Find(key);
  return member ? *member : null;
}

std::optional<std::string_view> Json::TextAt(std::string_view key) const {
  const std::string* const text = At(key).text();
  return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

std::optional<double> Json::NumberAt(std::string_view key) const {
  const double* const number = At(key).number();
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<std::array<double, 2>> Json::Pair() const {
  const std::span<const Json> both = items();
  if (both.size() != 2 || !both[0].number() || !both[1].number()) return std::nullopt;
  return std::array{*both[0].number(), *both[1].number()};
}

Json& Json::Add(std::string_view key, Json member) {
  Member& added = object()->emplace_back();
  added.key = key;
  added.place = member.place;
  added.value = std::move(member);
  return added.value;
}

std::size_t DepthOf(const Json& json) {
  std::size_t inner = 0;
  for (const Json& item : json.items()) inner = std::max(inner, DepthOf(item));
  for (const auto& member : json.members()) inner = std::max(inner, DepthOf(member.value));
  return json.list() || json.object() ? inner + 1 : 0;
}

std::optional<Json> ParseJson(std::string_view text, const std::shared_ptr<const Source>& source,
                              Faults* faults, bool keeps_comments) {
  if (text.size() > kMaxRecipeBytes) {
    const std::string maximum = std::to_string(kMaxRecipeBytes);
    faults->Add({source}, "", "has more than " + maximum + " bytes");
    return std::nullopt;
  }
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    faults->Add(PlaceIn(text, 0, source), "", "is empty");
    return std::nullopt;
  }
  // Comments may contain neither.
  const std::size_t bad = std::min(text.find('\0'), Utf8Bytes(text));
  if (bad < text.size()) {
    const std::string byte =
        text[bad] == '\0' ? "contains a NUL byte, so it is not text" : "contains invalid UTF-8";
    faults->Add(PlaceIn(text, bad, source), "", byte);
    return std::nullopt;
  }
  return JsonReader(text, source, faults, keeps_comments).Read();
}

std::optional<Json> ParseJson(std::string_view text) {
  Faults faults;
  return ParseJson(text, std::make_shared<const Source>(), &faults);
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
