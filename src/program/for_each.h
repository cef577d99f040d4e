// Runs items of work that compiling a recipe has, on several threads.
#pragma once

#include <functional>

namespace cobble {

// Calls item(k) for k = 0 .. items - 1, in any order, and returns when all have returned. An
// exception of one ends the rest and is thrown again. In: threads, at most 0 for those available.
// Defined in render/, which has the threads.
void ForEachItem(int items, int threads, const std::function<void(int)>& item);

}  // namespace cobble
