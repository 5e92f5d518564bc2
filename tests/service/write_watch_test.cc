// Who writes for too long is cancelled; who does not, is not.
#include "referee/service/write_watch.h"

#include <gtest/gtest.h>

#include <future>

namespace taki::service {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(WriteWatchTest, AWriteThatDoesNotEndIsCancelledOnce) {
  WriteWatch watch(milliseconds(1));
  std::promise<void> cancelled;
  WriteWatch::Stream stream(watch, [&cancelled] { cancelled.set_value(); });  // throws twice
  stream.Begin();
  cancelled.get_future().wait();
  std::promise<void> second;
  WriteWatch::Stream other(watch, [&second] { second.set_value(); });
  other.Begin();
  second.get_future().wait();  // by now the first one has been looked at again
}

TEST(WriteWatchTest, OnlyTheOneThatIsLateIsCancelled) {
  WriteWatch watch(milliseconds(1));
  bool wrong = false;
  WriteWatch::Stream idle(watch, [&wrong] { wrong = true; });
  std::promise<void> cancelled;
  {
    WriteWatch::Stream late(watch, [&cancelled] { cancelled.set_value(); });
    late.Begin();
    cancelled.get_future().wait();
  }
  EXPECT_FALSE(wrong);
}

TEST(WriteWatchTest, NobodyWaitsForALongLimit) {
  WriteWatch watch(hours(24));
  WriteWatch::Stream stream(watch, [] { FAIL() << "long before its limit"; });
  for (int i = 0; i < 1'000; ++i) {
    stream.Begin();
    stream.End();
  }
}

}  // namespace
}  // namespace taki::service
