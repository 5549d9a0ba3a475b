// The majority of annotators' votes, judged by all votes and the features.
#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/numerics/random.hpp>
#include <tamis/sdk.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace crowd_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Listener : Observer {
  std::vector<std::string> notes;
  void note(std::string_view text) override { notes.emplace_back(text); }
  bool told(const std::string& part) const {
    return std::ranges::any_of(notes,
                               [&](const std::string& n) { return n.find(part) != std::string::npos; });
  }
};

/// Votes by sample: {annotator, class} each.
TargetColumn votes_of(const std::vector<std::vector<std::pair<std::uint32_t, std::int32_t>>>& samples,
                      std::size_t annotators, std::vector<std::string> classes) {
  TargetColumn t;
  t.kind = TargetKind::soft;
  t.class_names = std::move(classes);
  for (std::size_t r = 0; r < annotators; ++r) t.annotator_names.push_back("r" + std::to_string(r));
  t.vote_start = {0};
  for (const auto& votes : samples) {
    for (const auto& [annotator, label] : votes) {
      t.vote_annotators.push_back(annotator);
      t.vote_labels.push_back(label);
    }
    t.vote_start.push_back(t.vote_labels.size());
  }
  return t;
}

/// 300 samples of three classes, two features that tell them apart and two that do not, and six annotators of
/// whom each votes on about three fifths of the samples. The first four are right in three quarters of the
/// cases and take the next class otherwise; `spam` votes b whatever is there; `foe` takes the next class in
/// nine of ten cases.
struct Crowded {
  static constexpr std::size_t kSamples = 300;
  std::vector<std::size_t> truth;
  std::string csv = "x,y,u,v,ann,ben,cem,dan,spam,foe,truth\n";

  explicit Crowded(std::uint64_t seed) {
    Rng rng(seed);
    const auto name = [](std::size_t c) { return std::string(1, "abc"[c % 3]); };
    for (std::size_t i = 0; i < kSamples; ++i) {
      const std::size_t c = i % 3;
      truth.push_back(c);
      for (const double centre : {c == 0 ? -1.5 : 1.5, c == 1 ? -1.5 : 1.5, 0.0, 0.0})
        csv += std::to_string(centre + 0.8 * numerics::normal(rng)) + ",";
      for (int r = 0; r < 6; ++r) {
        const bool asked = rng.uniform() < 0.6, right = rng.uniform() < (r < 4 ? 0.75 : 0.1);
        if (asked) csv += r == 4 ? "b" : name(c + !right);
        csv += ',';
      }
      csv += name(c) + "\n";
    }
  }
};

struct Files {
  test::TemporaryFolder folder;
  Crowded crowded{7};
  std::string path = folder.write("d.csv", crowded.csv).string();
  std::string votes =
      "[data]\npath = '" + path + "'\nannotators = ['ann', 'ben', 'cem', 'dan', 'spam', 'foe']\n";
  std::string data = votes + "ignore = 'truth'\n";
};

LabelNoise run(
    const std::string& config, Observer& observer,
    const std::function<void(Registry&)>& add = [](Registry&) {}) {
  Registry registry = test::test_registry();
  add(registry);
  const LabelNoiseConfig parsed = parse_label_noise_config(toml::parse(config, std::string_view("run.toml")));
  return estimate_label_noise(registry, Defaults(), parsed, parsed.runtime_options(), observer);
}
LabelNoise run(const std::string& config) {
  Observer silent;
  return run(config, silent);
}

const Annotator& named(const LabelNoise& noise, const std::string& name) {
  return *std::ranges::find(noise.crowd->annotators, name, &Annotator::name);
}

}  // namespace

