// Reads the definitions of functions, and finds what their bodies name.
#include "recipe/formula/functions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"

namespace cobble {
namespace {

constexpr std::string_view kParametersRule =
    "names with commas between them, some with defaults: s, amount=0.5";

class FunctionReader {
 public:
  FunctionReader(std::string_view name, const Json& json, Faults* faults)
      : json_(json), pointer_(ChildPointer("/functions", name)), faults_(faults) {
    function_.name = name;
  }

  Function Read() {
    if (!json_.object()) {
      function_.is_valid = false;  // the recipe's reader reports it
      return std::move(function_);
    }
    ReadParameters();
    ReadNodes();
    if (const Json* const value = json_.Find("value")) {
      function_.value = *value;
    } else {
      function_.is_valid = false;
    }
    Visit(function_.value, pointer_ + "/value");
    VisitNodes();
    CheckUses();
    return std::move(function_);
  }

 private:
  void Fail(const Place& place, const std::string& pointer, std::string message, Phrase hint = {}) {
    function_.is_valid = false;
    faults_->Add(place, pointer, std::move(message), std::move(hint));
  }

  // --- "s, amount=0.5" ---

  void ReadParameters() {
    const Json& text = json_.At("parameters");
    if (!text.text()) {
      function_.is_valid &= text.is_null() && !json_.Find("parameters");
      return;
    }
    FormulaScanner scanner(*text.text());
    FormulaToken token = scanner.Next();
    while (token.kind != FormulaToken::kEnd) {
      if (!ReadParameter(text, &scanner, &token)) return;
      if (!token.Is(",")) continue;
      token = scanner.Next();
      if (token.kind == FormulaToken::kEnd) FailParameters(text, token);
    }
  }

  bool FailParameters(const Json& text, const FormulaToken& token) {
    Fail(PlaceInText(text, token.offset), pointer_ + "/parameters",
         "must be " + std::string(kParametersRule) +
             (token.kind == FormulaToken::kEnd ? "" : ", got " + Quoted(token.text)));
    return false;
  }

  // In and out: token, the next one.
  bool ReadParameter(const Json& text, FormulaScanner* scanner, FormulaToken* token) {
    if (token->kind != FormulaToken::kName) return FailParameters(text, *token);
    const FormulaToken name = *token;
    Function::Parameter parameter{std::string(name.text), Json(), 0};
    *token = scanner->Next();
    if (token->Is("=")) {
      *token = scanner->Next();
      const std::size_t begin = token->offset;
      std::size_t end = begin;
      for (int depth = 0; token->kind != FormulaToken::kEnd && !(depth == 0 && token->Is(","));
           *token = scanner->Next()) {
        if (token->Is("(") || token->Is("[")) ++depth;
        if (token->Is(")") || token->Is("]")) --depth;
        end = token->end();
      }
      if (begin == end) return FailParameters(text, *token);
      parameter.fallback = DefaultAt(text, begin, end);
    } else if (!token->Is(",") && token->kind != FormulaToken::kEnd) {
      return FailParameters(text, *token);
    }
    return Add(text, name, std::move(parameter));
  }

  bool Add(const Json& text, const FormulaToken& name, Function::Parameter parameter) {
    const auto fail = [&](std::string message, Phrase hint) {
      Fail(PlaceInText(text, name.offset), pointer_ + "/parameters", std::move(message),
           std::move(hint));
      return false;
    };
    if (function_.Find(parameter.name))
      return fail(Quoted(parameter.name) + " is there twice", "remove one of them");
    const bool has_defaults =
        !function_.parameters.empty() && !function_.parameters.back().fallback.is_null();
    if (parameter.fallback.is_null() && has_defaults)
      return fail(Quoted(parameter.name) + " has no default, but one before it has",
                  "put parameters without a default first");
    function_.parameters.push_back(std::move(parameter));
    return true;
  }

  // Returns a default as a formula that stands where the parameters' text has it.
  static Json DefaultAt(const Json& text, std::size_t begin, std::size_t end) {
    Json json{text.text()->substr(begin, end - begin), PlaceInText(text, begin)};
    json.place.formula = nullptr;
    json.place.offset = 0;
    if (json.place.column > 0) --json.place.column;  // as if of the quote before the text
    return json;
  }

  // --- Nodes, in the order of what they name ---

  void ReadNodes() {
    for (const auto& [name, place, node] : json_.At("nodes").members()) {
      if (IsUserKey(name)) continue;
      const std::string at = ChildPointer(pointer_ + "/nodes", name);
      if (!IsNodeName(name))
        Fail(place, at, "a name must be " + std::string(kNodeNameRule));
      else if (function_.Find(name))
        Fail(place, at, Quoted(name) + " is also a parameter", "choose another name");
      else
        nodes_.try_emplace(name, Own{&node, at});
    }
  }

