#include "referee/cli/config_file.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "referee/cli/files.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::TextFormat;

// Follows a text up to the place of a mistake, so that the mistake can be named by its field: the
// parser itself says only "Expected integer, got: many".
class FieldFinder {
 public:
  // Reads up to the token at `line` and `column` as the parser counts them: from 0, a tab moves to
  // the next multiple of 8.
  FieldFinder(std::string_view text, int line, int column) {
    int at = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (line_ > line || (line_ == line && at >= column)) {
        const int said_line = said_line_;
        Read(text[i]);  // it may be the colon after the field
        said_line_ = said_line;
        return;
      }
      at += text[i] == '\t' ? 8 - at % 8 : 1;
      if (text[i] == '\n') at = 0;
      Read(text[i]);
    }
  }

  // The path of the field: "ruleset.stages"; may be empty.
  std::string path() const {
    std::vector<std::string> path = open_;
    if (!field_.empty()) path.push_back(field_);
    return absl::StrJoin(path, ".");
  }
  // The line, from 0, of what was said last before that token.
  int said_line() const { return said_line_; }

 private:
  void Read(char c) {
    if (c == '\n') {
      ++line_;
      word_.clear();
      quote_ = 0;
      comment_ = escape_ = false;
      return;
    }
    if (comment_) return;
    if (c != ' ' && c != '\t' && (c != '#' || quote_ != 0)) said_line_ = line_;
    if (quote_ != 0)
      ReadQuoted(c);
    else
      ReadPlain(c);
  }

  void ReadQuoted(char c) {
    if (!escape_ && c == quote_) quote_ = 0;
    escape_ = !escape_ && c == '\\';
  }

  void ReadPlain(char c) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word_ += c;
      return;
    }
    if (c == '#') comment_ = true;
    if (c == '"' || c == '\'') quote_ = c;
    if (c == ':' || ((c == '{' || c == '<') && !word_.empty())) field_ = word_;
    if (c == '{' || c == '<') open_.push_back(std::exchange(field_, ""));
    if ((c == '}' || c == '>') && !open_.empty()) {
      field_.clear();
      open_.pop_back();
    }
    if (c != ' ' && c != '\t') word_.clear();
  }

  int line_ = 0, said_line_ = 0;
  bool comment_ = false, escape_ = false;
  char quote_ = 0;
  std::string word_;
  std::string field_;              // said last
  std::vector<std::string> open_;  // the messages around
};

std::vector<std::string> Parts(const std::string& path) { return absl::StrSplit(path, '.'); }

// A referee's name of a field, without the message that it stands in: "ruleset.stages[2]".
std::string WithinConfig(const std::string& field) {
  const std::string message = "config.";
  return field.rfind(message, 0) == 0 ? field.substr(message.size()) : field;
}

const FieldDescriptor* Find(const std::string& path) {
  const Descriptor* type = v1::LeagueConfig::descriptor();
  const FieldDescriptor* field = nullptr;
  for (const std::string& name : Parts(path)) {
    if (type == nullptr) return nullptr;
    field = type->FindFieldByName(name);
    if (field == nullptr) return nullptr;
    type = field->message_type();
  }
  return field;
}

// What may stand there, if that is a short list.
std::string Allowed(const std::string& path) {
  const FieldDescriptor* field = Find(path);
  if (field == nullptr || field->enum_type() == nullptr) return "";
  std::string names;
  for (int i = 0; i < field->enum_type()->value_count(); ++i) {
    const auto* value = field->enum_type()->value(i);
    if (value->number() != 0) names += (names.empty() ? "" : ", ") + value->name();
  }
  return " It must be one of " + names + ".";
}

