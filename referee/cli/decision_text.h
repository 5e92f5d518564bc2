// A recorded decision for people: what the bot was asked, what it said, what became of that. Pure
// but for Print...; everything that a referee said comes back escaped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/cli/context.h"
#include "taki/v1/history_service.pb.h"

namespace taki::cli {

using Actions = google::protobuf::RepeatedPtrField<v1::Action>;

std::string ActionsText(const Actions& actions);        // "R7 R8 end"; "-" for none
std::string VerdictText(const v1::Verdict& verdict);    // "ILLEGAL"
std::string WhyText(const v1::Verdict& verdict);        // "R3.3: ..."; empty if it was accepted
std::string ReplyText(const v1::RecordedReply& reply);  // the whole of it: "R7 ?"

// What became of a decision, one row a reply or what came in its place: reply, verdict, time, why.
using DecisionRows = std::vector<std::vector<std::string>>;
DecisionRows RowsOf(const v1::DecisionRecord& record);

// What was asked: the table, the hand, the legal actions.
void PrintQuestion(const v1::Match& match, const v1::DecisionRecord& record, Context& context);
// When it was sent and answered, and what took how long; nothing if that was not recorded.
void PrintTimes(const v1::DecisionRecord& record, Context& context);

}  // namespace taki::cli
