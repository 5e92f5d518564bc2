// ExportMatches through real calls: whole matches, in the order in which they ended, each once.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "referee/service/text.h"
#include "tests/service/server_fixture.h"
#include "tests/store/sample_matches.h"

namespace taki::service {
namespace {

using grpc::StatusCode;
using store::test::PlayMatches;
using testing::ElementsAre;

constexpr int kBots = 6;

// What an export told.
struct Told {
  std::vector<std::string> matches;                    // whole ones, in order
  std::map<std::string, std::vector<v1::Move>> moves;  // by match
  std::map<std::string, std::vector<v1::DecisionRecord>> decisions;
  std::map<std::string, std::string> records;
  std::vector<std::string> cursors;  // behind each whole match
  std::string unfinished;            // a match that was begun only
  std::size_t longest_piece = 0;
  grpc::Status status;
};

class ExportTest : public ServerTest {
 protected:
  using Reader = grpc::ClientReader<v1::ExportMatchesResponse>;

  void SetUp() override {
    store::Batch batch;
    batch.bots = store::test::SampleBots(kBots);
    ASSERT_TRUE(store_.Commit(batch).ok());
    Play(1, 12);
    StartServer();
  }
  void Play(std::int64_t first, int count, int seats = 3,
            const std::vector<int>& stages = {3, 2, 1}) {
    ASSERT_GT(PlayMatches(store_, first, count, 4, seats, stages, kBots), 0);
  }

  static v1::ExportMatchesRequest Everything() {
    v1::ExportMatchesRequest request;
    request.set_moves(true);
    request.set_decisions(true);
    request.set_record(true);
    return request;
  }
  static v1::ExportMatchesRequest From(const std::string& cursor) {
    v1::ExportMatchesRequest request;
    request.set_cursor(cursor);
    return request;
  }

  static void Note(const v1::ExportMatchesResponse& piece, Told& told) {
    told.longest_piece = std::max(told.longest_piece, piece.ByteSizeLong());
    const std::string id = told.unfinished;
    switch (piece.kind_case()) {
      case v1::ExportMatchesResponse::kMatch: told.unfinished = piece.match().match_id(); break;
      case v1::ExportMatchesResponse::kMoves:
        for (const v1::Move& move : piece.moves().moves()) told.moves[id].push_back(move);
        break;
      case v1::ExportMatchesResponse::kDecisions:
        for (const v1::DecisionRecord& decision : piece.decisions().decisions())
          told.decisions[id].push_back(decision);
        break;
      case v1::ExportMatchesResponse::kRecord: told.records[id] += piece.record(); break;
      case v1::ExportMatchesResponse::kMatchEnd:
        EXPECT_EQ(piece.match_end().match_id(), id);
        told.matches.push_back(id);
        told.cursors.push_back(piece.match_end().cursor());
        told.unfinished.clear();
        break;
      case v1::ExportMatchesResponse::KIND_NOT_SET: ADD_FAILURE() << "an empty piece";
    }
  }
  Told Export(const v1::ExportMatchesRequest& request) {
    const auto context = As("");
    const auto reader = history_->ExportMatches(context.get(), request);
    Told told;
    for (v1::ExportMatchesResponse piece; reader->Read(&piece);) Note(piece, told);
    told.status = reader->Finish();
    return told;
  }
  std::string FieldAtFault(const v1::ExportMatchesRequest& request) {
    const Told told = Export(request);
    EXPECT_EQ(told.status.error_code(), StatusCode::INVALID_ARGUMENT);
    EXPECT_TRUE(told.matches.empty());
    const v1::ErrorDetail detail = DetailOf(told.status);
    return detail.field_errors().empty() ? "" : detail.field_errors(0).field();
  }

