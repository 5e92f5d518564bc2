// The reference schedules of tests/data/pairing.json, made by programs independent of this project.
// They count seeds from 1, this project's pairing functions from 0.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/league/round.h"

namespace taki::league::pairing {

inline const nlohmann::json& PairingVectors() {
  static const nlohmann::json vectors = [] {
    std::ifstream file(TAKI_SOURCE_DIR "/tests/data/pairing.json");
    return nlohmann::json::parse(file);
  }();
  return vectors;
}

// [[1,4],[2,3]] as tables.
inline std::vector<Table> TablesOf(const nlohmann::json& json) {
  std::vector<Table> tables;
  for (const auto& table : json) {
    tables.emplace_back();
    for (const int seed : table) tables.back().push_back(seed - 1);
  }
  return tables;
}

// "S3" is 2, "BYE" nobody.
inline int SeedOf(const std::string& name) {
  return name == "BYE" ? kNobody : std::stoi(name.substr(1)) - 1;
}

}  // namespace taki::league::pairing
