// Tests dependency files: their exact text, and how make and ninja read them.
#include "jobs/depfile.h"

#include <doctest/doctest.h>

#include <cctype>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "platform/path.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

using Paths = std::vector<std::string>;

std::string Fault(const std::string& output, const std::string& input) try {
  DepfileText(Paths{output}, Paths{input});
  return "none";
} catch (const Error& error) {
  return std::to_string(static_cast<int>(error.kind())) + " " + error.what();
}

bool Has(const std::string& program) {
  return RunShell("command -v " + program + " >/dev/null").status == 0;
}

TEST_CASE("all outputs depend on all inputs, and each input has an empty rule") {
  CHECK(DepfileText(Paths{"a.png"}, Paths{"a.json"}) == "a.png: a.json\n\na.json:\n");
  CHECK(DepfileText(Paths{"a.png", "b.png"}, Paths{"r.r8", "r.r8.json"}) ==
        "a.png \\\n  b.png: r.r8 r.r8.json\n\nr.r8:\n\nr.r8.json:\n");
  CHECK(DepfileText(Paths{"a.png"}, {}) == "a.png:\n");
  CHECK(DepfileText({}, Paths{"a.json"}) == ": a.json\n\na.json:\n");
}

TEST_CASE("characters with a meaning are escaped") {
  const auto text = [](const std::string& path) {
    const std::string line = DepfileText(Paths{path}, {});
    return line.substr(0, line.size() - 2);
  };
  CHECK(text("a b") == R"(a\ b)");
  CHECK(text("a#b") == R"(a\#b)");
  CHECK(text("a$b") == "a$$b");
  CHECK(text("ab:c") == R"(ab\:c)");
  const bool is_windows = IsSeparator('\\');  // a slash is written, and the colon is plain
  CHECK(text(R"(C:\a b\c:d)") == (is_windows ? R"(C:/a\ b/c\:d)" : R"(C\:\a\ b\c\:d)"));
  if (is_windows) return;
  CHECK(text("c:b") == R"(c\:b)");
  CHECK(text(R"(a\b)") == R"(a\b)");
  CHECK(text(R"(a\ b)") == R"(a\\\ b)");
  CHECK(text(R"(a\\ b)") == R"(a\\\\\ b)");
}

TEST_CASE("names that make and ninja cannot both read are refused") {
  const auto check = [](const std::string& name, const std::string& shown,
                        const std::string& part) {
    CAPTURE(name);
    const std::string fault = "2 depfile: cannot name \"" + shown +
                              "\": make and ninja do not both read " + part +
                              "; use another file name";
    CHECK(Fault(name, "a") == fault);
    CHECK(Fault("a", name) == fault);
  };
  for (const std::string c :
       {"%", "=", ";", "|", "*", "?", "[", "\"", "&", "'", "<", ">", "^", "`"})
    check("a" + c + "b.png", "a" + c + "b.png", "the character " + c);
  check("a\nb", "a\\x0Ab", "a control character");
  check("a\r", "a\\x0D", "a control character");
  check("a\tb", "a\\x09b", "a control character");
  check("a\x7F", "a\\x7F", "a control character");
  check("~root", "~root", "a ~ at the start");
  check("a(b)", "a(b)", "a ) at the end");
  check("a:", "a:", "a : at the end");
  if (IsSeparator('\\')) return;  // it is written as a slash
  check("a\\", "a\\", "a \\ at the end");
  check("a\\#b", "a\\#b", "a \\ before #");
  check("a\\\\$b", "a\\\\$b", "a \\ before $");
  check("a\\:b", "a\\:b", "a \\ before :");
}

// Names that both make and ninja can read: each punctuation mark between letters, unless it is
// refused, and other special names.
Paths ReadableNames() {
  Paths names{"plain", "a  b", "$(x)", "a\\ b",       "a\\\\ b", "#a",       " a", "(a)",
              "{a}",   "-a",   ":a",   "a $ # : \\b", "a,b@c",   "\xC3\xA4", "a)"};
  for (char c = ' '; c <= '~'; ++c) {
    const std::string name = std::string("a") + c + 'b';
    const bool is_alphanumeric = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (!is_alphanumeric && c != '/' && Fault(name, name) == "none") names.push_back(name);
  }
  return names;
}

std::string ShellQuoted(const std::string& name) {
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return text + "'";
}

void WriteFiles(const std::string& name) {
  WriteFile(name + ".in", "");
  WriteFile(name + ".out", "");
  WriteFile("deps", DepfileText(Paths{name + ".out"}, Paths{name + ".in"}));
}

TEST_CASE("make reads the names back") {
  if (!Has("make")) return test::Skip("no make");
  for (const std::string& name : ReadableNames()) {
    CAPTURE(name);
    const Folder folder;
    WriteFiles(name);
    WriteFile("Makefile", "include deps\n%: ; @echo remade\n");
    const std::string in = ShellQuoted("./" + name + ".in"), out = ShellQuoted(name + ".out");
    const std::string make = "make -rR -- " + out + " 2>&1";
    const Outcome newer = RunShell("touch -d @2000 " + in + "; touch -d @1000 ./*.out; " + make);
    CHECK(newer.out == "remade\n");
    const Outcome older = RunShell("touch -d @1000 " + in + "; touch -d @2000 ./*.out; " + make);
    CHECK(older.out == "make: '" + name + ".out' is up to date.\n");
    // The input's empty rule: make does not stop if the input is removed.
    const Outcome removed = RunShell("rm " + in + "; " + make);
    CHECK(removed.out == "remade\nremade\n");
  }
}

std::string NinjaEscaped(const std::string& name) {
  std::string text;
  for (const char c : name)
    text += (c == '$' || c == ' ' || c == ':' ? "$" : "") + std::string(1, c);
  return text;
}

TEST_CASE("ninja reads the names back") {
  if (!Has("ninja")) return test::Skip("no ninja");
  for (const std::string& name : ReadableNames()) {
    CAPTURE(name);
    const Folder folder;
    WriteFiles(name);
    WriteFile("build.ninja",
              "rule run\n  command = cp deps read && touch ./*.out\n  description = run\n"
              "  depfile = read\n  deps = gcc\nbuild " +
                  NinjaEscaped(name + ".out") + ": run\n");
    const std::string in = ShellQuoted("./" + name + ".in");
    CHECK(RunShell("touch -d @1000 " + in + "; ninja 2>&1").out == "[1/1] run\n");
    CHECK(RunShell("ninja 2>&1").out == "ninja: no work to do.\n");
    CHECK(RunShell("touch -d 2100-01-01 " + in + "; ninja 2>&1").out == "[1/1] run\n");
    CHECK(RunShell("touch -d @1000 " + in + "; ninja >log; ninja 2>&1").out ==
          "ninja: no work to do.\n");
    CHECK(RunShell("rm " + in + "; ninja 2>&1").out == "[1/1] run\n");
  }
}

}  // namespace
}  // namespace cobble
