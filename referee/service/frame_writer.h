// Frames as the bytes of a PlayResponse: the hot path of the whole referee.
//
// The same bytes that a parser would get from convert.h (tests/service/frame_writer_test.cc holds
// the two to each other), made without an object for each of a decision's legal actions: there are
// only 124 actions, so their encodings are made once. Buffers are reused; one thread.
#pragma once

#include <google/protobuf/arena.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "referee/host/frame.h"
#include "referee/rules/action.h"
#include "referee/service/convert.h"

namespace taki::service {

class FrameWriter {
 public:
  FrameWriter();

  // The view is valid until the next call.
  std::string_view Write(const host::Frame& frame, const PlayStyle& style);

 private:
  // Four actions without a card, every card with and without "last card", Change Colour by colour.
  static constexpr std::size_t kActions = 4 + 2 * (rules::kCardKinds + rules::kColors);
  static std::size_t IndexOf(const rules::Action& action);
  void AppendDecision(const host::AskDecision& ask, const PlayStyle& style);
  void AppendItem(const host::Item& item, const PlayStyle& style);

  std::array<std::string, kActions>
      legal_actions_;  // as a field of Decision, tag and size included
  std::unique_ptr<char[]> block_;
  google::protobuf::Arena arena_;
  std::string bytes_;
};

}  // namespace taki::service
