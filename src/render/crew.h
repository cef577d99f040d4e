// Threads that are all there before any of them begins.
#ifndef COBBLE_RENDER_CREW_H_
#define COBBLE_RENDER_CREW_H_

#include <functional>
#include <latch>
#include <thread>
#include <vector>

namespace cobble {

// Threads that wait at a gate, and are joined whatever happens.
class Crew {
 public:
  Crew() = default;
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Starts `count` threads, each to do `what` once the gate opens. Once. `what` must outlive the
  // crew and throw nothing. Throws Error kLimit where a thread cannot start; then none does it.
  void Start(int count, const std::function<void()>& what);
  void Open();

 private:
  std::latch gate_{1};
  bool all_are_there_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace cobble

#endif  // COBBLE_RENDER_CREW_H_
