// Reading JSON: nlohmann's SAX events, made into a tree with places.
#include "recipe/json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/scanner.h"

namespace cobble {
namespace {

// What nlohmann says of a broken token, by a part of it, and what we say.
constexpr std::pair<std::string_view, std::string_view> kSyntax[] = {
    {"missing closing quote", "this text has no closing quote"},
    {"control character",
     "a text may not hold line breaks and other control characters: write \\n"},
    {"after backslash", "in a text, one of \" \\ / b f n r t u must follow a backslash"},
    {"4 hex digits", "in a text, four hex digits must follow \\u"},
    {"surrogate", "in a text, \\uD800 to \\uDFFF must stand in pairs, high before low"},
    {"missing closing '*/'", "this comment has no end"},
    {"expecting '/' or '*'", "a comment starts with // or /*"},
    {"invalid BOM", "the text starts with half a UTF-8 mark"},
};

// What it expected, likewise.
constexpr std::pair<std::string_view, std::string_view> kExpected[] = {
    {"; expected string literal", "a key in quotes"},
    {"; expected ':'", "\":\""},
    {"; expected ']'", "\",\" or \"]\""},
    {"; expected '}'", "\",\" or \"}\""},
    {"; expected end of input", "nothing more"},
    {"; expected '[', '{'", "a value"},
};

std::string_view Lookup(std::span<const std::pair<std::string_view, std::string_view>> table,
                        std::string_view what) {
  for (const auto& [part, text] : table) {
    if (what.find(part) != std::string_view::npos) return text;
  }
  return {};
}

std::string SyntaxMessage(std::string_view what, std::string_view token) {
  const std::string_view known = Lookup(kSyntax, what);
  if (!known.empty()) return std::string(known);
  const bool ends = what.find("unexpected end of input") != std::string_view::npos;
  const std::string_view expected = Lookup(kExpected, what);
  const std::string shown = token.starts_with('"') ? Printable(token, kLongestWord) : Quoted(token);
  std::string message = ends ? "the text ends too early" : shown + " is not JSON here";
  if (!expected.empty()) message += ", expected " + std::string(expected);
  return message;
}

// nlohmann's handler of SAX events. Returning false stops the parse.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const std::shared_ptr<const Source>& source, Faults* faults)
      : text_(text), source_(source), faults_(faults), scanner_(text) {}

  Json TakeRoot() { return std::move(root_); }

  bool null() { return Plain(std::monostate()); }
  bool boolean(bool value) { return Plain(value); }
  bool number_integer(int64_t value) { return Plain(static_cast<double>(value)); }
  bool number_unsigned(uint64_t value) { return Plain(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) {
    return Plain(value + 0.0);  // -0 becomes 0: one number, one text
  }
  bool string(std::string& value) { return Plain(std::move(value)); }
  bool binary(std::vector<uint8_t>&) { return false; }  // not in JSON
  bool start_object(std::size_t) { return Open(Json::Object()); }
  bool start_array(std::size_t) { return Open(Json::List()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }
  bool key(std::string& key);
  bool parse_error(std::size_t bytes, const std::string&, const nlohmann::detail::exception& error);

 private:
  struct Level {
    Json* json;
    std::map<std::string, Place> keys = {};  // of an object, where each was first written
  };

  Place Here() const {
    return source_->is_flag ? Place{source_} : Place{source_, scanner_.line(), scanner_.column()};
  }
  Json* Target();
  std::string Pointer() const;
  template <typename T>
  bool Plain(T value);
  template <typename T>
  bool Open(T container);
  bool Close();

  std::string_view text_;
  const std::shared_ptr<const Source>& source_;
  Faults* faults_;
  Scanner scanner_;
  Json root_;
  // The containers that are open. A container's place in memory is fixed while it is: those around
  // it get no further member before it closes.
  std::vector<Level> levels_;
};

// Where the next value goes.
Json* TreeBuilder::Target() {
  if (levels_.empty()) return &root_;
  Json* const json = levels_.back().json;
  return json->list() ? &json->list()->emplace_back() : &json->object()->back().value;
}

// Where the parse has come to. A flag's value is told by the flag alone.
std::string TreeBuilder::Pointer() const {
  std::string pointer;
  if (source_->is_flag) return pointer;
  for (const Level& level : levels_) {
    const Json& json = *level.json;
    if (json.list()) {
      pointer = Below(pointer, json.list()->size() - 1);
    } else if (!json.object()->empty()) {
      pointer = Below(pointer, json.object()->back().key);
    }
  }
  return pointer;
}

template <typename T>
bool TreeBuilder::Plain(T value) {
  scanner_.Next();
  *Target() = Json{std::move(value), Here()};
  return true;
}

template <typename T>
bool TreeBuilder::Open(T container) {
  scanner_.Next();
  Json* const target = Target();
  if (levels_.size() >= static_cast<std::size_t>(kMaxRecipeDepth)) {
    const std::string depth = std::to_string(kMaxRecipeDepth);
    faults_->Add({Here(), true, "", "nested deeper than " + depth + " levels"});
    return false;
  }
  *target = Json{std::move(container), Here()};
  levels_.push_back({target});
  return true;
}

bool TreeBuilder::Close() {
  scanner_.Next();
  levels_.pop_back();
  return true;
}

bool TreeBuilder::key(std::string& key) {
  scanner_.Next();
  Level& level = levels_.back();
  level.json->object()->push_back({key, Here(), Json()});
  const auto [first, is_new] = level.keys.emplace(key, Here());
  if (is_new || !faults_->Wants(Here())) return true;
  const Place& place = first->second;
  const std::string at = std::to_string(place.line) + ":" + std::to_string(place.column);
  faults_->Add({Here(), true, Pointer(),
                Quoted(key) + " is written twice" + (source_->is_flag ? "" : ", first at " + at)});
  return true;
}

bool TreeBuilder::parse_error(std::size_t bytes, const std::string&,
                              const nlohmann::detail::exception& error) {
  constexpr int kNotFinite = 406;
  const std::string_view what = error.what();
  const bool word = what.find("invalid number") != std::string_view::npos ||
                    what.find("invalid literal") != std::string_view::npos;
  const std::string_view token = scanner_.TokenAt(bytes, word);
  const bool ends = what.find("unexpected end of input") != std::string_view::npos;
  const Place place = ends ? PlaceIn(text_, text_.size(), source_) : Here();
  if (error.id != kNotFinite) {
    faults_->Add({place, true, "", SyntaxMessage(what, token)});
    return false;
  }
  Target();  // so that the pointer of a list's item counts it
  faults_->Add(
      {place, true, Pointer(), "must be a finite number, got " + Printable(token, kLongestWord)});
  return false;
}

// The first byte that no recipe may hold; the text's size where there is none. nlohmann takes a NUL
// for the end of the text, and does not look into comments.
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
    const std::string most = std::to_string(kMaxRecipeBytes);
    faults->Add({{source}, true, "", "has more than " + most + " bytes"});
    return std::nullopt;
  }
  const std::size_t bad = FirstBadByte(text);
  if (bad < text.size()) {
    const std::string byte = text[bad] == '\0' ? "a NUL byte" : "a byte that is not UTF-8";
    faults->Add({PlaceIn(text, bad, source), true, "", byte});
    return std::nullopt;
  }
  TreeBuilder builder(text, source, faults);
  const bool ignore_comments = true, strict = true;
  const auto format = nlohmann::json::input_format_t::json;
  if (!nlohmann::json::sax_parse(text, &builder, format, strict, ignore_comments)) {
    return std::nullopt;
  }
  return builder.TakeRoot();
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
