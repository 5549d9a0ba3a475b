/// \file thread_team.hpp
/// A team whose processes are threads of a test.
#pragma once

#include <tamis/framework/kernel/team.hpp>

#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace tamis::framework::test {

class ThreadTeam final : public Team {
 public:
  /// Does `work(team)` in n threads, each with its place in the team, and tells the team of what it throws, as
  /// a program does. Catch2 serves one thread: what is to be checked is returned.
  /// \returns by rank what `work` said, or "origin: sentence" of what all told in the end.
  static std::vector<std::string> run(std::size_t n, const std::function<std::string(Team&)>& work) {
    std::vector<std::string> said(n);
    Meeting meeting(n);
    {
      std::vector<std::jthread> threads;
      for (std::size_t r = 0; r < n; ++r)
        threads.emplace_back([&, r] {
          ThreadTeam team(meeting, r);
          try {
            said[r] = work(team);
            team.end();
          } catch (const Error& e) {
            const Error told = team.fail(e);
            said[r] = told.origin + ": " + told.what();
          }
        });
    }
    return said;
  }

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return meeting_.bytes.size(); }
  std::string host(std::size_t rank) const override { return "host" + std::to_string(rank); }

 protected:
  std::vector<std::string> exchange(std::string_view mine) override {
    meeting_.bytes[rank_] = mine;
    meeting_.barrier.arrive_and_wait();
    std::vector<std::string> all = meeting_.bytes;
    meeting_.barrier.arrive_and_wait();  // all have read
    return all;
  }

 private:
  struct Meeting {
    explicit Meeting(std::size_t n) : bytes(n), barrier(static_cast<std::ptrdiff_t>(n)) {}
    std::vector<std::string> bytes;
    std::barrier<> barrier;
  };
  ThreadTeam(Meeting& meeting, std::size_t rank) : meeting_(meeting), rank_(rank) {}

  Meeting& meeting_;
  std::size_t rank_;
};

}  // namespace tamis::framework::test
