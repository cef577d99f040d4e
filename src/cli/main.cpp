// The program's entry; everything else is in run.cpp.
#include "cli/run.h"

int main(int argc, char** argv) { return cobble::RunProcess(argc, argv); }
