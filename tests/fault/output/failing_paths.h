// Runs that write to an unwritable path.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "output/formats.h"
#include "support/process.h"

namespace cobble::test {

inline Words WriteCommands(const std::string& path) {
  Words lines;
  for (const Format& format : Formats())
    lines.push_back(
        fmt::format("render --noise value --size 8 --format {} -o {}", format.name, path));
  lines.push_back("render --noise value --size 8 -o other.png --report " + path);
  return lines;
}

// Checks that every command fails with one message on the path, which contains `problem` and ends
// with `reason`, and writes nothing.
inline void CheckFails(const std::string& path, const std::string& problem,
                       const std::string& reason, const Words& prefix = {},
                       const ProcessSetup& setup = {}) {
  for (const std::string& line : WriteCommands(path)) {
    CAPTURE(line);
    const Ended ended = RunProcess(prefix + Cobble(line), setup);
    CHECK(ended.status == 5);
    CHECK(ended.err.starts_with("cobble: "));
    CHECK(ended.err.find(path + ": " + problem) != std::string::npos);
    CHECK(ended.err.ends_with(reason + "\n"));
    CHECK(ended.err.find('\n') == ended.err.size() - 1);
    CHECK_FALSE(std::filesystem::exists("other.png"));
  }
}

// The same for an error of the operating system.
inline void CheckCannot(const std::string& path, const std::string& reason,
                        const Words& prefix = {}, const ProcessSetup& setup = {}) {
  CheckFails(path, "cannot ", ": " + reason, prefix, setup);
}

}  // namespace cobble::test
