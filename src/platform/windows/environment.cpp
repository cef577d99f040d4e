// What a process finds on Windows, which has arguments and variables in UTF-16.
#include "platform/environment.h"

#include <windows.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "platform/windows/text.h"

namespace cobble {
namespace {

// The rules of Microsoft's C runtime: 2n backslashes before a quote are n, and the quote begins or
// ends a part in which spaces do not separate; 2n + 1 are n and a plain quote; two quotes in such a
// part are a plain one. Words with * are not expanded, since they may be formulas.
std::vector<std::wstring> WordsOf(std::wstring_view line) {
  std::vector<std::wstring> words;
  std::size_t at = 0;
  const auto is_space = [&] { return line[at] == L' ' || line[at] == L'\t'; };
  for (;;) {
    while (at < line.size() && is_space()) ++at;
    if (at == line.size()) return words;
    std::wstring word;
    for (bool is_quoted = false; at < line.size() && (is_quoted || !is_space()); ++at) {
      std::size_t backslashes = 0;
      for (; at < line.size() && line[at] == L'\\'; ++at) ++backslashes;
      const bool is_quote = at < line.size() && line[at] == L'"';
      word.append(is_quote ? backslashes / 2 : backslashes, L'\\');
      if (!is_quote) {
        if (at == line.size() || (!is_quoted && is_space())) break;
        word += line[at];
      } else if (backslashes % 2 == 1) {
        word += L'"';
      } else if (is_quoted && line.substr(at + 1).starts_with(L'"')) {
        word += line[++at];
      } else {
        is_quoted = !is_quoted;
      }
    }
    words.push_back(std::move(word));
  }
}

// Returns the line behind the program's name, in which backslashes escape nothing.
std::wstring_view WithoutProgram(std::wstring_view line) {
  bool is_quoted = false;
  std::size_t at = 0;
  for (; at < line.size() && (is_quoted || (line[at] != L' ' && line[at] != L'\t')); ++at)
    if (line[at] == L'"') is_quoted = !is_quoted;
  return line.substr(at);
}

}  // namespace

std::vector<std::string> Arguments(int, char**) {
  std::vector<std::string> arguments;
  for (const std::wstring& word : WordsOf(WithoutProgram(::GetCommandLineW())))
    arguments.push_back(ToUtf8(word));
  return arguments;
}

std::string Variable(const char* name) {
  std::wstring wide;
  if (!ToUtf16(name, &wide)) return {};
  return ToUtf8(Filled(
      [&](wchar_t* to, DWORD size) { return ::GetEnvironmentVariableW(wide.c_str(), to, size); }));
}

// A process that is bound to some processors, by itself or by its job, has these. Others run on all
// groups, which have 64 each.
int AvailableProcessors() {
  DWORD_PTR mine = 0, all = 0;
  int count = 0;
  if (::GetProcessAffinityMask(::GetCurrentProcess(), &mine, &all) && mine != all)
    count = std::popcount(static_cast<unsigned long long>(mine));
  if (count == 0) count = static_cast<int>(::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
  return std::max(count, 1);
}

ShellKind SystemShell() { return ShellKind::kWindows; }

TimeOfDay LocalTime() {
  SYSTEMTIME now;
  ::GetLocalTime(&now);
  return {now.wHour, now.wMinute, now.wSecond};
}

}  // namespace cobble
