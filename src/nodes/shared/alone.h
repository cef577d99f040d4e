// Shared by nodes that compute their source once, before samples are computed.
#pragma once

#include <string>
#include <string_view>

#include "program/compile.h"

namespace cobble::nodes {

// Returns all that the values of an input depend on, as text. In: alone, see Compiler::InputAlone.
std::string SubjectOfSource(const Program::Impl& alone, const NodeContext& context,
                            std::string_view key);

}  // namespace cobble::nodes
