// Some tests have a short form, which runs every time, and a long form, which scripts/test-long
// runs.
#ifndef COBBLE_TESTS_SUPPORT_LONG_FORM_H_
#define COBBLE_TESTS_SUPPORT_LONG_FORM_H_

#include <cstdlib>

namespace cobble::test {

inline bool IsLongForm() { return std::getenv("COBBLE_LONG") != nullptr; }

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_LONG_FORM_H_
