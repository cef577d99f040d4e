// The entry point; see run.cpp.
#include "cli/run.h"

int main(int argc, char** argv) { return cobble::RunProcess(argc, argv); }
