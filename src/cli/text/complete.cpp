// Finds what may end a command line, in the data of parsing and help.
#include "cli/text/complete.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "core/list_text.h"
#include "output/formats.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

// The words of a line that a shell has split.
struct Line {
  Args before;           // before the one to complete
  std::string word;      // the one to complete
  std::size_t kept = 0;  // the length that the shell keeps
};

Line LineOf(const Args& pieces) {
  Line line;
  bool joins = false;
  for (const std::string& piece : pieces) {
    if (piece == "=" || joins) {
      line.kept = line.word.size() + (joins ? 0 : 1);
      line.word += piece;
    } else {
      if (&piece != pieces.data()) line.before.push_back(std::move(line.word));
      line.word = piece;
      line.kept = 0;
    }
    joins = piece == "=";
  }
  if (line.word == R"("")") line.word.clear();  // PowerShell passes on no empty words
  return line;
}

// Returns whether the key's value can be set on its own: it holds neither keys nor names, and is
// not what recipe files say of themselves.
bool IsSettable(const Field& field) {
  const FieldShape shape = ShapeOf(field.type);
  return field.key != "cobble" && field.key != "$schema" && shape != FieldShape::kNamed &&
         field.type != FieldType::kObject;
}

// Returns a regular expression for files that may contain recipes.
std::string RecipeFiles() {
  std::string text = R"(\.(json)";
  for (const std::string_view suffix : FormatSuffixes())
    text += fmt::format("|{}", suffix.substr(1));
  return text + ")$";
}

constexpr std::string_view kAnyFile, kFoldersOnly = "^$";

// Returns the words of a list before the last, "rock,", if the flag takes lists.
std::string WordsBeforeLast(const FlagSpec& flag, std::string_view value) {
  const bool is_list = flag.value.find("[,") != std::string::npos;
  return is_list ? std::string(value.substr(0, value.rfind(',') + 1)) : std::string();
}

class Completer {
 public:
  explicit Completer(Line line) : line_(std::move(line)) {}

  std::vector<std::string> Rows() {
    const std::string& word = line_.word;
    const Args& before = line_.before;
    if (before.empty()) {
      for (const Command& command : Commands()) Add(std::string(command.name), command.summary);
      Add("help", "print the flags of a command");
      Add("--help", "print help");
      Add("--version", "print the version");
      return rows_;
    }
    const auto found = std::ranges::find(Commands(), before.front(), &Command::name);
    if (found == Commands().end()) {
      if (before.front() == "help" && before.size() == 1)
        AddAll("", RowNames<std::string>(Commands()));
      else if (before.front() == "help")
        Add("all", "every flag");
      return rows_;
    }
    const auto command = Declare(*found);
    const std::size_t equals = word.starts_with("--") ? word.find('=') : word.npos;
    const FlagSpec* const own =
        equals == word.npos ? nullptr : command->FindFlag(word.substr(0, equals));
    const FlagSpec* const last = command->FindFlag(before.back());
    if (own && !own->value.empty()) {
      AddValue(*own, word.substr(0, equals + 1));
    } else if (last && !last->value.empty()) {
      AddValue(*last, "");
    } else if (word.starts_with('-')) {
      AddFlags(*command);
    } else {
      AddPositionals(command->positionals());
    }
    return rows_;
  }

 private:
  void Add(const std::string& reply, std::string_view what = {}) {
    if (!reply.starts_with(line_.word)) return;
    const std::string start = reply.substr(line_.kept) + '\t';
    const auto is_same = [&](const std::string& row) { return row.starts_with(start); };
    if (std::ranges::none_of(rows_, is_same)) rows_.push_back(fmt::format("{}{}\n", start, what));
  }

  void AddAll(const std::string& start, const std::vector<std::string>& words) {
    for (const std::string& word : words) Add(start + word);
  }

  // In: start, before the name in the word.
  void AddFiles(std::string_view names, std::string_view start = {}) {
    rows_.push_back(
        fmt::format(":{}\t{}\n", names, start.substr(std::min(line_.kept, start.size()))));
  }

  void AddFlags(const CommandLine& command) {
    for (const FlagSpec* flag : command.Flags())
      for (const std::string& name : AllNames(*flag)) {
        const bool is_opposite = name.starts_with("--no-") && !flag->name.starts_with("--no-");
        Add(name, is_opposite ? "the opposite of " + flag->name : BriefOf(*flag));
      }
  }

  void AddPositionals(const Positionals& positionals) {
    if (positionals.maximum == 0) return;
    switch (positionals.kind) {
      case Positionals::kWords:
        return AddAll("", positionals.words());
      case Positionals::kFiles:
        return AddFiles(kAnyFile);
      case Positionals::kFolders:
        return AddFiles(kFoldersOnly);
      case Positionals::kRecipes:
        return AddFiles(RecipeFiles());
    }
  }

  // In: start, before the value in the word.
  void AddValue(const FlagSpec& flag, const std::string& start) {
    const std::string value = line_.word.substr(start.size());
    switch (flag.kind) {
      case ValueKind::kChoice:
      case ValueKind::kOpenChoice:
        return AddAll(start + WordsBeforeLast(flag, value), ChoicesOf(flag));
      case ValueKind::kMap:
      case ValueKind::kMapFile:
        return AddMaps(flag, start, value);
      case ValueKind::kKey:
        return AddKeys(start, value);
      case ValueKind::kFile:
        return AddFiles(kAnyFile, start);
      case ValueKind::kFolder:
        return AddFiles(kFoldersOnly, start);
      case ValueKind::kOther:
        return;
    }
  }

  // Maps, with commas between them, may precede "="; a number or a file follows.
  void AddMaps(const FlagSpec& flag, const std::string& start, const std::string& value) {
    const std::size_t equals = value.find('=');
    const std::string behind = start + (equals == value.npos ? "" : value.substr(0, equals + 1));
    if (equals == value.npos)
      for (const std::string& map : flag.choices)
        Add(fmt::format("{}{}{}=", start, WordsBeforeLast(flag, value), map));
    AddAll(behind, flag.numbers);
    if (flag.kind == ValueKind::kMapFile) AddFiles(kAnyFile, behind);
  }

  void AddKeys(const std::string& start, const std::string& value) {
    const std::string key = value.substr(0, value.find('='));
    const std::size_t count = rows_.size();
    for (const Field& field : Fields()) {
      if (!IsSettable(field)) continue;
      if (key == value)
        Add(start + PathOf(field) + '=', field.help);
      else if (PathOf(field) == key)
        for (const std::string_view choice : field.choices)
          Add(fmt::format("{}{}={}", start, key, choice));
    }
    const std::size_t dot = key.rfind('.');
    const std::string above = key.substr(0, dot);
    const bool is_in_node = above.starts_with("noise") || above.find('.') != above.npos;
    if (key != value || rows_.size() > count || dot == key.npos || !is_in_node) return;
    for (const Field& field : Fields())  // in a tree of nodes
      if (field.object == ObjectKind::kNode)
        Add(fmt::format("{}{}.{}=", start, above, field.key), field.help);
  }

  const Line line_;
  std::vector<std::string> rows_;
};

}  // namespace

std::string Complete(const Args& words) {
  return fmt::format("{}", fmt::join(Completer(LineOf(words)).Rows(), ""));
}

}  // namespace cobble
