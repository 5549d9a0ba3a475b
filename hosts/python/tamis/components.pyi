# Written by tamis._stubs from the plugins' manifests; a test holds it to them.
from typing import Sequence

from ._components import Component as Component

class Annealing(Component):
    """Simulated annealing: random exchanges, at first to worse subsets too."""

    def __init__(
        self,
        *,
        steps: int = 500,
        chains: int = 4,
    ) -> None: ...

class Auc(Component):
    """Area under the ROC curve of ordered codes, mean over pairs of classes."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Backward(Component):
    """Sequential backward elimination: removes the least useful feature, one at a time."""

    def __init__(
        self,
    ) -> None: ...

class Beam(Component):
    """Beam search: forward selection that keeps the best subsets of each size."""

    def __init__(
        self,
        *,
        width: int = 5,
    ) -> None: ...

class Boruta(Component):
    """Boruta: all features that a random forest can use, tested against shuffled copies."""

    def __init__(
        self,
        *,
        trees: int = 200,
        rounds: int = 20,
        level: float = 0.05,
        leaf: int = 5,
        candidates: int = 0,
    ) -> None: ...

class Cfs(Component):
    """Correlation-based feature selection: merit of a subset."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Chebyshev(Component):
    """Chebyshev distance: the largest difference of a feature (maximum norm)."""

    def __init__(
        self,
    ) -> None: ...

class Chi2(Component):
    """Pearson's chi-squared, sum (p - q)^2 / q; infinite where q = 0 < p."""

    def __init__(
        self,
    ) -> None: ...

class ChiSquared(Component):
    """Pearson's chi-squared test of binned values and the class; the score is Cramer's V."""

    def __init__(
        self,
    ) -> None: ...

class Cife(Component):
    """Conditional infomax feature extraction: I(x; y) + sum of I(x; z | y) - I(x; z)."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class ClassBlocks(Component):
    """Groups of classes: a short distance within a group, a long one between groups."""

    def __init__(
        self,
        *,
        within: float = 0.2,
        between: float = 1,
        path: str = '',
        separator: str = '.',
    ) -> None: ...

class ClassEmbedding(Component):
    """Euclidean distance between embedding vectors of two classes."""

    def __init__(
        self,
        *,
        path: str = '',
        normalise: bool = True,
    ) -> None: ...

class ClassGraph(Component):
    """Shortest-path distance between two classes in a graph."""

    def __init__(
        self,
        *,
        path: str = '',
    ) -> None: ...

class ClassMatrix(Component):
    """A given matrix of distances between classes."""

    def __init__(
        self,
        *,
        path: str = '',
        rows: Sequence[float] = (),
    ) -> None: ...

class ClassTree(Component):
    """Tree distance: length of the path between two classes in a hierarchy."""

    def __init__(
        self,
        *,
        weights: Sequence[float] = (0.5, 0.2, 0.05),
        separator: str = '/',
    ) -> None: ...

class Cmim(Component):
    """Conditional mutual information maximisation: least I(x; y | z) over the chosen z."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class ConditionalDistance(Component):
    """Distance between p(class | subset) and p(class | all features)."""

    def __init__(
        self,
        *,
        divergence: str | Component = 'wasserstein_exact',
    ) -> None: ...

class ConfusionMatrix(Component):
    """Confusion matrix: p(label | true class) for each pair of classes."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
        matrix: Sequence[float] = (),
        prior: float = 0,
    ) -> None: ...

class Correlation(Component):
    """Absolute Pearson correlation with a real target."""

    def __init__(
        self,
    ) -> None: ...

class Cosine(Component):
    """Cosine distance: one minus the cosine of the angle between two samples."""

    def __init__(
        self,
    ) -> None: ...

class DawidSkene(Component):
    """Dawid-Skene: a confusion matrix for each annotator."""

    def __init__(
        self,
        *,
        parameters: str = 'matrix',
        smoothing: float = 1,
        rate: float = 0.1,
    ) -> None: ...

class DeterminantMi(Component):
    """Log determinant of the table of codes and classes; as many codes as classes."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
        merge: bool = True,
    ) -> None: ...

