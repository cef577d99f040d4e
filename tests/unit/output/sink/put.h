// Writes files through FileSink.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "output/sink/sink.h"

namespace cobble {

inline constexpr FileRules kIfChanged{.if_changed = true};

inline void Put(const std::string& path, const std::string& text, const FileRules& rules = {}) {
  FileSink sink(path, rules);
  sink.Write(text);
  sink.Commit();
}

inline void PutIfChanged(const std::string& path, const std::string& bytes) {
  Put(path, bytes, kIfChanged);
}

// Writes "0123456789", with the middle written last.
inline void PutOutOfOrder(const std::string& path) {
  FileSink sink(path, {}, FileSink::kAnyOrder);
  sink.Write("01xx");
  sink.WriteAt(7, "789", 3);
  sink.Write("456");
  CHECK(sink.bytes_written() == 10);
  sink.WriteAt(2, "23", 2);
  CHECK(sink.bytes_written() == 10);
  sink.Commit();
}

}  // namespace cobble
