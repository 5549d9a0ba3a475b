// Words of texts whose classes form a tree. It stands in for the Enron e-mails of Li (arXiv 2411.07217),
// where classes are the nodes of a tree of three layers under a virtual root, inner ones too. The model of
// the words is ours: the paper has no artificial data.
#include "generators.hpp"
#include "synthetic_table.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

/// A class: "1/3/2" is the second child of the third child of the first node under the root.
struct Topic {
  std::string name;
  std::vector<std::uint64_t> line;  ///< the topics on the way from the root to this one, itself too
};

/// Adds the children of a node, each followed by its own: the bytewise order of their names,
/// with a digit each.
void add_topics(std::vector<Topic>& topics, const Topic& parent, std::uint64_t branches,
                std::uint64_t layers) {
  if (layers == 0) return;
  for (std::uint64_t b = 1; b <= branches; ++b) {
    Topic topic{(parent.name.empty() ? "" : parent.name + "/") + std::to_string(b), parent.line};
    topic.line.push_back(topics.size());
    topics.push_back(topic);
    add_topics(topics, topic, branches, layers - 1);
  }
}

/// How often words are used by texts of any topic: the k-th most frequent with a weight of 1/k (Zipf's law).
/// Which word is how frequent is drawn.
class Vocabulary {
 public:
  Vocabulary(std::size_t size, Rng& rng) : word_(size) {
    std::iota(word_.begin(), word_.end(), std::uint64_t{0});
    rng.shuffle(word_);
    double sum = 0;
    for (std::size_t k = 1; k <= size; ++k) below_.push_back(sum += 1.0 / static_cast<double>(k));
  }
  std::uint64_t draw(Rng& rng) const {
    const auto at = std::upper_bound(below_.begin(), below_.end(), rng.uniform() * below_.back());
    return word_[std::min(static_cast<std::size_t>(at - below_.begin()), word_.size() - 1)];
  }

 private:
  std::vector<std::uint64_t> word_;  // by frequency
  std::vector<double> below_;        // cumulative weights
};

}  // namespace

/// Each text has a topic, uniform over the nodes of the tree. Of its words a share is of the topic: a node on
/// the way to it, uniform, and one of the words of this node, uniform. The others are any words. So a word of
/// a topic says that a text is of it or below it, and a word of no topic says nothing.
DataTable make_words(const GeneratorConfig& config, Rng& rng) {
  std::vector<Topic> topics;
  add_topics(topics, {}, config.count("branches"), config.count("layers"));
  const std::uint64_t words = config.count("words"), length = config.count("length");
  const double topical = config.number("topical");
  const std::uint64_t relevant = topics.size() * words, irrelevant = config.count("irrelevant");
  SyntheticTable table(config.count("samples"), relevant, irrelevant, 'w');
  const Vocabulary vocabulary(relevant + irrelevant, rng);
  std::vector<std::int32_t> labels;
  for (std::uint64_t i = 0; i < table.samples(); ++i) {
    const std::uint64_t topic = rng.below(topics.size());
    labels.push_back(static_cast<std::int32_t>(topic));
    const std::vector<std::uint64_t>& line = topics[topic].line;
    for (std::uint64_t k = 0; k < length; ++k) {
      const bool of_topic = rng.uniform() < topical;
      const std::uint64_t node = of_topic ? line[rng.below(line.size())] : 0;
      table.at(i, of_topic ? node * words + rng.below(words) : vocabulary.draw(rng)) += 1;
    }
  }
  std::vector<std::string> names;
  for (const Topic& topic : topics) names.push_back(topic.name);
  return table.with_classes(std::move(names), std::move(labels));
}

}  // namespace tamis::framework
