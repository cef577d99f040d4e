// These tests' rows in the table of node types.
#pragma once

#define COBBLE_FURTHER_ROWS(ROW) ROW(Tint) ROW(Crest)
