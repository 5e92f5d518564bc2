// Events of the rules core as lines that people can read: what tests expect and golden matches
// show.
//
//   0 plays R7!                      1 draws Y8 R8 G9, 3 of 6 (stack)       0 completes 1, next
//   stage 7
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/event.h"

namespace taki::test {

std::string_view Name(
    rules::DrawReason reason);  // "stuck", "stack", "plus", "+3", "breaker", "last card", "stage"
std::string_view Name(rules::SeatEnd end);  // "TIMEOUT", as in a match record

std::string Text(const rules::Event& event);

// Keeps every event that it is given.
class EventLog final : public rules::EventSink {
 public:
  void On(const rules::Event& event) override { events.push_back(event); }
  std::vector<rules::Event> events;
};

}  // namespace taki::test