class Disr(Component):
    """Double input symmetrical relevance: sum of I(x z; y) / H(x z y)."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Euclidean(Component):
    """Euclidean distance (L2)."""

    def __init__(
        self,
    ) -> None: ...

class Exhaustive(Component):
    """Exhaustive search: scores every subset of the wanted size."""

    def __init__(
        self,
        *,
        max_subsets: int = 100000,
    ) -> None: ...

class ExpertBeta(Component):
    """Hesitant experts: a Beta-distributed share of each soft label goes to another class."""

    def __init__(
        self,
        *,
        mean: float = 0.3,
        variance: float = 0.1,
    ) -> None: ...

class Fcbf(Component):
    """Fast correlation-based filter: features that no chosen one makes redundant."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
        threshold: float = 0,
    ) -> None: ...

class FisherScore(Component):
    """Fisher score (ANOVA F test): variance between classes over variance within classes."""

    def __init__(
        self,
    ) -> None: ...

class FloatingBackward(Component):
    """Sequential floating backward selection: removes features, adds back those that help."""

    def __init__(
        self,
    ) -> None: ...

class FloatingForward(Component):
    """Sequential floating forward selection: adds features, removes those no longer useful."""

    def __init__(
        self,
    ) -> None: ...

class Forest(Component):
    """Random forest: out-of-bag likelihood of the labels."""

    def __init__(
        self,
        *,
        trees: int = 300,
        leaf: int = 5,
        candidates: int = 0,
        noise: str | Component | None = None,
    ) -> None: ...

class ForestAndLasso(Component):
    """Random-forest importance or strongest interaction, plus the share that a lasso explains."""

    def __init__(
        self,
        *,
        trees: int = 500,
        lambdas: int = 30,
        folds: int = 3,
    ) -> None: ...

class ForestError(Component):
    """Out-of-bag error of a random forest (wrapper)."""

    def __init__(
        self,
        *,
        trees: int = 100,
        leaf: int = 1,
        candidates: int = 0,
    ) -> None: ...

class ForestImportance(Component):
    """Random-forest importance: impurity decrease, corrected for chance."""

    def __init__(
        self,
        *,
        trees: int = 500,
        leaf: int = 5,
        candidates: int = 0,
        draws: int = 20000,
        importance: str = 'impurity',
    ) -> None: ...

class Forward(Component):
    """Sequential forward selection: adds the best feature, one at a time."""

    def __init__(
        self,
        *,
        per_cost: bool = False,
    ) -> None: ...

class GainRatio(Component):
    """Information gain over the entropy of the feature."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class GiniGain(Component):
    """Fall of Gini's impurity of the class when the feature is known."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Gower(Component):
    """Gower distance: numbers by their range, categories by equality."""

    def __init__(
        self,
    ) -> None: ...

class Hellinger(Component):
    """Hellinger distance, sqrt(sum (sqrt p - sqrt q)^2 / 2): 0 to 1."""

    def __init__(
        self,
    ) -> None: ...

class IRelief(Component):
    """Iterative Relief: weights of features and soft neighbours found together."""

    def __init__(
        self,
        *,
        sigma: float = 1,
        iterations: int = 1000,
        threshold: float = 0.001,
        missing: str = 'expected',
    ) -> None: ...

class Icap(Component):
    """Interaction capping: I(x; y) + sum of min(0, I(x; z | y) - I(x; z))."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class InformationGain(Component):
    """Mutual information of codes and classes, in nats."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class JensenShannon(Component):
    """Jensen-Shannon divergence (not its square root), in nats: 0 to ln 2."""

    def __init__(
        self,
    ) -> None: ...

class Jmi(Component):
    """Joint mutual information: sum of I(x z; y) over the chosen z."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Jmim(Component):
    """Joint mutual information maximisation: least I(x z; y) over the chosen z."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Kl(Component):
    """Kullback-Leibler divergence, sum p ln(p/q), in nats; infinite where q = 0 < p."""

    def __init__(
        self,
    ) -> None: ...

class KnnError(Component):
    """Cross-validated error of k-nearest neighbours (wrapper)."""

    def __init__(
        self,
        *,
        neighbours: int = 5,
        folds: int = 5,
        leave_one_out: bool = False,
        loss: str = 'mean',
        metric: str | Component = 'euclidean',
    ) -> None: ...

class KnownRates(Component):
    """Known rates of wrong labels; nothing is fitted."""

    def __init__(
        self,
        *,
        rates: Sequence[float] = (),
    ) -> None: ...

class KsgGain(Component):
    """What a feature adds to KSG mutual information, less what shuffled copies of it add."""

    def __init__(
        self,
        *,
        neighbours: int = 3,
        jitter: float = 0,
        copies: int = 5,
    ) -> None: ...