  // Counts the names in a body, and collects its calls.
  void Visit(const Json& json, const std::string& pointer) {
    for (std::size_t i = 0; i < json.items().size(); ++i)
      Visit(json.items()[i], ChildPointer(pointer, i));
    for (const auto& [key, place, value] : json.members())
      if (!IsUserKey(key)) Visit(value, ChildPointer(pointer, key));
    if (!json.text()) return;
    // A text may be a word, or a name with blanks.
    if (!Count(*json.text())) VisitText(json, pointer);
    function_.bytes += json.text()->size();
  }

  void VisitText(const Json& json, const std::string& pointer) {
    FormulaScanner scanner(*json.text());
    for (FormulaToken token = scanner.Next(), next; token.kind != FormulaToken::kEnd;
         token = next) {
      next = scanner.Next();
      if (token.kind == FormulaToken::kText && token.text.size() > 2)
        Count(token.text.substr(1, token.text.size() - 2));  // ref('my grain')
      if (token.kind != FormulaToken::kName || next.Is("=")) continue;
      if (next.Is("("))
        function_.calls.push_back(
            {std::string(token.text), PlaceInText(json, token.offset), pointer});
      else if (!Count(token.text))
        function_.names.emplace_back(token.text);
    }
  }

  // Returns false if the name is that of no parameter or own node, or in a default.
  bool Count(std::string_view name) {
    if (is_in_default_) return false;
    const auto parameter =
        std::ranges::find(function_.parameters, name, &Function::Parameter::name);
    if (parameter != function_.parameters.end()) ++parameter->uses;
    const auto node = nodes_.find(name);
    if (node == nodes_.end()) return parameter != function_.parameters.end();
    ++node->second.uses;
    named_.insert(node->first);
    return true;
  }

  // Depth first, with its own stack: a chain of nodes can be as long as the recipe.
  void VisitNodes() {
    struct Frame {
      std::string_view name;
      std::set<std::string_view> uses;
    };
    std::vector<Frame> open{{"", std::exchange(named_, {})}};
    while (!open.empty()) {
      if (open.back().uses.empty()) {
        Close(open.back().name);
        open.pop_back();
        continue;
      }
      const std::string_view name = *open.back().uses.begin();
      open.back().uses.erase(open.back().uses.begin());
      Own& own = nodes_.find(name)->second;
      if (own.state == Own::kDone) continue;
      if (own.state == Own::kOpen) {
        std::string circle;
        for (auto frame = std::ranges::find(open, name, &Frame::name); frame != open.end(); ++frame)
          circle += Quoted(frame->name) + " uses ";
        return Fail(own.json->place, own.pointer, circle + Quoted(name));
      }
      own.state = Own::kOpen;
      Visit(*own.json, own.pointer);
      open.push_back({name, std::exchange(named_, {})});
    }
    for (Function::Node& node : function_.nodes) node.uses = nodes_.find(node.name)->second.uses;
  }

  void Close(std::string_view name) {
    if (name.empty()) return;
    Own& own = nodes_.find(name)->second;
    own.state = Own::kDone;
    function_.nodes.push_back({std::string(name), *own.json, 0});
  }

  void CheckUses() {
    is_in_default_ = true;
    for (const Function::Parameter& each : function_.parameters) {
      Visit(each.fallback, pointer_ + "/parameters");
      if (each.uses > 0 || !function_.is_valid) continue;
      const Json& text = json_.At("parameters");
      Fail(text.place, pointer_ + "/parameters",
           "the function does not use its parameter " + Quoted(each.name), "remove it");
    }
  }

  struct Own {
    const Json* json;
    std::string pointer;
    int uses = 0;
    enum State { kNew, kOpen, kDone } state = kNew;
  };

  const Json& json_;
  std::string pointer_;
  Faults* faults_;
  Function function_;
  std::map<std::string, Own, std::less<>> nodes_;
  std::set<std::string_view> named_;  // own nodes that the texts visited last name
  bool is_in_default_ = false;        // of a parameter, which sees neither parameters nor nodes
};

}  // namespace

const Function::Parameter* Function::Find(std::string_view parameter) const {
  const auto found = std::ranges::find(parameters, parameter, &Parameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

Function ReadFunction(std::string_view name, const Json& json, Faults* faults) {
  return FunctionReader(name, json, faults).Read();
}

std::string ReservedName(std::string_view name) {
  if (FindNodeSpec(name)) return "a type of node";
  return FindFormulaFunction(name) ? "a function of formulas" : "";
}

std::string CallText(const Function& function) {
  std::string places;
  for (const auto& [name, fallback, uses] : function.parameters) {
    places += (places.empty() ? "" : ", ") + name;
    if (fallback.text()) places += "=" + *fallback.text();
  }
  return function.name + "(" + places + ")";
}

Place PlaceInText(const Json& text, std::size_t offset) {
  if (!text.place.source) return text.place;
  Place place{text.place.source, text.place.line, text.place.column,
              std::make_shared<const std::string>(*text.text()), offset};
  if (place.line > 0)
    place.column += static_cast<int>(text.raw ? OffsetInJsonString(*text.raw, offset)
                                              : offset + 1);  // after the quote
  return place;
}

}  // namespace cobble
