// Refusals and warnings as data: which flag, key or place they name, and what they suggest,
// but not their sentences. Sentences are tested where they are made, and the most common ones
// in line/errors.txt.
//
// Rows are in files like those of support/messages.h, one per line:
//
//   2 render good.json --octaves 40 => --octaves
//   3 check bad.json => bad.json:2:50: /noise/octaves => bad.json:3:1: /sed ... "seed"
//
// A row is the status and the words of a command and then, for each line of the message in order,
// its start (before a colon) and parts that it contains. Either may be left out. Without any =>, no
// message is expected. Indented lines, which quote formulas, do not count.
#pragma once

#include <functional>
#include <string>

#include "support/harness.h"

namespace cobble::test {

// Runs the command of each row of the running test case, which must print nothing to standard
// output. " < TEXT" after its words is its standard input. Calls `after` after each row.
void CheckRefusals(const std::function<void()>& after = {});

// Does the same with the messages that `answer` returns for each row.
void CheckPlaces(const std::function<std::string(const std::string& given)>& answer);

// Check one row, given in the code ("2 render good.json => ... -o NAME.png"), and a message against
// the part of a row after the first => ("bad.json:1:15: /sed ... seed => nofile").
void CheckRefusal(const std::string& row);
void CheckMessage(const std::string& message, const std::string& expected);

// Renders, and returns what is written to standard error.
std::string Said(const std::string& flags);

// Checks the status of a command that fails, and its message with CheckMessage.
void CheckFault(const Outcome& outcome, int status, const std::string& expected);

}  // namespace cobble::test