TEST_CASE("the class of most votes is the label, of a tie the likelier by the votes, else the first",
          "[crowd]") {
  TargetColumn t = votes_of({{{0, 1}, {1, 1}, {2, 0}},  // most votes win, whatever is likelier
                             {{0, 0}, {1, 2}},          // a tie that the votes' fit decides
                             {{0, 1}, {1, 2}},          // one that it does not
                             {},
                             {{0, 2}}},
                            3, {"a", "b", "c"});
  const std::vector<double> by_votes{0.9, 0.2, 0.2, kNaN, 0.8,   // a
                                     0.1, 0.1, 0.4, kNaN, 0.1,   // b
                                     0.0, 0.7, 0.4, kNaN, 0.1};  // c
  CHECK(is_of_votes(t));
  CHECK(take_majority(t, {by_votes.data(), 5, 3}) == 2);
  CHECK(t.labels == std::vector<std::int32_t>{1, 2, 1, -1, 2});
  CHECK(t.kind == TargetKind::classes);
  CHECK_FALSE(is_of_votes(t));
  CHECK(t.vote_labels.size() == 8);

  const SampleVotes first = votes_on(0, t, {by_votes.data(), 5, 3});
  CHECK(first.all == 3);
  CHECK(first.for_label == 2);
  CHECK(first.by_votes == 0);
  CHECK(first.probability == 0.9);
}

TEST_CASE("an annotator is right as often as the classes say, and kappa leaves out what chance does",
          "[crowd]") {
  // true classes a, a, b, b for sure; r0 right always, r1 always a, r2 always wrong, r3 right in two of three,
  // r4 never asked, r5 asked of one class only
  const TargetColumn t = votes_of({{{0, 0}, {1, 0}, {2, 1}, {3, 0}, {5, 0}},
                                   {{0, 0}, {1, 0}, {2, 1}, {3, 1}},
                                   {{0, 1}, {1, 0}, {2, 0}, {3, 1}},
                                   {{0, 1}, {1, 0}, {2, 0}}},
                                  6, {"a", "b"});
  const std::vector<double> gamma{1, 1, 0, 0, 0, 0, 1, 1};
  const std::vector<Annotator> all = judge_annotators({gamma.data(), 4, 2}, t);
  REQUIRE(all.size() == 6);
  CHECK(all[0].right == 1);
  CHECK(all[0].kappa == 1);
  CHECK(all[1].right == 0.5);
  CHECK(all[1].kappa == 0);
  CHECK(all[2].right == 0);
  CHECK(all[2].kappa == -1);
  CHECK(all[3].votes == 3);
  CHECK(all[3].right == Approx(2.0 / 3));
  // by chance: votes a 1/3, b 2/3; classes a 2/3, b 1/3
  CHECK(all[3].kappa == Approx(1 - (1 - 2.0 / 3) / (1 - 4.0 / 9)));
  CHECK(all[4].votes == 0);
  CHECK(std::isnan(all[4].right));
  CHECK(std::isnan(all[4].kappa));
  CHECK(all[5].right == 1);
  CHECK(std::isnan(all[5].kappa));

  Crowd crowd;
  crowd.right = 0.5;
  crowd.annotators = all;
  // r5 was right once, which says less than four times of r0
  CHECK(worst_first(crowd) == std::vector<std::size_t>{2, 1, 3, 5, 0, 4});
}

