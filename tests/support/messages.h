// Exact messages as data: the test cases of tests/PATH/NAME_test.cpp read theirs from
// tests/PATH/NAME.txt, where
//
//   # is a comment;
//   = NAME OF A TEST CASE starts its rows;
//   each: TEXT, with an @, wraps the rows below, which replace the @ up to " => ";
//   a line that is not indented is a row: what is given;
//     lines indented by two spaces are expected: the lines of the message.
//
// Hints in it quote words for sh; quotation marks are not compared if the system has another shell.
// A row without indented lines expects no message. %41 stands for the byte 0x41. A row with a path
// in /dev is skipped if the system has no such files.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"

namespace cobble::test {

// Replaces %41 by the byte 0x41, and a % at the end by nothing.
std::string Decoded(std::string_view text);

// Checks that `answer` returns the expected lines, joined by \n, for each row of the running test
// case. Ignores a \n at the end. Fails if there are no rows.
void CheckMessages(const std::function<std::string(const std::string& given)>& answer);

// The same with rows of one line: GIVEN => LINE => LINE, or GIVEN if no answer is expected.
void CheckAnswers(const std::function<std::string(const std::string& given)>& answer);

// Checks where errors are and what they suggest, but not their sentences, which are tested once
// each, where they are made. A row has one line:
//
//   GIVEN => WHERE => WHERE ... PART ... PART
//
// For each issue that `answer` returns, it has the issue's `where` and parts of its text. Without
// any =>, no issue is expected.
void CheckIssues(const std::function<std::vector<Issue>(const std::string& given)>& answer);

// The same as CheckMessages with rows like "2 render good.json": the status and words of a command,
// which must print nothing to standard output. " < TEXT" at the end is its standard input. Leaves
// out "cobble: " before each line of the message. Calls `after` after each row.
void CheckCommands(const std::function<void()>& after = {});

}  // namespace cobble::test
