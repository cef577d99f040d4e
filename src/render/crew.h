// A group of threads that all start before any of them begins work.
#ifndef COBBLE_RENDER_CREW_H_
#define COBBLE_RENDER_CREW_H_

#include <functional>
#include <latch>
#include <thread>
#include <vector>

namespace cobble {

// Threads that wait at a gate. The destructor opens the gate and joins them.
class Crew {
 public:
  Crew() = default;
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Starts `count` threads, each of which calls `work` once the gate is open. Call at most once.
  // `work` must outlive the crew and must not throw. Throws Error kLimit if a thread cannot start;
  // in that case no thread calls `work`.
  void Start(int count, const std::function<void()>& work);
  // Opens the gate.
  void Open();

 private:
  std::latch gate_{1};
  bool all_started_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace cobble

#endif  // COBBLE_RENDER_CREW_H_
