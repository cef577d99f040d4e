// Implements Run.
#include "python/run.h"

#include <chrono>
#include <future>
#include <stdexcept>
#include <system_error>

#include "core/interrupt.h"
#include "python/errors.h"

namespace cobble::python {
namespace {

constexpr std::chrono::milliseconds kSignalInterval{20};

// Once Python has ended, a thread that asks for its lock waits forever and cannot leave its C++
// frames. So runs end before.
std::atomic<bool> is_ending = false;
std::atomic<int> running = 0;

class Running {
 public:
  Running() { ++running; }
  ~Running() {
    --running;
    running.notify_all();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
};

// Ends a thread without a traceback, as sys.exit() does. The main thread, which runs exit handlers,
// gets an error instead.
[[noreturn]] void RaiseEnding() {
  const py::module_ threading = py::module_::import("threading");
  if (threading.attr("current_thread")().is(threading.attr("main_thread")()))
    throw std::runtime_error("Python is shutting down");
  PyErr_SetNone(PyExc_SystemExit);
  throw py::error_already_set();
}

}  // namespace

void EndRuns() {
  is_ending = true;
  const py::gil_scoped_release unlocked;
  for (int count = running; count > 0; count = running) running.wait(count);
}

void ForgetRuns() { running = 0; }

void Run::Stop(const py::error_already_set& raised) {
  if (!raised_) raised_ = raised;
  is_stopped_ = true;
}

// May run on any thread.
int Run::Report(double fraction, void* user) {
  Run& run = *static_cast<Run*>(user);
  if (run.is_stopped_ || is_ending) return 1;
  if (run.progress_.is_none()) return 0;
  const py::gil_scoped_acquire lock;
  try {
    run.progress_(fraction);
  } catch (const py::error_already_set& raised) {
    run.Stop(raised);
  }
  return run.is_stopped_ ? 1 : 0;
}

// Called without the lock.
cobble_status Run::Wait(const Work& work, cobble_error** error) {
  std::future<cobble_status> done;
  try {
    done = std::async(std::launch::async, [&] {
      const InterruptScope scope([this] { return is_stopped_ || is_ending; });
      return work(&Report, this, error);
    });
  } catch (const std::system_error&) {  // no more threads can start
    return work(&Report, this, error);
  }
  while (done.wait_for(kSignalInterval) != std::future_status::ready) {
    const py::gil_scoped_acquire lock;
    if (!is_stopped_ && PyErr_CheckSignals() != 0) Stop(py::error_already_set());
  }
  return done.get();
}

void Run::Do(bool is_short, const Work& work) {
  if (is_ending) RaiseEnding();
  const Running here;  // lives longer than the block without the lock
  cobble_error* error = nullptr;
  cobble_status status = COBBLE_OK;
  {
    const py::gil_scoped_release unlocked;
    if (!is_short) {
      status = Wait(work, &error);
    } else {
      status = work(progress_.is_none() ? nullptr : &Report, this, &error);
    }
  }
  if (raised_) {
    cobble_error_free(error);
    throw py::error_already_set(*raised_);
  }
  if (status != COBBLE_OK && is_ending) {
    cobble_error_free(error);
    RaiseEnding();
  }
  if (status != COBBLE_OK) Raise(error);
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace cobble::python