TEST_CASE("by votes and features the wrong majorities are found, and who spams or contradicts", "[crowd]") {
  const Files files;
  Listener listener;
  const LabelNoise noise = run(files.votes + "clean = 'truth'\n", listener);
  CHECK(listener.told("(the default for votes)"));
  CHECK(noise.criterion["noise"]["use"] == (*noise.crowd->noise_model)["use"]);

  double wrong = 0, labelled = 0;
  for (std::size_t i = 0; i < noise.labels.size(); ++i)
    if (noise.labels[i] >= 0)
      ++labelled, wrong += noise.labels[i] != static_cast<std::int32_t>(files.crowded.truth[i]);
  INFO("wrong majorities: " << wrong << " of " << labelled << ", stated " << noise.rate);
  REQUIRE(wrong / labelled > 0.15);  // there is something to find
  CHECK(noise.rate == Approx(wrong / labelled).margin(0.05));
  std::size_t found = 0, mended = 0;
  for (const Suspect& s : noise.suspects) {
    found += s.label != files.crowded.truth[s.sample];
    mended += s.likelier == files.crowded.truth[s.sample];
    REQUIRE(s.votes);
    CHECK(s.votes->for_label >= 1);
    CHECK(s.votes->for_label <= s.votes->all);
  }
  INFO(found << " of " << noise.suspects.size() << " suspects are wrong");
  CHECK(static_cast<double>(found) > 0.85 * static_cast<double>(noise.suspects.size()));
  CHECK(static_cast<double>(found) > 0.75 * wrong);
  CHECK(static_cast<double>(mended) > 0.8 * static_cast<double>(found));

  REQUIRE(noise.crowd->clean);
  const RightByClean& right = *noise.crowd->clean;
  CHECK(right.samples == static_cast<std::uint64_t>(labelled));
  CHECK(right.majority == Approx(1 - wrong / labelled));
  CHECK(right.estimated > right.majority + 0.1);
  CHECK(right.estimated > right.by_votes);
  CHECK(listener.told("by votes and features together for"));

  CHECK(named(noise, "spam").kappa == Approx(0).margin(0.05));
  CHECK(named(noise, "foe").kappa < -0.2);
  CHECK(named(noise, "foe").right == Approx(0.1).margin(0.06));
  for (const char* good : {"ann", "ben", "cem", "dan"}) {
    CHECK(named(noise, good).right == Approx(0.75).margin(0.08));
    CHECK(named(noise, good).votes > 150);
  }
  const std::vector<std::size_t> order = worst_first(*noise.crowd);
  CHECK(noise.crowd->annotators[order[0]].name == "foe");
  CHECK(noise.crowd->annotators[order[1]].name == "spam");

  const LabelNoise hardened = run(files.data + "harden = true\n");
  std::size_t found_hardened = 0;
  for (const Suspect& s : hardened.suspects) found_hardened += s.label != files.crowded.truth[s.sample];
  CHECK(found > found_hardened);
}

TEST_CASE("what was found of votes stands in every form", "[crowd]") {
  const Files files;
  const LabelNoise noise = run(files.data);
  const nlohmann::json j = to_json(noise);
  CHECK(j["crowd"]["annotators"].size() == 6);
  CHECK(j["crowd"]["annotators"][4]["annotator"] == "spam");
  CHECK(j["crowd"]["votes"] == noise.crowd->votes);
  CHECK_FALSE(j["crowd"].contains("clean"));
  CHECK(j["suspects"][0]["by_votes"].is_string());
  CHECK(j["suspects"][0]["votes"] == noise.suspects[0].votes->all);
  const std::string csv = to_csv(noise);
  CHECK(csv.starts_with("row,place,label,likelier,wrong,probability,votes,votes_for_label,by_votes,"));
  CHECK(std::ranges::count(csv, ',') ==
        static_cast<std::ptrdiff_t>((9 + noise.text_columns.size() + noise.telling.size()) *
                                    (noise.suspects.size() + 1)));
  const std::string text = to_text(noise, 1);
  CHECK(text.find(" % of the majorities are wrong.\n") != std::string::npos);
  CHECK(text.find("annotator  votes   right  kappa\nfoe  ") != std::string::npos);
  CHECK(text.find(" majorities look wrong:\nrow  place") != std::string::npos);
  CHECK(text.find("by votes alone") != std::string::npos);
}

TEST_CASE("a kappa that rounds to 0 has no sign", "[crowd]") {
  Crowd crowd;
  crowd.annotators = {{"r", 10, 0.5, -0.001}};
  CHECK(to_text(crowd, true).ends_with("r             10  50.0 %   0.00\n"));
}

TEST_CASE("of a large crowd a terminal shows the worst and the best", "[crowd]") {
  Crowd crowd;
  for (int r = 0; r < 40; ++r)
    crowd.annotators.push_back({"r" + std::to_string(r), 1000, r / 40.0, r / 40.0});
  const std::string some = to_text(crowd, false);
  CHECK(some.find("\nr4 ") != std::string::npos);
  CHECK(some.find("\n(32 more)") != std::string::npos);
  CHECK(some.find("\nr5 ") == std::string::npos);
  CHECK(some.find("\nr37 ") != std::string::npos);
  const std::string all = to_text(crowd, true);
  CHECK(all.find("more") == std::string::npos);
  CHECK(std::ranges::count(all, '\n') == 42);
}

