// Implements MemorySource and SourceCursor.
#include "input/byte_source.h"

#include <algorithm>
#include <cstring>

namespace cobble {

std::size_t MemorySource::Read(uint64_t offset, void* to, std::size_t size) const {
  if (offset >= bytes_.size()) return 0;
  const auto begin = static_cast<std::size_t>(offset);
  const std::size_t n = std::min(size, bytes_.size() - begin);
  if (n > 0) std::memcpy(to, bytes_.data() + begin, n);
  return n;
}

std::size_t SourceCursor::Read(void* to, std::size_t size) noexcept try {
  if (failure_) return 0;
  const std::size_t n = source_.Read(at, to, size);
  if (n < size) passed_end_ = true;
  at += n;
  return n;
} catch (...) {
  failure_ = std::current_exception();
  return 0;
}

}  // namespace cobble
