// Runs cobble for the tests.
#include "support/harness.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/run.h"
#include "support/files/new_folder.h"

namespace cobble {

namespace fs = std::filesystem;

Outcome RunCobble(const std::vector<std::string>& args, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = Run(args, in, out, err);
  return {status, out.str(), err.str()};
}

Outcome RunLine(std::string_view line, const std::string& input) {
  return RunCobble(SplitWords(line), input);
}

std::string Out(const std::string& line) {
  const Outcome outcome = RunCobble(SplitWords(line));
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  CHECK(outcome.err == "");
  return outcome.out;
}

void Render(const std::string& line, const std::string& err) {
  const Outcome outcome = RunCobble(SplitWords("render " + line));
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  CHECK(outcome.err == err);
}

std::string Refusal(const std::string& line, int status) {
  const Outcome outcome = RunCobble(SplitWords("render " + line));
  CHECK_MESSAGE(outcome.status == status, line << ": " << outcome.err);
  CHECK(outcome.out == "");
  return outcome.err;
}

std::vector<std::string> SplitWords(std::string_view line) {
  std::istringstream stream{std::string(line)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string Flat(const std::string& text) {
  std::string flat;
  for (const std::string& word : SplitWords(text)) flat += (flat.empty() ? "" : " ") + word;
  return flat;
}

bool HasProgram(const std::string& name) {
  return RunShell("command -v " + name + " >/dev/null").status == 0;
}

Folder::Folder() : path_(NewFolder("cobble-cli-")), before_(fs::current_path()) {
  fs::current_path(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  fs::current_path(before_, ignored);
  fs::remove_all(path_, ignored);
}

std::vector<std::string> Folder::Names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

RecipeFolder::RecipeFolder(std::string_view recipe) { WriteFile("r.json", recipe); }

void RecipeFolder::Render(const std::string& line) const {
  const Outcome outcome = RunLine("render r.json --quiet " + line);
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
}

void WriteFile(const std::string& path, std::string_view bytes) {
  std::ofstream file(fs::path(path), std::ios::binary);
  file << bytes;
  REQUIRE(file.flush());
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(fs::path(path), std::ios::binary);
  REQUIRE_MESSAGE(file, path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<float> Floats(const std::string& path) {
  const std::string bytes = ReadAll(path);
  std::vector<float> floats(bytes.size() / sizeof(float));
  std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
  return floats;
}

}  // namespace cobble
