// Plays and commits matches for ever, and says on stdout what it has been acknowledged: a line
// "MATCH INPUT_NO" after each commit. The crash test kills it at some moment.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "store/sqlite/sqlite_store.h"
#include "tests/store/sample_matches.h"

namespace {

using taki::store::Batch;

bool CommitAndTell(taki::store::Journal& journal, const Batch& batch, std::int64_t match,
                   std::uint32_t input_no) {
  if (!journal.Commit(batch).ok()) return false;
  const std::string line = std::to_string(match) + " " + std::to_string(input_no) + "\n";
  return write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

bool PlayOne(taki::store::Journal& journal, std::int64_t number) {
  Batch batch;
  batch.matches = {taki::store::test::SampleRow(number, 3, 1, {2, 1})};
  if (!CommitAndTell(journal, batch, number, 0)) return false;
  taki::store::test::SampleMatch match(batch.matches[0], static_cast<std::uint64_t>(number));
  while (!match.over()) {
    batch.Clear();
    match.Play(batch);
    const std::uint32_t input_no = match.effects().records.back().input_no;
    if (!CommitAndTell(journal, batch, number, input_no)) return false;
    journal.Maintain(input_no % 7 == 0);
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  auto store = taki::store::sqlite::SqliteStore::Open({.path = arguments[1], .readers = 1});
  if (!store.ok()) {
    std::fprintf(stderr, "%s\n", std::string(store.status().message()).c_str());
    return 1;
  }
  taki::store::Journal& journal = (*store)->journal();
  Batch bots;
  bots.bots = taki::store::test::SampleBots(3);
  if (!journal.Commit(bots).ok()) return 1;
  std::int64_t number = journal.LastMatchId().value().number + 1;
  while (PlayOne(journal, number)) ++number;
  return 1;
}