TEST_CASE("one vote on each row gives about what labels give", "[crowd]") {
  const Files files;
  // each row's label is that of one of three annotators
  std::string lone = "ann,ben,cem\n", label = "label\n";
  Rng rng(3);
  for (std::size_t i = 0; i < Crowded::kSamples; ++i) {
    const std::size_t c = files.crowded.truth[i] + (rng.uniform() < 0.15 ? 1 + rng.below(2) : 0);
    const std::string z(1, "abc"[c % 3]);
    const std::string gaps[] = {z + ",,\n", "," + z + ",\n", ",," + z + "\n"};
    lone += gaps[rng.below(3)];
    label += z + "\n";
  }
  const std::string table =
      "[data]\npath = '" + files.path +
      "'\nignore = ['ann', 'ben', 'cem', 'dan', 'spam', 'foe', 'truth']\ntarget_path = '";
  const LabelNoise votes = run(table + files.folder.write("v.csv", lone).string() + "'\nannotators = '*'\n");
  const LabelNoise labels =
      run(table + files.folder.write("l.csv", label).string() + "'\ntarget = 'label'\n");
  CHECK(votes.crowd->ties == 0);
  CHECK(votes.labels == labels.labels);
  CHECK(votes.rate == Approx(labels.rate).margin(0.03));
  std::size_t both = 0;
  for (const Suspect& s : labels.suspects)
    both += std::ranges::find(votes.suspects, s.row, &Suspect::row) != votes.suspects.end();
  CHECK(static_cast<double>(both) > 0.9 * static_cast<double>(labels.suspects.size()));
}

TEST_CASE("hardened votes are judged as plain labels, and a noise model that is named is used", "[crowd]") {
  const Files files;
  const LabelNoise hardened = run(files.data + "harden = true\n");
  CHECK_FALSE(hardened.crowd);
  CHECK_FALSE(to_json(hardened).contains("crowd"));
  const LabelNoise votes = run(files.data);
  CHECK_FALSE(hardened.criterion->contains("noise"));
  Listener listener;
  const LabelNoise named =
      run("[criterion.noise]\nuse = 'dawid_skene'\nparameters = 'one_rate'\n" + files.data, listener);
  CHECK(named.criterion["noise"]["parameters"] == "one_rate");
  CHECK(named.criterion["use"] == votes.criterion["use"]);
  CHECK((*named.crowd->noise_model)["parameters"] == "one_rate");
  // one that reads labels sees the majority, and the votes alone are still told
  const LabelNoise pooled = run("criterion.noise = 'pooled_flip'\n" + files.data);
  CHECK(pooled.criterion["noise"]["use"] == "pooled_flip");
  CHECK((*pooled.crowd->noise_model)["use"] == "dawid_skene");
  CHECK(pooled.crowd->annotators.size() == 6);
  // left out by name is left out
  CHECK(run("criterion.noise = ''\n" + files.data).criterion["noise"]["use"] == "dawid_skene");
}

TEST_CASE("a fit that takes most votes for wrong is doubted in a warning", "[crowd]") {
  const test::TemporaryFolder folder;
  // the noise model says for sure that votes are wrong
  const std::string rows = "x,p,q\n1,a,a\n2,b,b\n3,a,a\n4,b,\n5,b,b\n6,a,a\n";
  const LabelNoise noise =
      run("criterion.noise = { use = 'known_rates', rates = [0.99, 0.99] }\n[data]\npath = '" +
          folder.write("d.csv", rows).string() + "'\nannotators = ['p', 'q']\n");
  CHECK(noise.crowd->right < 0.1);
  REQUIRE(noise.warnings.size() >= 1);
  CHECK(noise.warnings.back().find("fewer than of guesses") != std::string::npos);
}

TEST_CASE("rows without votes get memberships, and are no suspects", "[crowd]") {
  const test::TemporaryFolder folder;
  Crowded crowded(5);
  std::string csv = crowded.csv;
  for (int i = 0; i < 9; ++i) csv += std::string(i % 2 ? "-1.5,1.5" : "1.5,-1.5") + ",0,0,,,,,,,\n";
  const LabelNoise noise =
      run("[data]\npath = '" + folder.write("d.csv", csv).string() +
          "'\nannotators = ['ann', 'ben', 'cem', 'dan', 'spam', 'foe']\nclean = 'truth'\n");
  REQUIRE(noise.rows.size() == Crowded::kSamples + 9);
  for (std::size_t i = Crowded::kSamples; i < noise.rows.size(); ++i) {
    CHECK(noise.labels[i] == -1);
    CHECK(noise.membership()(i, i % 2 == Crowded::kSamples % 2 ? 1 : 0) > 0.6);
  }
  CHECK(noise.crowd->clean->samples <= Crowded::kSamples);
}

