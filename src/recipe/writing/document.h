// A JSON text as people lay it out, with comments and blank lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "recipe/json/json.h"

namespace cobble {

// A template because DocumentValue is incomplete where its items are declared.
template <typename Value>
struct DocumentItemOf {
  std::string key;  // in an object
  Value value;
  // The comments above it, as written; an empty text is a blank line.
  std::vector<std::string> above = {};
  std::string beside = {};  // the comment after it on its line
};

struct DocumentValue {
  using Item = DocumentItemOf<DocumentValue>;

  Json scalar;  // neither a list nor an object, unless `is_container`
  bool is_container = false, is_object = false;
  bool is_split = false;  // a container whose items always have their own lines
  std::vector<Item> items = {};
  std::vector<std::string> below = {};  // the comments above its closing bracket

  const std::string* text() const { return is_container ? nullptr : scalar.text(); }
  // The first member of that name, or null.
  DocumentValue* Find(std::string_view key);
  bool HasComments() const;
};

struct Document {
  DocumentValue root;
  std::vector<std::string> above = {}, below = {};  // comments around the root
};

// In: text, which ParseJson accepts.
Document ReadDocument(std::string_view text);
// Returns the tree without comments.
DocumentValue ToDocument(const Json& json);

// Breaks lines at kDocumentWidth bytes where possible; ends in a newline. A list or object stays on
// one line if it fits and has no comments inside.
inline constexpr std::size_t kDocumentWidth = 100;
std::string PrintDocument(const Document& document);

}  // namespace cobble
