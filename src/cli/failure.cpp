// Reports exceptions and failed allocations.
#include "cli/failure.h"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "cli/terminal/streams.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "platform/file.h"
#include "platform/signals.h"

namespace cobble {
namespace {

constexpr std::string_view kNoMemory = "cobble: not enough memory\n";

struct Failure {
  int status = static_cast<int>(ErrorKind::kBug);
  std::string text = {};  // one or more lines

  Failure(ErrorKind kind, std::string lines)
      : status(static_cast<int>(kind)), text(std::move(lines)) {}
  explicit Failure(const ClosedPipe&) : status(kClosedPipeStatus) {}
};

std::string Lines(const Error& error, bool color) {
  std::string text;
  for (const Issue& issue : error.issues()) text += MessageLine(issue, Severity::kError, color);
  return text;
}

// Describes the current exception. Allocates.
Failure Describe(bool color) {
  try {
    throw;
  } catch (const Error& error) {
    return {error.kind(), Lines(error, color)};
  } catch (const ClosedPipe& closed) {
    return Failure(closed);
  } catch (const std::bad_alloc&) {
    return {ErrorKind::kLimit, std::string(kNoMemory)};
  } catch (const std::length_error&) {  // a container larger than any memory
    return {ErrorKind::kLimit, std::string(kNoMemory)};
  } catch (const std::exception& unknown) {
    const std::string what = unknown.what();
    return {ErrorKind::kBug, Lines({ErrorKind::kBug, "", "internal error: " + what}, color)};
  } catch (...) {
    return {ErrorKind::kBug, "cobble: internal error\n"};
  }
}

// Writes the messages and returns the exit status: kNoMemory and kLimit if memory runs out.
template <typename Write>
int Report(bool color, const Write& write) noexcept {
  try {
    const Failure failure = Describe(color);
    write(failure.text);
    return failure.status;
  } catch (...) {
    write(kNoMemory);
    return static_cast<int>(ErrorKind::kLimit);
  }
}

// The terminate handler. The first thread to enter reports the exception; others wait for the
// process to end. If memory runs out while throwing, there is no current exception, or reporting it
// calls this handler again. Either way, the message is kNoMemory.
[[noreturn]] void EndProcess() {
  static std::atomic_flag is_ending;
  static thread_local bool is_reporting = false;
  if (!std::exchange(is_reporting, true)) {
    while (is_ending.test_and_set()) is_ending.wait(true);
    RemoveHiddenNames();
    if (std::current_exception()) std::_Exit(Report(false, &file::WriteToStandardError));
  }
  file::WriteToStandardError(kNoMemory);
  std::_Exit(static_cast<int>(ErrorKind::kLimit));
}

}  // namespace

int ReportFailure(std::ostream& err) noexcept {
  return Report(UsesColor(err), [&err](std::string_view text) { err << text << std::flush; });
}

void InstallTerminateHandler() { std::set_terminate(&EndProcess); }

}  // namespace cobble
