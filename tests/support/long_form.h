// Tests that have a short form, for every run, and a long one, which scripts/test-long asks for.
#ifndef COBBLE_TESTS_SUPPORT_LONG_FORM_H_
#define COBBLE_TESTS_SUPPORT_LONG_FORM_H_

#include <cstdlib>

namespace cobble::test {

inline bool IsLongForm() { return std::getenv("COBBLE_LONG") != nullptr; }

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_LONG_FORM_H_
