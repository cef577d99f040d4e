// The node types of these tests, as rows of the table of node types.
#pragma once

#define COBBLE_FURTHER_ROWS(ROW) ROW(Tint) ROW(Crest)
