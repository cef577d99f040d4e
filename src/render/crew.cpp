// Starts, releases and joins the threads of a crew.
#include "render/crew.h"

#include <string>
#include <system_error>

#include "cobble/error.h"

namespace cobble {

Crew::~Crew() {
  Open();
  for (std::thread& thread : threads_) thread.join();
}

void Crew::Start(int count, const std::function<void()>& work) try {
  threads_.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k)
    threads_.emplace_back([this, &work] {
      gate_.wait();
      if (all_started_) work();
    });
  all_started_ = true;
} catch (const std::system_error& error) {
  throw Error(ErrorKind::kLimit, "",
              "cannot start thread " + std::to_string(threads_.size() + 2) + " of " +
                  std::to_string(count + 1) + ": " + error.code().message(),
              "lower `threads`");
}

void Crew::Open() {
  if (!gate_.try_wait()) gate_.count_down();
}

}  // namespace cobble
