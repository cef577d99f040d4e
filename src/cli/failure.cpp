// Exceptions end here.
#include "cli/failure.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <exception>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "core/utf8.h"
#include "output/sink_signals.h"

namespace cobble {
namespace {

constexpr std::size_t kLongestMessage = 8192;  // bytes
constexpr std::string_view kNoMemory = "cobble: not enough memory\n";

std::atomic<bool> memory_was_short = false;

struct Failure {
  ErrorKind kind = ErrorKind::kBug;
  std::string text;  // lines
};

// A line a fault, whatever bytes its words hold.
std::string Lines(const Error& error) {
  std::string text;
  for (const Issue& issue : error.issues())
    text += "cobble: " + Printable(issue.Text(), kLongestMessage) + '\n';
  return text;
}

// Of what is thrown; needs memory.
Failure Describe() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.kind(), Lines(error)};
  } catch (const std::bad_alloc&) {
    return {ErrorKind::kLimit, std::string(kNoMemory)};
  } catch (const std::length_error&) {  // a container larger than any memory
    return {ErrorKind::kLimit, std::string(kNoMemory)};
  } catch (const std::exception& unknown) {
    const std::string what = unknown.what();
    return {ErrorKind::kBug, Lines({ErrorKind::kBug, "", "this is a bug of cobble: " + what})};
  } catch (...) {
    return {ErrorKind::kBug, "cobble: this is a bug of cobble\n"};
  }
}

// Hands the lines and the status on; if memory is short even for that, fixed ones.
template <typename Write>
int Report(const Write& write) noexcept {
  try {
    const Failure failure = Describe();
    write(failure.text);
    return static_cast<int>(failure.kind);
  } catch (...) {
    write(kNoMemory);
    return static_cast<int>(ErrorKind::kLimit);
  }
}

void Say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// The first thread that comes here speaks for all; none comes back. Where memory is short even for
// an exception, there is none, or it comes here again while it is told.
[[noreturn]] void EndProcess() {
  static std::atomic_flag ends;
  static thread_local bool is_again = false;
  if (!std::exchange(is_again, true)) {
    while (ends.test_and_set()) ::pause();
    RemoveHiddenNames();
    if (std::current_exception()) ::_exit(Report(&Say));
  }
  Say(kNoMemory);
  ::_exit(static_cast<int>(ErrorKind::kLimit));
}

}  // namespace

int ReportFailure(std::ostream& err) noexcept {
  return Report([&err](std::string_view text) { err << text << std::flush; });
}

void WatchFailures() {
  std::set_terminate(&EndProcess);
  std::set_new_handler([] {
    memory_was_short = true;
    throw std::bad_alloc();
  });
}

void CheckMemory() {
  if (memory_was_short) throw std::bad_alloc();
}

}  // namespace cobble
