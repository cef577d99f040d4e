// Exact messages as data: the test cases of tests/PATH/NAME_test.cpp read theirs from
// tests/PATH/NAME.txt, where
//
//   # is a comment;
//   = NAME OF A TEST CASE starts its rows;
//   each: TEXT, which has an @, is what the rows below stand in, up to " => ";
//   a line that is not indented is a row: what is given;
//     lines indented by two spaces are expected: the lines of the message.
//
// Hints quote words for sh there; where the system has another shell, quotation marks are not
// compared. A row without such lines expects no message. %41 stands for the byte 0x41. A row with a
// path in /dev is left out where the system has no such files.
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
// case. A \n at the end is left out. Fails if there are no rows.
void CheckMessages(const std::function<std::string(const std::string& given)>& answer);

// Does the same with rows of one line: GIVEN => LINE => LINE, or GIVEN if no answer is expected.
void CheckAnswers(const std::function<std::string(const std::string& given)>& answer);

// Checks where errors are and what they suggest, but not their sentences, which are tested once
// each, where they are made. A row has one line:
//
//   GIVEN => WHERE => WHERE ... PART ... PART
//
// that is, for each issue that `answer` returns, its `where`, and parts that its text contains.
// Without any =>, no issue is expected.
void CheckIssues(const std::function<std::vector<Issue>(const std::string& given)>& answer);

// Does the same as CheckMessages with rows such as "2 render good.json": a status and the words of
// a command that must end with it and print nothing to standard output. " < TEXT" at the end is its
// standard input. The "cobble: " in front of each line of the message is left out. Calls `after`
// after each row.
void CheckCommands(const std::function<void()>& after = {});

}  // namespace cobble::test
