// The node types of these tests, as rows of the table of node types.
#ifndef COBBLE_TESTS_EXTENSION_NODES_FURTHER_ROWS_H_
#define COBBLE_TESTS_EXTENSION_NODES_FURTHER_ROWS_H_

#define COBBLE_FURTHER_ROWS(ROW) ROW(Tint) ROW(Crest)

#endif  // COBBLE_TESTS_EXTENSION_NODES_FURTHER_ROWS_H_
