#include "referee/cli/export_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "referee/cli/export_cursor.h"
#include "referee/cli/failure.h"
#include "referee/cli/option_values.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

using Mode = WritableFile::Mode;

// What an interrupted export fetches again at most; between, nothing waits for the disk.
constexpr std::int64_t kBytesBetweenNotes = 4 << 20;
constexpr std::int64_t kMatchesBetweenNotes = 500;

// When it is time to note how far it has come.
class Notes {
 public:
  bool AreDue(const ExportProgress& progress) const {
    return progress.bytes - bytes_ >= kBytesBetweenNotes ||
           progress.matches - matches_ >= kMatchesBetweenNotes;
  }
  void Noted(const ExportProgress& progress) {
    bytes_ = progress.bytes;
    matches_ = progress.matches;
  }

 private:
  std::int64_t bytes_ = 0, matches_ = 0;
};

class StreamOutput final : public ExportOutput {
 public:
  StreamOutput(std::ostream& out, bool escape, const ExportPlan& plan)
      : out_(out), escape_(escape) {
    Put(plan.head);
    progress_.bytes = static_cast<std::int64_t>(plan.head.size());
  }

  void Begin(const std::string& match_id) override {
    if (left_out_ > 0 && match_id != begun_)
      throw LocalFailure("the referee told another match after the break: " + Escaped(match_id) +
                         " in place of " + Escaped(begun_));
    begun_ = match_id;
  }
  void Write(std::string_view text) override {
    const auto known = std::min<std::int64_t>(left_out_, std::ssize(text));
    left_out_ -= known;
    text.remove_prefix(static_cast<std::size_t>(known));
    written_ += std::ssize(text);
    Put(text);
  }
  void End(const std::string& cursor) override {
    progress_.cursor = cursor;
    ++progress_.matches;
    progress_.bytes += std::exchange(written_, 0);
    left_out_ = 0;
  }
  void Restart() override { left_out_ = written_; }
  void Close() override { out_.flush(); }

 private:
  void Put(std::string_view text) {
    if (!escape_) {
      out_ << text;
    } else {
      for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end)) {
        end = text.find_first_of("\r\n");
        out_ << Escaped(text.substr(0, end));
        if (end == std::string_view::npos) break;
        if (text[end++] == '\n') out_ << '\n';
      }
    }
    if (!out_) throw LocalFailure("cannot write to the standard output");
  }

  std::ostream& out_;
  const bool escape_;
  std::string begun_;
  std::int64_t written_ = 0;   // of the match that was begun
  std::int64_t left_out_ = 0;  // of what comes, so much is there already
};

class FileOutput final : public ExportOutput {
 public:
  FileOutput(const std::string& path, const ExportPlan& plan)
      : question_(plan.question), cursor_path_(plan.resume ? path + ".cursor" : "") {
    const auto before = plan.resume ? ReadCursor(cursor_path_, question_) : std::nullopt;
    if (std::filesystem::exists(path) && !before)
      throw LocalFailure(Escaped(path) +
                         (plan.resume ? " exists, and no " + Escaped(cursor_path_) +
                                            " says how far it goes; remove it or choose another"
                                      : " exists; remove it, choose another, or say --resume to an "
                                        "export that was begun so"));
    file_ = std::make_unique<WritableFile>(path, before ? Mode::kExisting : Mode::kNew);
    before ? GoOn(path, *before) : StartWith(plan.head);
  }

  void Begin(const std::string&) override {}
  void Write(std::string_view text) override {
    file_->Append(text);
    written_ += std::ssize(text);
  }
  void End(const std::string& cursor) override {
    progress_.cursor = cursor;
    ++progress_.matches;
    progress_.bytes += std::exchange(written_, 0);
    if (!cursor_path_.empty() && notes_.AreDue(progress_)) Note();
  }
  void Restart() override {
    if (written_ == 0) return;
    file_->Flush();  // what is buffered belongs to whole matches too
    file_->CutTo(progress_.bytes);
    written_ = 0;
  }
  void Close() override {
    Restart();
    cursor_path_.empty() ? file_->Sync() : Note();
  }