namespace {

/// Says of every sample that its class is the first, and of samples of unknown class nothing.
struct Stubborn final : PreparedCriterion {
  struct Options {
    Ref<NoiseModel> noise = "none";
  } options;
  static constexpr auto describe() {
    return tamis::describe<Stubborn>("test.stubborn", "The first class is right")
        .measures(Measures::subset)
        .better(Better::higher)
        .moves(Move::whole)
        .targets(Targets::classes)
        .option<&Options::noise>("noise", "how labels go wrong");
  }
  void score(Subset, Move, std::span<const Feature>, Scores& scores) override { scores[0] = 0; }
  void report(const Diagnostics& out) const override {
    const std::uint64_t n = data().samples();
    std::vector<double> gamma(2 * n);
    std::fill_n(gamma.begin(), n, 1.0);
    constexpr std::string_view kNames[] = {"a", "b"};
    out.table("memberships", Axis::samples, kNames, {gamma.data(), n, 2});
  }
};

}  // namespace

TEST_CASE("where rows without votes are dropped, the votes stay with their rows", "[crowd]") {
  const test::TemporaryFolder folder;
  const std::string path =
      folder.write("d.csv", "x,p,q,s\n1,a,a,a\n2,,,\n3,b,b,\n4,,,\n5,b,b,a\n6,b,b,b\n7,a,a,\n8,a,,\n")
          .string();
  Observer silent;
  const LabelNoise noise =
      run("criterion = 'test.stubborn'\n[data]\npath = '" + path + "'\nannotators = ['p', 'q', 's']\n",
          silent, [](Registry& r) { r.add<Stubborn>(); });
  REQUIRE(noise.suspects.size() == 3);
  CHECK(noise.suspects[0].row == 3);
  CHECK(noise.suspects[0].votes->all == 2);
  CHECK(noise.suspects[1].row == 5);
  CHECK(noise.suspects[1].votes->all == 3);
  CHECK(noise.suspects[1].votes->for_label == 2);
  CHECK(noise.suspects[2].row == 6);
  for (const Suspect& s : noise.suspects) {
    CHECK(s.votes->by_votes == 1);
    CHECK(s.votes->probability > 0.5);
  }
  CHECK(noise.crowd->votes == 14);
  CHECK(noise.crowd->annotators[1].votes == 5);
  CHECK(noise.crowd->right == Approx(7.0 / 14));
}

TEST_CASE("votes that nothing can be learned from are refused with a sentence", "[crowd][errors]") {
  const Files files;
  const test::TemporaryFolder folder;
  const auto refusal = [&](const std::string& criterion, const std::string& rows) {
    return message_of<Error>([&] {
      run(criterion + "[data]\npath = '" + folder.write("d.csv", "x,p,q\n" + rows).string() +
          "'\nannotators = ['p', 'q']\n");
    });
  };
  CHECK(refusal("", "1,a,a\n2,a,\n3,a,a\n")
            .find("the target: all majorities are 'a', and wrong labels show where classes are compared") ==
        0);
  CHECK(refusal("", "1,a,a\n2,a,b\n3,a,a\n4,a,\n").find("all majorities are 'a'") != std::string::npos);
  CHECK(refusal("", "1,,\n2,,\n3,,\n").find("unknown") != std::string::npos);
  // told before the data are read
  CHECK(message_of<ParamError>([&] {
          run("criterion = 'test.memberships'\n[data]\npath = 'missing.csv'\nannotators = ['p', 'q']\n");
        }).find("criterion is 'test.memberships', which has no noise model among its options and so") == 0);
  CHECK(message_of<ParamError>([&] {
          run("criterion.noise.smoothing = 3\n" + files.data);
        }).find("criterion.noise names no component") != std::string::npos);
  CHECK(message_of<ParamError>([&] {
          Defaults(folder.write("empty.toml", "")).votes();
        }).find("has no noise.votes; name the noise model yourself") != std::string::npos);
}

}  // namespace crowd_test
