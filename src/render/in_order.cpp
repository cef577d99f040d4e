// InOrder, as far as it needs no other thread.
#include "render/parallel.h"

namespace cobble {

void InOrder(int64_t items, int threads, const std::function<void(int slot, int64_t item)>& make,
             const std::function<void(int slot, int64_t item)>& finish) {
  if (threads != 1 && items > 1) {
    threads = static_cast<int>(std::min<int64_t>(threads, items));
    return InOrderTogether(items, threads, make, finish);
  }
  for (int64_t item = 0; item < items; ++item) {
    make(0, item);
    finish(0, item);
  }
}

}  // namespace cobble