class KsgMi(Component):
    """KSG mutual information of k-nearest neighbours (Kraskov 2004, Ross 2014)."""

    def __init__(
        self,
        *,
        neighbours: int = 3,
        jitter: float = 0,
    ) -> None: ...

class LaplacianScore(Component):
    """Laplacian score (He 2005): how well a feature preserves neighbourhoods; unsupervised."""

    def __init__(
        self,
        *,
        neighbours: int = 5,
        bandwidth: float = 1,
        kernel: str = 'plain',
        metric: str | Component = 'euclidean',
        ties: str = 'all',
    ) -> None: ...

class LntMi(Component):
    """LNT-MI (Frenay 2013): mutual information with the true classes, by a label noise model."""

    def __init__(
        self,
        *,
        neighbours: int = 8,
        neighbours_em: int = 3,
        restarts: int = 3,
        self_in_em: str = 'include',
        self_in_mi: str = 'include',
        first_memberships: str = 'labels',
        jitter: float = 0.001,
        tolerance: float = 1e-06,
        iterations: int = 100,
        min_class_size: int = 2,
        starts: Sequence[float] = (),
        noise: str | Component = 'per_class_flip',
        metric: str | Component = 'euclidean',
    ) -> None: ...

class LocalitySensitiveDiscriminant(Component):
    """Locality-sensitive discriminant score: between-class over within-class and local scatter."""

    def __init__(
        self,
        *,
        neighbours: int = 5,
        gamma: float = 100,
        metric: str | Component = 'euclidean',
        ties: str = 'all',
    ) -> None: ...

class Manhattan(Component):
    """Manhattan distance: the sum of absolute differences (L1)."""

    def __init__(
        self,
    ) -> None: ...

class MarkovBlanket(Component):
    """Markov blanket filter: what a feature adds to the features most similar to it."""

    def __init__(
        self,
        *,
        size: int = 3,
        smoothing: float = 0,
        association: str = 'correlation',
        correction: str = 'none',
        shuffles: int = 10,
        divergence: str | Component = 'wasserstein_exact',
    ) -> None: ...

class Mi(Component):
    """Mutual information of a subset with the classes, by nearest-neighbour entropies."""

    def __init__(
        self,
        *,
        neighbours: int = 8,
        jitter: float = 0.001,
        metric: str | Component = 'euclidean',
    ) -> None: ...

class Mifs(Component):
    """Mutual information feature selection: I(x; y) - beta sum I(x; z)."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
        beta: float = 1,
    ) -> None: ...

class Mim(Component):
    """Mutual information maximisation: I(x; y), redundancy ignored."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Mrmr(Component):
    """Minimum redundancy, maximum relevance: I(x; y) - mean I(x; z)."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
        form: str = 'difference',
    ) -> None: ...

class Multisurf(Component):
    """MultiSURF: ReliefF with all samples that are nearer than most."""

    def __init__(
        self,
        *,
        missing: str = 'expected',
    ) -> None: ...

class NeighbourFlip(Component):
    """Confusion of neighbouring classes, by a ground metric."""

    def __init__(
        self,
        *,
        ground: str | Component = 'class_tree',
        rate: float = 0.2,
        radius: float = 0.2,
    ) -> None: ...

class NeighbourLabels(Component):
    """k-nearest-neighbour label check: likelihood of each label given the labels nearby."""

    def __init__(
        self,
        *,
        neighbours: int = 10,
        noise: str | Component | None = None,
        metric: str | Component = 'euclidean',
    ) -> None: ...

class Njmim(Component):
    """The same, normalised: least I(x z; y) / H(x z y) over the chosen z."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class Nmifs(Component):
    """Normalised mutual information feature selection: I(x; y) - mean of I(x; z) / min(H(x), H(z))."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class None_(Component):
    """No label noise: every label is right."""

    def __init__(
        self,
    ) -> None: ...

class PearsonChiSquared(Component):
    """Pearson's chi-squared statistic; it grows with the number of codes."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class PerClassFlip(Component):
    """Class-conditional noise: a flip rate for each true class."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
        rates: Sequence[float] = (),
    ) -> None: ...

class PooledFlip(Component):
    """Class-conditional noise: a flip rate for each class, shrunk towards their common rate."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
        prior: float = 20,
    ) -> None: ...

