#include "referee/daemon/log.h"

#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

namespace taki::daemon {
namespace {

spdlog::level::level_enum LevelOf(host::LogLevel level) {
  switch (level) {
    case host::LogLevel::kInfo: return spdlog::level::info;
    case host::LogLevel::kWarning: return spdlog::level::warn;
    case host::LogLevel::kError: break;
  }
  return spdlog::level::err;
}

}  // namespace

host::Log OpenLog(const std::string& level) {
  constexpr std::size_t kQueueLines = 8'192;
  spdlog::init_thread_pool(kQueueLines, 1);
  auto logger = spdlog::create_async_nb<spdlog::sinks::stderr_sink_mt>("taki");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  logger->set_level(level == "error"     ? spdlog::level::err
                    : level == "warning" ? spdlog::level::warn
                                         : spdlog::level::info);
  logger->set_error_handler([](const std::string&) {});  // a closed stderr is no event
  return [logger](host::LogLevel at, std::string_view event, std::string_view details) {
    std::string line(event);
    if (!details.empty()) line.append(" ").append(details);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    logger->log(LevelOf(at), spdlog::string_view_t(line.data(), line.size()));
  };
}

void CloseLog() { spdlog::shutdown(); }

}  // namespace taki::daemon
