// Writes bytes to memory.
#include "output/sink/byte_sink.h"

#include <algorithm>
#include <stdexcept>

namespace cobble {

void ByteSink::WriteZeros(std::size_t size) {
  const std::string zeros(std::min(size, std::size_t{1} << 16), '\0');
  for (std::size_t here; size > 0; size -= here) {
    here = std::min(size, zeros.size());
    Write(zeros.data(), here);
  }
}

void MemorySink::Write(const void* data, std::size_t size) {
  WriteAt(offset_, data, size);
  offset_ += size;
}

// Appends bytes beyond the end instead of resizing first, which would zero them.
void MemorySink::WriteAt(uint64_t offset, const void* data, std::size_t size) {
  if (offset > bytes_.max_size() - size) throw std::length_error("MemorySink");
  const auto* const bytes = static_cast<const char*>(data);
  const auto begin = static_cast<std::size_t>(offset);
  if (begin > bytes_.size()) bytes_.resize(begin);
  const std::size_t inside = std::min(size, bytes_.size() - begin);
  std::copy_n(bytes, inside, bytes_.data() + begin);
  bytes_.append(bytes + inside, size - inside);
}

}  // namespace cobble
