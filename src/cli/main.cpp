// Entry point of the program; run.cpp does the work.
#include "cli/run.h"

int main(int argc, char** argv) { return cobble::RunProcess(argc, argv); }
