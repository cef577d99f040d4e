// The JSON writer.
#include <algorithm>
#include <array>

#include "core/numbers.h"
#include "core/utf8.h"
#include "recipe/json/json.h"

namespace cobble {
namespace {

constexpr std::size_t kLineWidth = 80;  // maximum length in bytes of a list on one line

void WriteEscape(char c, std::string* out) {
  constexpr std::string_view kPlain = "\"\\\b\f\n\r\t", kNames = "\"\\bfnrt";
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t index = kPlain.find(c);
  if (index != std::string_view::npos) {
    *out += {'\\', kNames[index]};
  } else {
    *out += {'\\', 'u', '0', '0', kDigits[static_cast<uint8_t>(c) >> 4], kDigits[c & 15]};
  }
}

// Invalid UTF-8, which only a Recipe built in code can contain, becomes U+FFFD.
void WriteText(std::string_view text, std::string* out) {
  *out += '"';
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    const auto first = static_cast<uint8_t>(text[0]);
    if (length == 0) {
      *out += "\\ufffd";
    } else if (first < 0x20 || first == 0x7F || first == '"' || first == '\\') {
      WriteEscape(text[0], out);
    } else {
      *out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  *out += '"';
}

void WriteScalar(const Json& json, std::string* out) {
  if (json.boolean()) {
    *out += *json.boolean() ? "true" : "false";
  } else if (json.number()) {
    *out += Shortest(*json.number());
  } else if (json.text()) {
    WriteText(*json.text(), out);
  } else {
    *out += "null";
  }
}

void WriteLine(const Json& json, std::string* out) {
  std::string_view between;
  if (json.list()) {
    *out += '[';
    for (const Json& item : *json.list()) {
      *out += between;
      WriteLine(item, out);
      between = ", ";
    }
    *out += ']';
  } else if (json.object()) {
    *out += '{';
    for (const auto& [key, place, member] : *json.object()) {
      *out += between;
      WriteText(key, out);
      *out += ": ";
      WriteLine(member, out);
      between = ", ";
    }
    *out += '}';
  } else {
    WriteScalar(json, out);
  }
}

// Returns whether `json` stays on one line in the indented form as well.
bool FitsLine(const Json& json) {
  if (json.object()) return json.object()->empty();
  if (!json.list()) return true;
  const auto nested = [](const Json& item) { return item.list() || item.object(); };
  if (std::any_of(json.list()->begin(), json.list()->end(), nested)) return false;
  return WriteJsonLine(json).size() <= kLineWidth;
}

void WriteIndented(const Json& json, const std::string& newline, std::string* out) {
  if (FitsLine(json)) return WriteLine(json, out);
  const std::string inner = newline + "  ";
  std::string_view between;
  *out += json.list() ? '[' : '{';
  if (json.list()) {
    for (const Json& item : *json.list()) {
      *out += between;
      *out += inner;
      WriteIndented(item, inner, out);
      between = ",";
    }
  } else {
    for (const auto& [key, place, member] : *json.object()) {
      *out += between;
      *out += inner;
      WriteText(key, out);
      *out += ": ";
      WriteIndented(member, inner, out);
      between = ",";
    }
  }
  *out += newline;
  *out += json.list() ? ']' : '}';
}

}  // namespace

std::string WriteJson(const Json& json) {
  std::string text;
  WriteIndented(json, "\n", &text);
  return text;
}

std::string WriteJsonLine(const Json& json) {
  std::string text;
  WriteLine(json, &text);
  return text;
}

}  // namespace cobble