// Keeps the first mistake; the others often follow from it.
class FirstMistake : public google::protobuf::io::ErrorCollector {
 public:
  FirstMistake(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  void AddError(int line, int column, const std::string& message) override {
    if (!sentence.empty()) return;
    const FieldFinder place(text_, line, column);
    // Some values are looked at only when the parser has gone on to the next token.
    const bool gone_on =
        message.rfind("Unknown enumeration", 0) == 0 || message.rfind("Invalid value", 0) == 0;
    const std::string field = place.path();
    sentence = Escaped(path_) + ":" + std::to_string((gone_on ? place.said_line() : line) + 1) +
               ": " + (field.empty() ? "" : Escaped(field) + ": ") + Escaped(message) +
               Allowed(field);
  }

  std::string sentence;

 private:
  const std::string& path_;
  const std::string& text_;
};

// "stages[2]" as "stages" and 2; -1 without an index.
std::pair<std::string, int> NameAndIndex(const std::string& part) {
  const std::size_t bracket = part.find('[');
  if (bracket == std::string::npos) return {part, -1};
  const std::string digits = part.substr(bracket + 1, part.find(']') - bracket - 1);
  int index = -1;
  if (!absl::SimpleAtoi(digits, &index)) index = -1;
  return {part.substr(0, bracket), index};
}

// Whether the top field of `path` is the same in both: then it is the file that says so, and no
// flag.
bool SaysTheSame(const std::string& path, const v1::LeagueConfig& a, const v1::LeagueConfig& b) {
  const auto [name, index] = NameAndIndex(Parts(WithinConfig(path)).front());
  const FieldDescriptor* field = v1::LeagueConfig::descriptor()->FindFieldByName(name);
  if (field == nullptr) return false;
  if (field->is_repeated() && index >= a.GetReflection()->FieldSize(a, field)) return false;
  const auto text = [field](const v1::LeagueConfig& config) {
    const int size = field->is_repeated() ? config.GetReflection()->FieldSize(config, field) : 1;
    std::string all, one;
    for (int i = 0; i < size; ++i) {
      TextFormat::PrintFieldValueToString(config, field, field->is_repeated() ? i : -1, &one);
      all += one + "\n";
    }
    return all;
  };
  // Bots of the command line come after those of the file.
  return text(b).rfind(text(a), 0) == 0;
}

}  // namespace

LeagueFile::LeagueFile(const std::string& path, std::istream& in) : path_(path) {
  const std::string text = ReadAll(path, in);
  FirstMistake mistake(path_, text);
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&mistake);
  parser.WriteLocationsTo(&places_);
  if (!parser.ParseFromString(text, &config_))
    throw UsageFailure(mistake.sentence.empty() ? Escaped(path) + " is no LeagueConfig"
                                                : mistake.sentence);
}

int LeagueFile::LineOf(const std::string& field) const {
  const Descriptor* type = v1::LeagueConfig::descriptor();
  const TextFormat::ParseInfoTree* tree = &places_;
  int line = 0;
  for (const std::string& part : Parts(WithinConfig(field))) {
    const auto [name, index] = NameAndIndex(part);
    const FieldDescriptor* one = type == nullptr ? nullptr : type->FindFieldByName(name);
    if (one == nullptr || tree == nullptr) return line;
    const int at = one->is_repeated() ? std::max(index, 0) : -1;
    int found = -1;  // of a list in brackets only the place of its first element is known
    for (int i = at; found < 0 && i >= std::min(at, 0); --i) found = tree->GetLocation(one, i).line;
    if (found < 0) return line;
    line = found + 1;
    type = one->message_type();
    tree = type == nullptr ? nullptr : tree->GetTreeForNested(one, at);
  }
  return line;
}

void LeagueFile::Locate(const v1::LeagueConfig& sent, Failure& failure) const {
  std::string lines;
  for (const auto& [field, description] : failure.field_errors)
    if (const int line = SaysTheSame(field, config_, sent) ? LineOf(field) : 0; line > 0)
      lines += (lines.empty() ? "See " : ", ") + Escaped(path_) + ":" + std::to_string(line) +
               " (" + Escaped(field) + ")";
  if (!lines.empty()) failure.hint += (failure.hint.empty() ? "" : " ") + lines + ".";
}

}  // namespace taki::cli
