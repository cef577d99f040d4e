// Lets one thread at a time simulate.
#include "program/kept.h"

#include <chrono>
#include <condition_variable>

#include "core/interrupt.h"

namespace cobble {
namespace {

struct TurnState {
  std::mutex mutex;
  std::condition_variable ended;
  bool is_taken = false;
};

TurnState& StateOfTurns() {
  static TurnState state;
  return state;
}

}  // namespace

SimulationTurn::SimulationTurn() {
  TurnState& state = StateOfTurns();
  std::unique_lock lock(state.mutex);
  while (state.is_taken) {
    CheckInterrupt();
    state.ended.wait_for(lock, std::chrono::milliseconds(5));
  }
  state.is_taken = true;
}

SimulationTurn::~SimulationTurn() {
  TurnState& state = StateOfTurns();
  const std::lock_guard lock(state.mutex);
  state.is_taken = false;
  state.ended.notify_all();
}

}  // namespace cobble
