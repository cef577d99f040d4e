// Implements PrintDocument.
#include "recipe/writing/document.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cobble {
namespace {

const JsonComments& CommentsOf(const Json& json) {
  static const JsonComments none;
  return json.comments ? *json.comments : none;
}

// Returns whether the value has no objects inside. Such a list fills its lines.
bool IsFlat(const Json& json) {
  return !json.object() && std::ranges::all_of(json.items(), IsFlat);
}

class DocumentPrinter {
 public:
  std::string Print(const Json& root) {
    PrintComments(CommentsOf(root).above, "", true, false);
    PrintValue(root, "");
    out_ += '\n';
    PrintComments(CommentsOf(root).below, "", false, true);
    return std::move(out_);
  }

 private:
  // In: at_begin, at_end, whether nothing stands above or below them; then no blank line does.
  void PrintComments(std::span<const std::string> comments, const std::string& indent,
                     bool at_begin, bool at_end) {
    if (at_begin && !comments.empty() && comments.front().empty()) comments = comments.subspan(1);
    if (at_end && !comments.empty() && comments.back().empty())
      comments = comments.first(comments.size() - 1);
    for (const std::string& comment : comments) {
      if (!comment.empty()) out_ += indent + comment;
      out_ += '\n';
    }
  }

  // Appends the value and leaves room for a comma. In: indent, of the line that the value starts
  // on.
  void PrintValue(const Json& json, const std::string& indent) {
    const std::string line = WriteJsonLine(json);
    const bool fits = Column() + line.size() + 1 <= kDocumentWidth;
    const bool is_empty = json.items().empty() && json.members().empty();
    const bool has_comments = HasComments(json);
    if ((is_empty || (fits && !json.is_split)) && !has_comments) {
      out_ += line;
      return;
    }
    out_ += json.object() ? "{\n" : "[\n";
    if (IsFlat(json) && !has_comments) {
      PrintFilled(json, indent + "  ");
    } else {
      PrintItems(json, indent + "  ");
    }
    out_ += indent + (json.object() ? '}' : ']');
  }

  void PrintItems(const Json& json, const std::string& indent) {
    const std::size_t count = json.items().size() + json.members().size();
    std::size_t printed = 0;
    const auto print = [&](const std::string& key, const Json& item) {
      PrintComments(CommentsOf(item).above, indent, printed == 0, false);
      out_ += indent + key;
      PrintValue(item, indent);
      if (++printed < count) out_ += ',';
      if (const auto& beside = CommentsOf(item).beside; !beside.empty()) out_ += "  " + beside;
      out_ += '\n';
    };
    for (const Json& item : json.items()) print("", item);
    for (const auto& [key, place, value] : json.members())
      print(WriteJsonLine(Json::Text(key)) + ": ", value);
    PrintComments(CommentsOf(json).inside, indent, count == 0, true);
  }

  void PrintFilled(const Json& list, const std::string& indent) {
    out_ += indent;
    for (const Json& item : list.items()) {
      std::string text = WriteJsonLine(item);
      if (&item != &list.items().back()) text += ',';
      const bool is_first = Column() == indent.size();
      if (!is_first && Column() + 1 + text.size() > kDocumentWidth) {
        out_ += '\n' + indent + text;
      } else {
        out_ += (is_first ? "" : " ") + text;
      }
    }
    out_ += '\n';
  }

  std::size_t Column() const { return out_.size() - (out_.rfind('\n') + 1); }

  std::string out_;
};

}  // namespace

// Recursive: JSON has at most kMaxRecipeDepth levels.
bool HasComments(const Json& json) {
  const auto is_comment = [](const std::string& line) { return !line.empty(); };
  const auto has_comments = [&](const Json& item) {
    const JsonComments& comments = CommentsOf(item);
    return !comments.beside.empty() || std::ranges::any_of(comments.above, is_comment) ||
           HasComments(item);
  };
  return std::ranges::any_of(CommentsOf(json).inside, is_comment) ||
         std::ranges::any_of(json.items(), has_comments) ||
         std::ranges::any_of(json.members(), has_comments, &Json::Member::value);
}

std::string PrintDocument(const Json& root) { return DocumentPrinter().Print(root); }

}  // namespace cobble
