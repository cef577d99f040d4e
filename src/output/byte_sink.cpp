// Bytes in memory.
#include "output/byte_sink.h"

#include <algorithm>
#include <stdexcept>

namespace cobble {

void MemorySink::Write(const void* data, std::size_t size) {
  WriteAt(place_, data, size);
  place_ += size;
}

// Appends what lies beyond the end rather than resize first, which would clear it.
void MemorySink::WriteAt(uint64_t place, const void* data, std::size_t size) {
  if (place > bytes_.max_size() - size) throw std::length_error("MemorySink");
  const auto* const bytes = static_cast<const char*>(data);
  const auto begin = static_cast<std::size_t>(place);
  if (begin > bytes_.size()) bytes_.resize(begin);
  const std::size_t inside = std::min(size, bytes_.size() - begin);
  std::copy_n(bytes, inside, bytes_.data() + begin);
  bytes_.append(bytes + inside, size - inside);
}

}  // namespace cobble
