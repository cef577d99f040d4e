// Runs processes with CreateProcessW, with their output in temporary files.
#include <doctest/doctest.h>
#include <windows.h>
// windows.h must come first.
#include <psapi.h>

#include <string>

#include "platform/windows/text.h"
#include "support/process.h"

namespace cobble::test {
namespace {

constexpr UINT kKilledStatus = 0x00C0FFEE;  // of a process that a test has killed

std::wstring Wide(const std::string& text) {
  std::wstring wide;
  REQUIRE(ToUtf16(text, &wide));
  return wide;
}

// Quotes a word so that the C runtime, which splits a command line, reads it unchanged: backslashes
// are literal, except before a quotation mark.
std::wstring Quoted(const std::wstring& word) {
  std::wstring quoted = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') quoted.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    quoted += c;
  }
  return quoted.append(backslashes, L'\\') + L'"';
}

// Windows looks for variables in order but takes any; the first of a name counts.
std::wstring Environment(const Words& more) {
  std::wstring all;
  for (const std::string& variable : more) all += Wide(variable) + L'\0';
  wchar_t* const own = ::GetEnvironmentStringsW();
  const auto is_set = [&](const std::wstring& variable) {
    for (const std::string& set : more) {
      const std::wstring name = Wide(set.substr(0, set.find('=') + 1));
      if (variable.compare(0, name.size(), name) == 0) return true;
    }
    return false;
  };
  for (const wchar_t* at = own; *at != 0;) {
    const std::wstring variable = at;
    if (!is_set(variable)) all += variable + L'\0';
    at += variable.size() + 1;
  }
  ::FreeEnvironmentStringsW(own);
  return all + L'\0';
}

HANDLE OpenInherited(const wchar_t* path, DWORD access, DWORD disposition, DWORD flags) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  const HANDLE file =
      ::CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    &inherited, disposition, flags, nullptr);
  REQUIRE(file != INVALID_HANDLE_VALUE);
  return file;
}

// A file outside the test's folder that disappears with its handle.
HANDLE TemporaryFile() {
  wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
  REQUIRE(::GetTempPathW(MAX_PATH, folder) != 0);
  REQUIRE(::GetTempFileNameW(folder, L"cob", 0, path) != 0);
  return OpenInherited(path, GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS,
                       FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
}

std::string TakeAll(HANDLE file) {
  std::string text;
  ::SetFilePointer(file, 0, nullptr, FILE_BEGIN);
  char block[4096];
  for (DWORD n = 0; ::ReadFile(file, block, sizeof block, &n, nullptr) && n > 0;)
    text.append(block, n);
  ::CloseHandle(file);
  return text;
}

}  // namespace

struct Process::Handles {
  HANDLE process = nullptr;
  DWORD max_milliseconds = 0;
  HANDLE out = TemporaryFile(), err = TemporaryFile();
};

Process::Process(Words words, const ProcessSetup& setup) : handles_(std::make_unique<Handles>()) {
  REQUIRE_MESSAGE(!setup.before_run, "a process of Windows starts afresh");
  std::wstring line;
  for (const std::string& word : words) line += (line.empty() ? L"" : L" ") + Quoted(Wide(word));
  std::wstring environment = Environment(setup.environment);
  const HANDLE in = OpenInherited(L"NUL", GENERIC_READ, OPEN_EXISTING, 0);
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = setup.has_input ? in : nullptr;
  start.hStdOutput = handles_->out;
  start.hStdError = handles_->err;
  PROCESS_INFORMATION info{};
  const bool is_running =
      ::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_UNICODE_ENVIRONMENT,
                       environment.data(), nullptr, &start, &info);
  ::CloseHandle(in);
  REQUIRE_MESSAGE(is_running, words.front() << ": error " << ::GetLastError());
  ::CloseHandle(info.hThread);
  handles_->process = info.hProcess;
  handles_->max_milliseconds = setup.max_seconds * 1000;
}

Process::~Process() {
  if (handles_->process == nullptr) return;
  Signal(kKillSignal);
  Wait();
}

void Process::Signal(int number) const {
  REQUIRE(number == kKillSignal);
  ::TerminateProcess(handles_->process, kKilledStatus);
}

Ended Process::Wait() {
  if (::WaitForSingleObject(handles_->process, handles_->max_milliseconds) != WAIT_OBJECT_0) {
    MESSAGE("HANGS: a process that this test has started");  // counted by scripts/test-windows
    ::TerminateProcess(handles_->process, kKilledStatus);
    ::WaitForSingleObject(handles_->process, INFINITE);
  }
  DWORD code = 0;
  ::GetExitCodeProcess(handles_->process, &code);
  ::CloseHandle(handles_->process);
  handles_->process = nullptr;
  Ended ended{.out = TakeAll(handles_->out), .err = TakeAll(handles_->err)};
  if (code == kKilledStatus) {
    ended.signal = kKillSignal;
  } else {
    ended.status = static_cast<int>(code);
  }
  return ended;
}

const char* const kNullDevice = "NUL";

std::string OwnProgram() {
  wchar_t path[32768];
  REQUIRE(::GetModuleFileNameW(nullptr, path, 32768) != 0);
  return ToUtf8(path);
}

uint64_t PeakMemory() {
  PROCESS_MEMORY_COUNTERS counters{};
  ::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters);
  return counters.PeakWorkingSetSize;
}

// The C runtime has its own copy of the variables, which std::getenv reads.
void SetVariable(const std::string& name, const std::string& value) {
  REQUIRE(::_wputenv((Wide(name) + L'=' + Wide(value)).c_str()) == 0);
  ::SetEnvironmentVariableW(Wide(name).c_str(), value.empty() ? nullptr : Wide(value).c_str());
}

}  // namespace cobble::test
