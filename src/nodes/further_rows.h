// Further rows of the table of node types; none in the library. A program that adds types compiles
// nodes/all.cpp with its own header of this name, as tests/extension does.
#pragma once

#define COBBLE_FURTHER_ROWS(ROW)
