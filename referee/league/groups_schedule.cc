// GROUPS_THEN_BRACKET: the groups' schedule is known at the start; a slot of the bracket is filled
// when its group is complete.
#include "referee/league/bracket_schedule.h"
#include "referee/league/groups.h"

namespace taki::league {
namespace {

// Out in a group: behind all that have got into the bracket, by place in the group.
OutKey OutInGroup(std::size_t place) { return {1'000'000, static_cast<std::int32_t>(place)}; }

class GroupsSchedule final : public Schedule {
 public:
  void Begin(Book& book) const override {
    const LeagueConfig& config = book.config();
    std::vector<std::vector<pairing::Round>> schedules;
    for (const std::vector<int>& group : pairing::SnakeGroups(book.size(), config.groups)) {
      std::vector<Entrant> members;
      members.reserve(group.size());
      for (const int seed : group) members.push_back(book.BySeed(seed + 1));
      book.AddGroup(std::move(members));
      schedules.push_back(pairing::GroupRounds(group, RoundsOf(config, book.size())));
    }
    AddRounds(book, schedules);
    const auto seeds = pairing::BracketSeeds(config.groups, config.advance_per_group);
    AddBracket(book, pairing::SingleElimination(static_cast<int>(seeds.size()), config.third_place),
               [&seeds](int seed) {
                 const pairing::GroupPlace& from = seeds[static_cast<std::size_t>(seed)];
                 return Source{Source::Kind::kGroupPlace, from.group + 1, from.place + 1};
               });
  }

  // First the places in the whole competition, as group 0, then each group's table.
  std::vector<Standing> Standings(const Book& book) const override {
    std::vector<Standing> rows = Schedule::Standings(book);
    PlaceBy(book, Keys(book), rows);
    for (std::size_t group = 0; group < book.groups().size(); ++group)
      for (Standing& row :
           TableOf(book, book.groups()[group].members, book.groups()[group].fixtures)) {
        row.group = static_cast<std::int32_t>(group) + 1;
        rows.push_back(std::move(row));
      }
    return rows;
  }

 private:
  // Round 1 of all groups, then round 2, ...
  static void AddRounds(Book& book, const std::vector<std::vector<pairing::Round>>& schedules) {
    const FixtureRule rule{.strikes = true, .games = book.config().matches_per_fixture};
    bool more = true;
    for (std::size_t round = 0; more; ++round) {
      more = false;
      for (std::size_t group = 0; group < schedules.size(); ++group) {
        if (round >= schedules[group].size()) continue;
        more = true;
        const auto& tables = schedules[group][round].tables;
        for (std::size_t table = 0; table < tables.size(); ++table) {
          Fixture fixture;
          fixture.section = Section::kGroup;
          fixture.group = static_cast<std::int32_t>(group) + 1;
          fixture.round = static_cast<std::int32_t>(round) + 1;
          fixture.number_in_round = static_cast<std::int32_t>(table) + 1;
          for (const int seed : tables[table]) {
            fixture.sources.push_back({Source::Kind::kSeed, seed + 1, 0});
            fixture.slots.push_back(book.BySeed(seed + 1));
          }
          book.Add(std::move(fixture), rule);
        }
      }
    }
  }

  static std::map<Entrant, OutKey> Keys(const Book& book) {
    std::map<Entrant, OutKey> keys = BracketKeys(book);
    for (const Group& group : book.groups()) {
      for (const Entrant entrant : group.members)
        keys.try_emplace(entrant, group.ranking ? OutInGroup(group.members.size()) : kStillIn);
      if (!group.ranking) continue;
      const auto advance = static_cast<std::size_t>(book.config().advance_per_group);
      for (std::size_t place = advance; place < group.ranking->size(); ++place)
        keys[(*group.ranking)[place]] = OutInGroup(place);
    }
    return keys;
  }
};

}  // namespace

std::unique_ptr<const Schedule> MakeGroups() { return std::make_unique<GroupsSchedule>(); }

}  // namespace taki::league