  // The matches in the order in which they ended.
  std::vector<std::string> ByResult() {
    std::vector<std::pair<std::int64_t, std::string>> numbered;
    const store::ResultPage page = store_.MatchesByResult({}, 0, 1000).value();
    for (const store::MatchRow& row : page.matches)
      numbered.emplace_back(row.result_no, match::ToString(row.config.id));
    std::vector<std::string> ids;
    for (const auto& [number, id] : numbered) ids.push_back(id);
    return ids;
  }
};

TEST_F(ExportTest, TellsEachMatchOnceInTheOrderInWhichTheyEnded) {
  const Told told = Export({});
  EXPECT_TRUE(told.status.ok()) << told.status.error_message();
  EXPECT_EQ(told.matches.size(), 12u);
  EXPECT_EQ(told.matches, ByResult());
  EXPECT_TRUE(told.moves.empty() && told.decisions.empty() && told.records.empty());
}

TEST_F(ExportTest, TellsWhatTheUnaryCallsTell) {
  const Told told = Export(Everything());
  ASSERT_TRUE(told.status.ok()) << told.status.error_message();
  for (const std::string& id : told.matches) {
    v1::GetMatchRequest get;
    get.set_match_id(id);
    get.set_include_record(true);
    v1::GetMatchResponse got;
    ASSERT_TRUE(history_->GetMatch(As("").get(), get, &got).ok());
    EXPECT_EQ(told.records.at(id), got.record());
    v1::ListMovesRequest list;
    list.set_match_id(id);
    list.set_page_size(1'000);
    v1::ListMovesResponse moves;
    ASSERT_TRUE(history_->ListMoves(As("").get(), list, &moves).ok());
    ASSERT_EQ(told.moves.at(id).size(), static_cast<std::size_t>(moves.moves_size()));
    for (int i = 0; i < moves.moves_size(); ++i)
      EXPECT_EQ(told.moves.at(id)[static_cast<std::size_t>(i)].SerializeAsString(),
                moves.moves(i).SerializeAsString());
  }
}

TEST_F(ExportTest, TellsEveryDecisionWithWhatWasSeenAndLegal) {
  v1::ExportMatchesRequest request;
  request.set_decisions(true);
  const Told told = Export(request);
  ASSERT_TRUE(told.status.ok()) << told.status.error_message();
  for (const std::string& id : told.matches) {
    const auto row = store_.GetMatch(*match::ParseMatchId(id)).value();
    const auto& decisions = told.decisions.at(id);
    ASSERT_EQ(decisions.size(), row.result->decisions) << id;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      EXPECT_EQ(decisions[i].decision().decision_id(), static_cast<int>(i) + 1);
      EXPECT_GT(decisions[i].decision().legal_actions_size(), 0);
      EXPECT_EQ(decisions[i].decision().observation().seat(), decisions[i].seat());
      EXPECT_NE(decisions[i].fate(), v1::DECISION_FATE_OPEN);
    }
  }
}

TEST_F(ExportTest, CutAnywhereAndGoneOnWithItTellsTheSame) {
  const Told whole = Export({});
  for (std::size_t cut = 0; cut < whole.cursors.size(); ++cut) {
    const Told rest = Export(From(whole.cursors[cut]));
    EXPECT_TRUE(rest.status.ok());
    std::vector<std::string> all(whole.matches.begin(),
                                 whole.matches.begin() + static_cast<std::ptrdiff_t>(cut) + 1);
    all.insert(all.end(), rest.matches.begin(), rest.matches.end());
    EXPECT_EQ(all, whole.matches) << "cut after " << cut + 1;
  }
}

TEST_F(ExportTest, EndsWithTheMatchesThatWereOverAndLaterTellsTheOthers) {
  Play(101, 20, 5, {8, 7, 6, 5});  // more than fits on the way
  const Told first = Export({});
  const auto context = As("");
  const auto reader = history_->ExportMatches(context.get(), Everything());
  Told told;
  v1::ExportMatchesResponse piece;
  ASSERT_TRUE(reader->Read(&piece));
  Note(piece, told);
  Play(201, 5);  // while it is under way
  while (reader->Read(&piece)) Note(piece, told);
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(told.matches, first.matches);
  const Told later = Export(From(Export({}).cursors[first.matches.size() - 1]));
  EXPECT_EQ(later.matches.size(), 5u);
}

TEST_F(ExportTest, AtMostSoManyAsWanted) {
  v1::ExportMatchesRequest request;
  request.set_max_matches(5);
  const Told told = Export(request);
  EXPECT_TRUE(told.status.ok());
  EXPECT_EQ(told.matches.size(), 5u);
}

TEST_F(ExportTest, OnlyThoseThatPassTheFilter) {
  v1::ExportMatchesRequest request;
  request.mutable_filter()->set_bot("bot-02");
  request.mutable_filter()->set_place(1);
  const Told told = Export(request);
  EXPECT_TRUE(told.status.ok());
  EXPECT_FALSE(told.matches.empty());
  EXPECT_LT(told.matches.size(), 12u);
  for (const std::string& id : told.matches) {
    const auto row = store_.GetMatch(*match::ParseMatchId(id)).value();
    const auto& seats = row.config.seats;
    const auto seat = std::find_if(seats.begin(), seats.end(),
                                   [](const auto& one) { return one.name == "bot-02"; });
    ASSERT_NE(seat, seats.end()) << id;
    EXPECT_EQ(row.result->seats[static_cast<std::size_t>(seat - seats.begin())].place, 1) << id;
  }
}

TEST_F(ExportTest, NamesTheFieldThatIsWrong) {
  v1::ExportMatchesRequest request;
  request.set_max_matches(-1);
  EXPECT_EQ(FieldAtFault(request), "max_matches");
  request.Clear();
  request.mutable_filter()->set_page_size(50);
  EXPECT_EQ(FieldAtFault(request), "filter.page_size");
  request.Clear();
  request.mutable_filter()->set_page_token("x");
  EXPECT_EQ(FieldAtFault(request), "filter.page_token");
  request.Clear();
  request.mutable_filter()->set_state(v1::MATCH_STATE_RUNNING);
  EXPECT_EQ(FieldAtFault(request), "filter.state");
  request.Clear();
  request.mutable_filter()->set_seats(11);
  EXPECT_EQ(FieldAtFault(request), "filter.seats");
}

TEST_F(ExportTest, ACursorIsGoodForItsOwnFilterOnly) {
  const std::string cursor = Export({}).cursors[3];
  v1::ExportMatchesRequest request = From(cursor);
  request.mutable_filter()->set_bot("bot-01");
  EXPECT_EQ(FieldAtFault(request), "cursor");
  EXPECT_EQ(FieldAtFault(From("rubbish")), "cursor");
  EXPECT_EQ(FieldAtFault(From(cursor.substr(0, cursor.size() - 1))), "cursor");
  v1::ListMatchesRequest list;
  list.set_page_size(2);
  v1::ListMatchesResponse page;
  ASSERT_TRUE(history_->ListMatches(As("").get(), list, &page).ok());
  EXPECT_EQ(FieldAtFault(From(page.next_page_token())), "cursor");
  request = From(cursor);  // what is told beside the match is free
  request.set_moves(true);
  EXPECT_TRUE(Export(request).status.ok());
}

TEST_F(ExportTest, AnUnknownLeagueIsNotFound) {
  v1::ExportMatchesRequest request;
  request.mutable_filter()->set_league_id("l-000099");
  request.mutable_filter()->set_round(1);
  const Told told = Export(request);
  EXPECT_EQ(told.status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(ReasonOf(told.status), "LEAGUE_NOT_FOUND");
}

TEST_F(ExportTest, NoPieceIsLong) {
  Play(101, 2, 5, {8, 7, 6, 5, 4, 3, 2, 1});
  const Told told = Export(Everything());
  ASSERT_TRUE(told.status.ok());
  EXPECT_GT(told.records.rbegin()->second.size(), 10'000u);
  EXPECT_LT(told.longest_piece, 256u << 10);
}

// Of matches that do not fit between the server and a client that does not read.
class SlowReaderTest : public ExportTest {
 protected:
  void SetUp() override {
    ExportTest::SetUp();
    Play(101, 30, 5, {8, 7, 6, 5, 4});
  }
  // An export that somebody has begun to read.
  struct Begun {
    std::unique_ptr<grpc::ClientContext> context;
    std::unique_ptr<Reader> reader;
  };
  Begun Begin() {
    Begun begun;
    begun.context = As("");
    begun.reader = history_->ExportMatches(begun.context.get(), Everything());
    v1::ExportMatchesResponse piece;
    EXPECT_TRUE(begun.reader->Read(&piece));
    return begun;
  }
  // Waits for a place: a client that is gone leaves it a moment later.
  Told ExportWhenThereIsAPlace() {
    for (;;) {
      Told told = Export({});
      if (ReasonOf(told.status) != "TOO_MANY_EXPORTS") return told;
    }
  }
};

TEST_F(SlowReaderTest, FourAtOnceAndTheFifthIsToldWhenToComeBack) {
  std::vector<Begun> begun;
  for (int i = 0; i < 4; ++i) begun.push_back(Begin());
  const Told refused = Export({});
  EXPECT_EQ(refused.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(refused.status), "TOO_MANY_EXPORTS");
  EXPECT_GT(DetailOf(refused.status).retry_after_ms(), 0);
  for (Begun& one : begun) one.context->TryCancel();
  for (Begun& one : begun) EXPECT_EQ(one.reader->Finish().error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(ExportWhenThereIsAPlace().matches.size(), 42u);
}

TEST_F(SlowReaderTest, WhileTheReaderRestsTheRefereeGoesOn) {
  const Begun begun = Begin();
  EXPECT_EQ(Export({}).matches.size(), 42u);
  Told told;
  for (v1::ExportMatchesResponse piece; begun.reader->Read(&piece);)
    told.matches.resize(told.matches.size() + (piece.has_match_end() ? 1 : 0));
  EXPECT_TRUE(begun.reader->Finish().ok());
  EXPECT_EQ(told.matches.size(), 42u);
}

TEST_F(SlowReaderTest, AStopComesBetweenTwoMatches) {
  const Begun begun = Begin();
  server_->SayDraining();
  Told told;
  told.unfinished = "the first";
  v1::ExportMatchesResponse piece;
  bool whole = false;
  std::size_t matches = 0;
  while (begun.reader->Read(&piece)) {
    whole = piece.has_match_end();
    matches += whole ? 1 : 0;
  }
  const grpc::Status status = begun.reader->Finish();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), "DRAINING");
  EXPECT_TRUE(whole);
  EXPECT_LT(matches, 42u);
}

}  // namespace
}  // namespace taki::service
