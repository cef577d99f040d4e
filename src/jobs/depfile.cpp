// Writes dependency files, with the escapes that both GNU make and ninja read.
#include "jobs/depfile.h"

#include <algorithm>
#include <string_view>

#include "cobble/error.h"
#include "core/suggest.h"
#include "platform/path.h"

namespace cobble {
namespace {

// make reads % as a pattern, = as an assignment, ; as a recipe and | as the start of order-only
// prerequisites, and it expands * ? [. In ninja, the others end a name.
constexpr std::string_view kUnreadable = "%=;|*?[\"&'<>^`";

bool IsControl(char c) { return (c >= 0 && c < ' ') || c == 0x7F; }

// Returns what in the path no escape makes readable for both make and ninja, or an empty string.
std::string UnreadablePart(std::string_view path) {
  if (std::ranges::any_of(path, &IsControl)) return "a control character";
  if (const std::size_t at = path.find_first_of(kUnreadable); at != std::string_view::npos)
    return "the character " + std::string(path.substr(at, 1));
  // make expands ~user, and reads lib(member) as a member of an archive.
  if (path.starts_with('~')) return "a ~ at the start";
  if (path.ends_with(')') && path.find('(') != std::string_view::npos) return "a ) at the end";
  if (path.ends_with(':')) return "a : at the end";
  if (path.ends_with('\\')) return "a \\ at the end";
  for (std::size_t at = 0; (at = path.find('\\', at)) != std::string_view::npos; ++at)
    if (const char next = path[at + 1]; next == '#' || next == '$' || next == ':')
      return std::string("a \\ before ") + next;
  return {};
}

// Doubles backslashes before a space, which they would escape. Both programs read the colon after a
// drive as part of the name.
std::string MakeEscaped(const std::string& written) {
  const std::string path = WithSlashes(written);
  if (const std::string part = UnreadablePart(path); !part.empty())
    throw Error::At(ErrorKind::kUsage, "depfile",
                    "cannot name " + Quoted(path) + ": make and ninja do not both read " + part,
                    "use another file name");
  const std::size_t root = RootLength(path);
  std::string text = path.substr(0, root);
  std::size_t backslashes = 0;
  for (const char c : std::string_view{path}.substr(root)) {
    if (c == ' ') text += std::string(backslashes, '\\');
    if (c == ' ' || c == '#' || c == ':') text += '\\';
    if (c == '$') text += '$';
    text += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return text;
}

}  // namespace

std::string DepfileText(std::span<const std::string> outputs, std::span<const std::string> inputs) {
  std::string text;
  for (const std::string& path : outputs)
    text += (text.empty() ? "" : " \\\n  ") + MakeEscaped(path);
  text += ':';
  for (const std::string& path : inputs) text += ' ' + MakeEscaped(path);
  text += '\n';
  for (const std::string& path : inputs) text += '\n' + MakeEscaped(path) + ":\n";
  return text;
}

}  // namespace cobble
