// The main of the test programs. Tests have as many threads as they want, as the command has.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "render/parallel.h"

int main(int argc, char** argv) {
  const cobble::OwnThreads own_threads;
  return doctest::Context(argc, argv).run();
}
