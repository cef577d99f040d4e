// The processor time of the test program itself.
#ifndef COBBLE_TESTS_SUPPORT_USER_TIME_H_
#define COBBLE_TESTS_SUPPORT_USER_TIME_H_

namespace cobble::test {

// Returns the seconds that the process has computed so far, without those that the kernel took for
// it: on some virtual machines, touching new memory takes longer than filling it.
double UserSeconds();

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_USER_TIME_H_
