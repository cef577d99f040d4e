// Results of simulations, kept for the programs that are compiled next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace cobble {

// While one lives, no other thread simulates: it may be about to find the same, and memory is
// limited for one at a time. Waits for its turn, and asks meanwhile whether to stop.
class SimulationTurn {
 public:
  SimulationTurn();
  ~SimulationTurn();
  SimulationTurn(const SimulationTurn&) = delete;
  SimulationTurn& operator=(const SimulationTurn&) = delete;
};

// The results found or used last, whose sum of bytes is limited; the last one always stays.
// Thread-safe.
template <typename Result>
class Kept {
 public:
  explicit Kept(uint64_t max_bytes) : max_bytes_(max_bytes) {}

  // Returns null if the result is not kept. In: subject, all that it depends on, as text.
  std::shared_ptr<Result> Find(const std::string& subject) {
    return FindIf([&](const Entry& entry) { return entry.subject == subject; });
  }
  // The same by a checksum of what it was found from. It is that of the subject from now on.
  std::shared_ptr<Result> FindSame(const std::string& checksum, const std::string& subject) {
    return FindIf([&](Entry& entry) {
      if (entry.checksum != checksum) return false;
      entry.subject = subject;
      return true;
    });
  }
  void Keep(std::string subject, std::string checksum, uint64_t bytes,
            std::shared_ptr<Result> result) {
    const std::lock_guard lock(mutex_);
    uint64_t sum = bytes;
    entries_.push_front({std::move(subject), std::move(checksum), bytes, std::move(result)});
    for (auto at = std::next(entries_.begin()); at != entries_.end();) {
      sum += at->bytes;
      at = sum > max_bytes_ ? entries_.erase(at) : std::next(at);
    }
  }

 private:
  struct Entry {
    std::string subject, checksum;
    uint64_t bytes = 0;
    std::shared_ptr<Result> result;
  };

  template <typename IsWanted>
  std::shared_ptr<Result> FindIf(const IsWanted& is_wanted) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(entries_, is_wanted);
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->result;
  }

  const uint64_t max_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the last used first
};

}  // namespace cobble
