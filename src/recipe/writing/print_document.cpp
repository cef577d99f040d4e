// Prints documents.
#include <algorithm>
#include <utility>

#include "recipe/writing/document.h"

namespace cobble {
namespace {

using Item = DocumentValue::Item;

std::string KeyText(const Item& item) { return WriteJsonLine(Json::Text(item.key)) + ": "; }

void PrintLine(const DocumentValue& value, std::string* out) {
  if (!value.is_container) {
    *out += WriteJsonLine(value.scalar);
    return;
  }
  *out += value.is_object ? '{' : '[';
  std::string_view between;
  for (const Item& item : value.items) {
    *out += std::exchange(between, ", ");
    if (value.is_object) *out += KeyText(item);
    PrintLine(item.value, out);
  }
  *out += value.is_object ? '}' : ']';
}

// Lists of scalars and of such lists fill their lines.
bool IsFlat(const DocumentValue& value) {
  return !value.is_object &&
         std::ranges::all_of(value.items, [](const Item& item) { return IsFlat(item.value); });
}

class DocumentPrinter {
 public:
  std::string Print(const Document& document);

 private:
  void PrintComments(const std::vector<std::string>& comments, const std::string& indent);
  void PrintValue(const DocumentValue& value, const std::string& indent);
  void PrintItems(const DocumentValue& value, const std::string& indent);
  void PrintFilled(const DocumentValue& value, const std::string& indent);
  std::size_t Column() const { return out_.size() - (out_.rfind('\n') + 1); }

  std::string out_;
};

void DocumentPrinter::PrintComments(const std::vector<std::string>& comments,
                                    const std::string& indent) {
  for (const std::string& comment : comments) {
    if (!comment.empty()) out_ += indent + comment;
    out_ += '\n';
  }
}

// Appends the value; a comma follows. In: indent, of the line where it starts.
void DocumentPrinter::PrintValue(const DocumentValue& value, const std::string& indent) {
  std::string line;
  PrintLine(value, &line);
  const bool fits = Column() + line.size() + 1 <= kDocumentWidth;
  const bool is_line = !value.is_container || value.items.empty() || (fits && !value.is_split);
  if (is_line && !value.HasComments()) {
    out_ += line;
    return;
  }
  out_ += value.is_object ? "{\n" : "[\n";
  if (IsFlat(value) && !value.HasComments()) {
    PrintFilled(value, indent + "  ");
  } else {
    PrintItems(value, indent + "  ");
  }
  out_ += indent + (value.is_object ? '}' : ']');
}

void DocumentPrinter::PrintItems(const DocumentValue& value, const std::string& indent) {
  for (const Item& item : value.items) {
    PrintComments(item.above, indent);
    out_ += indent;
    if (value.is_object) out_ += KeyText(item);
    PrintValue(item.value, indent);
    if (&item != &value.items.back()) out_ += ',';
    if (!item.beside.empty()) out_ += "  " + item.beside;
    out_ += '\n';
  }
  PrintComments(value.below, indent);
}

void DocumentPrinter::PrintFilled(const DocumentValue& value, const std::string& indent) {
  out_ += indent;
  for (const Item& item : value.items) {
    std::string text;
    PrintLine(item.value, &text);
    if (&item != &value.items.back()) text += ',';
    const bool is_first = Column() == indent.size();
    if (!is_first && Column() + 1 + text.size() > kDocumentWidth) {
      out_ += '\n' + indent + text;
    } else {
      out_ += (is_first ? "" : " ") + text;
    }
  }
  out_ += '\n';
}

std::string DocumentPrinter::Print(const Document& document) {
  PrintComments(document.above, "");
  PrintValue(document.root, "");
  out_ += '\n';
  PrintComments(document.below, "");
  return std::move(out_);
}

}  // namespace

std::string PrintDocument(const Document& document) { return DocumentPrinter().Print(document); }

}  // namespace cobble
