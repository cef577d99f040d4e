// A folder in which tests render series of pictures.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/harness.h"

namespace cobble {

// A folder with good.json, for tests of commands that make many pictures.
class SeriesFolder {
 public:
  // Renders and returns the names of all files except good.json.
  Strings Render(const std::string& words) const {
    const Outcome outcome = RunLine("render --quiet " + words);
    REQUIRE_MESSAGE(outcome.status == 0, words << ": " << outcome.err);
    return Files();
  }
  // Checks that a command fails and writes nothing. Returns the message without "cobble: ".
  std::string Refusal(const std::string& words, int status = 2) const {
    const Strings before = folder_.Names();
    const Outcome outcome = RunLine("render good.json --quiet " + words);
    CHECK_MESSAGE(outcome.status == status, words);
    CHECK(outcome.out == "");
    CHECK(folder_.Names() == before);
    REQUIRE(outcome.err.starts_with("cobble: "));
    return outcome.err.substr(8, outcome.err.size() - 9);
  }
  Strings Files() const {
    Strings names = folder_.Names();
    std::erase(names, "good.json");
    return names;
  }

 private:
  GoodFolder folder_;
};

}  // namespace cobble
