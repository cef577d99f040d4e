// Consoles take UTF-16, whatever their code pages are.
#include "platform/windows/console.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <mutex>
#include <string>

#include "platform/windows/calls.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxWriteUnits = 4096;  // older consoles take at most 64 KiB in a call

// Returns the length of `text` without an incomplete character at its end.
std::size_t WholeLength(std::string_view text) {
  constexpr std::size_t kMaxTail = 3;
  for (std::size_t tail = 1; tail <= std::min(kMaxTail, text.size()); ++tail) {
    const auto first = static_cast<unsigned char>(text[text.size() - tail]);
    if ((first & 0xC0) == 0x80) continue;  // not the first byte of a character
    const auto length = static_cast<std::size_t>(std::countl_one(first));  // 0: one byte
    return length > tail ? text.size() - tail : text.size();
  }
  return text.size();
}

bool IsHighSurrogate(wchar_t unit) { return (unit & 0xFC00) == 0xD800; }

int WriteUnits(HANDLE console, std::wstring_view units) {
  while (!units.empty()) {
    std::size_t size = std::min(units.size(), kMaxWriteUnits);
    if (size < units.size() && IsHighSurrogate(units[size - 1])) --size;
    DWORD count = 0;
    if (!::WriteConsoleW(console, units.data(), static_cast<DWORD>(size), &count, nullptr))
      return LastErrno();
    if (count == 0) return EIO;
    units.remove_prefix(count);
  }
  return 0;
}

std::mutex text_mutex;
// The bytes of a character that is not yet complete, for each standard handle and for all others.
std::array<std::string, kStandardError + 2> pending_bytes;
std::string read_bytes;       // read from the console, but not yet returned
std::wstring read_surrogate;  // the first half of a character

// A console and the mode that it had.
struct OldMode {
  HANDLE console = INVALID_HANDLE_VALUE;
  DWORD mode = 0;
};
std::array<OldMode, kStandardError + 1> old_modes;  // by standard handle
std::atomic<bool> has_old_modes = false;

}  // namespace

bool IsConsole(HANDLE handle) {
  DWORD mode;
  return ::GetConsoleMode(handle, &mode);
}

int WriteToConsole(Handle file, std::string_view text) {
  const std::lock_guard lock(text_mutex);
  std::string& pending =
      pending_bytes[static_cast<std::size_t>(std::min(file, kStandardError + 1))];
  pending += text;
  const std::size_t whole = WholeLength(pending);
  const std::wstring units = LossyUtf16(std::string_view(pending).substr(0, whole));
  pending.erase(0, whole);
  return WriteUnits(call::NativeHandle(file), units);
}

void WriteLastToConsole(HANDLE console, std::string_view text) {
  std::array<wchar_t, 512> units;
  while (!text.empty()) {
    std::size_t size = std::min(text.size(), units.size());
    if (size < text.size()) size = std::max<std::size_t>(WholeLength(text.substr(0, size)), 1);
    const int length = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(size),
                                             units.data(), static_cast<int>(units.size()));
    DWORD count = 0;
    if (length <= 0 ||
        !::WriteConsoleW(console, units.data(), static_cast<DWORD>(length), &count, nullptr))
      return;
    text.remove_prefix(size);
  }
}

int ReadFromConsole(HANDLE console, void* data, std::size_t size, std::size_t* count) {
  const std::lock_guard lock(text_mutex);
  constexpr wchar_t kEnd = 0x1A;  // Ctrl-Z
  while (read_bytes.empty()) {
    std::array<wchar_t, 1024> units;
    DWORD read = 0;
    if (!::ReadConsoleW(console, units.data(), static_cast<DWORD>(units.size()), &read, nullptr))
      return LastErrno();
    if (read == 0 || units[0] == kEnd) return 0;
    std::wstring text = read_surrogate + std::wstring(units.data(), read);
    read_surrogate.clear();
    if (IsHighSurrogate(text.back())) {
      read_surrogate = text.back();
      text.pop_back();
    }
    read_bytes = ToUtf8(text);
  }
  *count = std::min(size, read_bytes.size());
  std::copy_n(read_bytes.begin(), *count, static_cast<char*>(data));
  read_bytes.erase(0, *count);
  return 0;
}

void EnableEscapes(Handle standard) {
  OldMode& old = old_modes[static_cast<std::size_t>(standard)];
  const HANDLE console = call::NativeHandle(standard);
  DWORD mode = 0;
  if (!::GetConsoleMode(console, &mode) || (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0) return;
  if (!::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING)) return;
  old = {console, mode};
  has_old_modes = true;
}

bool TakesEscapes(Handle handle) {
  DWORD mode = 0;
  return ::GetConsoleMode(call::NativeHandle(handle), &mode) &&
         (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

void RestoreConsoles() {
  if (!has_old_modes.exchange(false)) return;
  for (const OldMode& old : old_modes)
    if (old.console != INVALID_HANDLE_VALUE) ::SetConsoleMode(old.console, old.mode);
}

}  // namespace cobble
