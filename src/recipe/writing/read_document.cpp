// Reads a JSON text with its comments. The text is valid: ParseJson has checked it.
#include <algorithm>
#include <utility>

#include "core/json/tokens.h"
#include "core/numbers.h"
#include "recipe/json/string.h"
#include "recipe/writing/document.h"

namespace cobble {
namespace {

using Comments = std::vector<std::string>;

// Appends a blank line, unless there is one already.
void AddBlankLine(int line_ends, Comments* above) {
  if (line_ends > 1 && (above->empty() || !above->back().empty())) above->emplace_back();
}

// Returns a comment without the blanks and carriage returns at the ends of its lines.
std::string TrimmedComment(std::string_view comment) {
  std::string trimmed;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    const std::string_view line = comment.substr(0, end);
    trimmed += line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (end < comment.size()) trimmed += '\n';
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return trimmed;
}

// Appends the comments and blank lines between two tokens. Out: beside, comments on the line of the
// first token; null if there are none to be, so that those are comments of the second token.
void ReadComments(std::string_view before, Comments* above, std::string* beside) {
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

// Removes blank lines at the ends, where nothing is before or behind them.
void Trim(Comments* comments, bool at_begin, bool at_end) {
  while (at_begin && !comments->empty() && comments->front().empty())
    comments->erase(comments->begin());
  while (at_end && !comments->empty() && comments->back().empty()) comments->pop_back();
}

class DocumentReader {
 public:
  explicit DocumentReader(std::string_view text) : tokens_(text), token_(tokens_.Next()) {}

  Document Read();

 private:
  using Item = DocumentValue::Item;

  void Advance() { token_ = tokens_.Next(); }
  void ReadValue(DocumentValue* value);
  void ReadItem(bool has_key, Item* item);
  void ReadItems(DocumentValue* value);
  void ReadScalar(DocumentValue* value);

  JsonTokenizer tokens_;
  JsonToken token_;
};

void DocumentReader::ReadScalar(DocumentValue* value) {
  Json& scalar = value->scalar;
  if (token_.kind == JsonToken::kString) {
    ReadJsonString(token_.text, &scalar.value.emplace<std::string>());
  } else if (token_.text == "true" || token_.text == "false") {
    scalar.value = token_.text == "true";
  } else if (token_.text != "null") {
    scalar.value = ParseJsonNumber(token_.text);
  }
  Advance();
}

void DocumentReader::ReadValue(DocumentValue* value) {
  value->is_object = token_.Is('{');
  value->is_container = value->is_object || token_.Is('[');
  if (!value->is_container) return ReadScalar(value);
  Advance();
  ReadItems(value);
  Advance();
}

// Comments between a key and its value belong above the key.
void DocumentReader::ReadItem(bool has_key, Item* item) {
  if (has_key) {
    ReadJsonString(token_.text, &item->key);
    for (int i = 0; i < 2; ++i) {
      Advance();
      ReadComments(token_.before, &item->above, nullptr);
    }
  }
  ReadValue(&item->value);
}

// Stops at the closing bracket.
void DocumentReader::ReadItems(DocumentValue* value) {
  const char closing = value->is_object ? '}' : ']';
  Comments above;
  ReadComments(token_.before, &above, nullptr);
  Trim(&above, true, false);
  while (!token_.Is(closing)) {
    Item& item = value->items.emplace_back();
    item.above = std::exchange(above, {});
    ReadItem(value->is_object, &item);
    ReadComments(token_.before, &above, &item.beside);
    if (!token_.Is(',')) continue;
    Advance();
    // What stands before the next item on the same line belongs to it: [1, /* two */ 2].
    const bool ends_line = token_.before.find('\n') != std::string_view::npos;
    ReadComments(token_.before, &above, ends_line ? &item.beside : nullptr);
  }
  if (!value->items.empty()) Trim(&value->items.front().above, true, false);
  Trim(&above, value->items.empty(), true);
  value->below = std::move(above);
}

Document DocumentReader::Read() {
  Document document;
  ReadComments(token_.before, &document.above, nullptr);
  Trim(&document.above, true, false);
  ReadValue(&document.root);
  ReadComments(token_.before, &document.below, nullptr);
  Trim(&document.below, false, true);
  return document;
}

}  // namespace

DocumentValue* DocumentValue::Find(std::string_view key) {
  const auto found = std::ranges::find(items, key, &Item::key);
  return found == items.end() ? nullptr : &found->value;
}

bool DocumentValue::HasComments() const {
  const auto is_comment = [](const std::string& line) { return !line.empty(); };
  return std::ranges::any_of(below, is_comment) ||
         std::ranges::any_of(items, [&](const Item& item) {
           return std::ranges::any_of(item.above, is_comment) || !item.beside.empty() ||
                  item.value.HasComments();
         });
}

Document ReadDocument(std::string_view text) { return DocumentReader(text).Read(); }

DocumentValue ToDocument(const Json& json) {
  DocumentValue value;
  if (json.list()) {
    for (const Json& item : *json.list()) value.items.push_back({"", ToDocument(item)});
  } else if (json.object()) {
    for (const auto& [key, place, member] : *json.object())
      value.items.push_back({key, ToDocument(member)});
  } else {
    value.scalar = json;
  }
  value.is_object = json.object() != nullptr;
  value.is_container = value.is_object || json.list();
  return value;
}

}  // namespace cobble
