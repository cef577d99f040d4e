// Implements byte_source.h.
#include "input/byte_source.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cobble {

std::size_t MemorySource::Read(uint64_t offset, void* to, std::size_t size) const {
  if (offset >= bytes_.size()) return 0;
  const auto begin = static_cast<std::size_t>(offset);
  const std::size_t n = std::min(size, bytes_.size() - begin);
  if (n > 0) std::memcpy(to, bytes_.data() + begin, n);
  return n;
}

std::string StartOf(const ByteSource& source, std::size_t size) {
  std::string start(static_cast<std::size_t>(std::min<uint64_t>(size, source.size())), '\0');
  start.resize(source.Read(0, start.data(), start.size()));
  return start;
}

std::string ReadToEnd(const std::function<std::size_t(char*, std::size_t)>& read_some,
                      const std::function<std::size_t(std::string_view)>& max_length) {
  std::string text;
  std::array<char, 1 << 16> block;
  for (;;) {
    const std::size_t maximum = max_length(text);
    if (text.size() >= maximum) return text;
    const std::size_t n = read_some(block.data(), std::min(block.size(), maximum - text.size()));
    if (n == 0) return text;
    text.append(block.data(), n);
  }
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
