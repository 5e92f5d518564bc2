// A league's settings in a file: LeagueConfig in protobuf's text format, which people can write.
//
//   # autumn.league
//   name: "autumn"
//   format: LEAGUE_FORMAT_ROUND_ROBIN
//   seats: 4
//   bots: ["alice", "bob", "carol", "dave"]
//   ruleset { stages: [3, 2, 1] }
#pragma once

#include <google/protobuf/text_format.h>

#include <istream>
#include <string>

#include "referee/cli/failure.h"
#include "taki/v1/league.pb.h"

namespace taki::cli {

class LeagueFile {
 public:
  // Reads `path`, or `in` if it is "-". Throws a Failure: kLocal if it cannot be read; kUsage if it
  // is no LeagueConfig, with the sentence "PATH:LINE: FIELD: what is wrong" of its first mistake.
  LeagueFile(const std::string& path, std::istream& in);

  const v1::LeagueConfig& config() const { return config_; }

  // A referee names what it refuses by field ("config.ruleset.stages[2]"). Adds to the hint of
  // `failure` on which lines of this file those stand; not those that are otherwise in what was
  // `sent`, for a flag has changed them.
  void Locate(const v1::LeagueConfig& sent, Failure& failure) const;

 private:
  // The line of a field, from 1. 0: it does not stand in the file.
  int LineOf(const std::string& field) const;

  std::string path_;
  v1::LeagueConfig config_;
  google::protobuf::TextFormat::ParseInfoTree places_;
};

}  // namespace taki::cli