 private:
  void StartWith(const std::string& head) {
    file_->Append(head);
    progress_.bytes = std::ssize(head);
    if (!cursor_path_.empty()) Note();
  }
  void GoOn(const std::string& path, const ExportProgress& before) {
    if (file_->SizeOnDisk() < before.bytes)
      throw LocalFailure(Escaped(path) + " is shorter than " + Escaped(cursor_path_) +
                         " says: begin anew, in another file");
    progress_ = before;
    file_->CutTo(before.bytes);
    notes_.Noted(before);
  }
  void Note() {
    file_->Sync();
    WriteCursor(cursor_path_, question_, progress_);
    notes_.Noted(progress_);
  }

  const std::string question_, cursor_path_;
  std::unique_ptr<WritableFile> file_;
  std::int64_t written_ = 0;  // of the match that was begun
  Notes notes_;
};

class FolderOutput final : public ExportOutput {
 public:
  FolderOutput(const std::string& path, const ExportPlan& plan)
      : folder_(path),
        question_(plan.question),
        cursor_path_(plan.resume ? (folder_ / "export.cursor").string() : "") {
    std::error_code problem;
    std::filesystem::create_directories(folder_, problem);
    if (problem) throw LocalFailure("cannot make " + Escaped(path) + ": " + problem.message());
    if (plan.resume)
      if (const auto before = ReadCursor(cursor_path_, question_)) progress_ = *before;
    notes_.Noted(progress_);
  }
  ~FolderOutput() override { Drop(); }

  // The name comes from the referee: nothing but an id may become the name of a file.
  void Begin(const std::string& match_id) override {
    if (!IsMatchId(match_id))
      throw LocalFailure("the referee told a match that has no id: " + Escaped(match_id));
    Drop();
    name_ = (folder_ / (match_id + ".taki")).string();
    file_ = std::make_unique<WritableFile>(name_ + ".unfinished", Mode::kReplace);
  }
  void Write(std::string_view text) override {
    file_->Append(text);
    written_ += std::ssize(text);
  }
  void End(const std::string& cursor) override {
    file_->Flush();
    file_.reset();
    if (std::rename((name_ + ".unfinished").c_str(), name_.c_str()) != 0)
      FailLocally("write", name_);
    progress_.cursor = cursor;
    ++progress_.matches;
    progress_.bytes += std::exchange(written_, 0);
    if (!cursor_path_.empty() && notes_.AreDue(progress_)) Note();
  }
  void Restart() override { Drop(); }
  void Close() override {
    Drop();
    cursor_path_.empty() ? Sync() : Note();
  }

 private:
  void Drop() {
    if (file_ == nullptr) return;
    file_.reset();
    written_ = 0;
    std::remove((name_ + ".unfinished").c_str());
  }
  // Thousands of small files: once for all of them.
  void Sync() const {
    const int descriptor = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) FailLocally("open", folder_.string());
    const int failed = syncfs(descriptor);
    close(descriptor);
    if (failed != 0) FailLocally("write", folder_.string());
  }
  void Note() {
    Sync();
    WriteCursor(cursor_path_, question_, progress_);
    notes_.Noted(progress_);
  }

  const std::filesystem::path folder_;
  const std::string question_, cursor_path_;
  std::string name_;
  std::unique_ptr<WritableFile> file_;
  std::int64_t written_ = 0;
  Notes notes_;
};

}  // namespace

std::unique_ptr<ExportOutput> ToStream(std::ostream& out, bool escape, const ExportPlan& plan) {
  return std::make_unique<StreamOutput>(out, escape, plan);
}
std::unique_ptr<ExportOutput> ToFile(const std::string& path, const ExportPlan& plan) {
  return std::make_unique<FileOutput>(path, plan);
}
std::unique_ptr<ExportOutput> ToFolder(const std::string& path, const ExportPlan& plan) {
  return std::make_unique<FolderOutput>(path, plan);
}

}  // namespace taki::cli
