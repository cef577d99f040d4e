// The program's entry; everything else is in run.cpp.
#include <iostream>

#include "cli/run.h"

int main(int argc, char** argv) {
  cobble::PrepareProcess();
  return cobble::Run({argv + (argc > 0 ? 1 : 0), argv + argc}, std::cin, std::cout, std::cerr);
}