class Rank(Component):
    """Ranking: scores each feature once and keeps the best."""

    def __init__(
        self,
        *,
        per_cost: bool = False,
    ) -> None: ...

class Relief(Component):
    """Relief: differences of near samples whose targets differ less those of ones that agree."""

    def __init__(
        self,
        *,
        neighbours: int = 0,
        weights: str = 'uniform',
        sigma: float = 20,
        ties: str = 'all',
        missing: str = 'expected',
        ground: str | Component | None = None,
        divergence: str | Component | None = None,
        sets: str = 'hamming',
        depth_weights: Sequence[float] = (),
        unknown: str = 'drop',
        least_supervision: float = 0,
        most_supervision: float = 1,
        second_term: str = 'weights',
    ) -> None: ...

class Relieff(Component):
    """ReliefF: differences to near samples of other classes less those of the own."""

    def __init__(
        self,
        *,
        neighbours: int = 10,
        weights: str = 'uniform',
        sigma: float = 20,
        ties: str = 'all',
        missing: str = 'expected',
    ) -> None: ...

class RobustLasso(Component):
    """Lasso (elastic net) with a label noise model: the penalty at which a feature enters."""

    def __init__(
        self,
        *,
        alpha: float = 1,
        penalty: str = 'unit',
        factors: Sequence[float] = (),
        standardise: str = 'deviation',
        flips: str = 'estimate',
        rates: Sequence[float] = (),
        structure: str = 'class_rates',
        prior: float = 10,
        floor: float = 0.55,
        soft: str = 'shares',
        ranking: str = 'entry',
        lambdas: int = 100,
        ratio: float = 0,
        folds: int = 5,
        choice: str = 'best',
        pairs: int = 50,
        threshold: float = 0.75,
        starts: int = 1,
    ) -> None: ...

class SemiSupervisedLaplacian(Component):
    """Semi-supervised Laplacian score (SSLS): a real target, partly known."""

    def __init__(
        self,
        *,
        neighbours: int = 30,
        bandwidth: float = 1,
        supervised_neighbours: int = 5,
        supervised_bandwidth: float = 0,
        label_weight: float = 5,
        close: str = 'mixed',
        standardise_target: str = 'population',
        ties: str = 'all',
    ) -> None: ...

class SupervisedLaplacian(Component):
    """Supervised Laplacian score (SLS): a real target."""

    def __init__(
        self,
        *,
        neighbours: int = 5,
        bandwidth: float = 1,
        standardise_target: str = 'population',
        ties: str = 'all',
    ) -> None: ...

class SymmetricalUncertainty(Component):
    """Information gain over the mean entropy of feature and class."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        positive: str = '',
        prior: float = 0,
        redundancy_rows: str = 'labelled',
        noise: str | Component | None = None,
        correction: str = 'em',
        rounds: int = 10,
        start: str = 'prior',
    ) -> None: ...

class TotalVariation(Component):
    """Total variation distance: half the sum of |p - q| over classes, 0 to 1."""

    def __init__(
        self,
    ) -> None: ...

class UnderReported(Component):
    """Classes labelled less often than they occur (positive-unlabelled labels, say)."""

    def __init__(
        self,
        *,
        shares: Sequence[float] = (),
    ) -> None: ...

class UniformFlip(Component):
    """Uniform noise: one flip rate for all classes."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
    ) -> None: ...

class Variance(Component):
    """Variance of each feature (unsupervised)."""

    def __init__(
        self,
        *,
        ddof: int = 1,
    ) -> None: ...

class WassersteinExact(Component):
    """Wasserstein distance: the least cost of carrying mass between classes."""

    def __init__(
        self,
        *,
        ground: str | Component = 'zero_one',
        closed_form: str = 'auto',
    ) -> None: ...

class WassersteinSinkhorn(Component):
    """Cost of the entropy-regularised transport plan; wasserstein_exact is faster and without bias."""

    def __init__(
        self,
        *,
        ground: str | Component = 'zero_one',
        lambda_: float = 0,
        tolerance: float = 1e-12,
        max_iterations: int = 1000,
        debiased: bool = False,
    ) -> None: ...

class WeightedLaplacian(Component):
    """Weighted Laplacian score (WLS): classes or soft labels."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        balance: bool = False,
    ) -> None: ...

class ZeroOne(Component):
    """Zero-one distance: all classes are equally far apart."""

    def __init__(
        self,
    ) -> None: ...
