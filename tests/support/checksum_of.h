// The checksum that `cobble render --checksum` prints, of any image.
#ifndef COBBLE_TESTS_SUPPORT_CHECKSUM_OF_H_
#define COBBLE_TESTS_SUPPORT_CHECKSUM_OF_H_

#include <string>

#include "cobble/image.h"

namespace cobble::test {

// Of the samples as float32, row after row, components interleaved.
std::string ChecksumOf(const Image& image);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_CHECKSUM_OF_H_
