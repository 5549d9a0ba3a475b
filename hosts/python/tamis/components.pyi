# Written by tamis._stubs from the plugins' manifests; a test holds it to them.
from typing import Sequence

from ._components import Component as Component

class Backward(Component):
    """Removes the feature that is missed least, one at a time."""

    def __init__(
        self,
    ) -> None: ...

class Boruta(Component):
    """All features that a forest can use, told from noise by shadows."""

    def __init__(
        self,
        *,
        trees: int = 200,
        rounds: int = 20,
        level: float = 0.05,
        leaf: int = 5,
        candidates: int = 0,
    ) -> None: ...

class Chebyshev(Component):
    """Largest difference of a feature (maximum norm)."""

    def __init__(
        self,
    ) -> None: ...

class Chi2(Component):
    """Pearson's chi-squared, sum (p - q)^2 / q; infinite where q = 0 < p."""

    def __init__(
        self,
    ) -> None: ...

class ChiSquared(Component):
    """Cramer's V of binned values and the class; Pearson's chi-squared test."""

    def __init__(
        self,
    ) -> None: ...

class ClassBlocks(Component):
    """Classes in groups: near inside one, far between two."""

    def __init__(
        self,
        *,
        within: float = 0.2,
        between: float = 1,
        path: str = '',
        separator: str = '.',
    ) -> None: ...

class ClassEmbedding(Component):
    """Euclidean distance between the vectors of two classes."""

    def __init__(
        self,
        *,
        path: str = '',
        normalise: bool = True,
    ) -> None: ...

class ClassGraph(Component):
    """Length of the shortest path between two classes."""

    def __init__(
        self,
        *,
        path: str = '',
    ) -> None: ...

class ClassMatrix(Component):
    """Distances between classes as they are given."""

    def __init__(
        self,
        *,
        path: str = '',
        rows: Sequence[float] = (),
    ) -> None: ...

class ClassTree(Component):
    """Length of the path between two classes in a hierarchy."""

    def __init__(
        self,
        *,
        weights: Sequence[float] = (0.5, 0.2, 0.05),
        separator: str = '/',
    ) -> None: ...

class ConditionalDistance(Component):
    """Distance between the classes given a subset and given all."""

    def __init__(
        self,
        *,
        divergence: str | Component = 'wasserstein_exact',
    ) -> None: ...

class ConfusionMatrix(Component):
    """How often each true class is labelled as each class."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
        matrix: Sequence[float] = (),
        prior: float = 0,
    ) -> None: ...

class Correlation(Component):
    """Absolute linear correlation with a real output."""

    def __init__(
        self,
    ) -> None: ...

class Cosine(Component):
    """One minus the cosine of the angle between two samples."""

    def __init__(
        self,
    ) -> None: ...

class DawidSkene(Component):
    """How often each annotator takes each class for another."""

    def __init__(
        self,
        *,
        parameters: str = 'matrix',
        smoothing: float = 1,
        rate: float = 0.1,
    ) -> None: ...

class Euclidean(Component):
    """Length of the straight line between two samples (L2)."""

    def __init__(
        self,
    ) -> None: ...

class Exhaustive(Component):
    """Scores every subset of the wanted size."""

    def __init__(
        self,
        *,
        max_subsets: int = 100000,
    ) -> None: ...

class ExpertBeta(Component):
    """Experts who doubt between the true class and another."""

    def __init__(
        self,
        *,
        mean: float = 0.3,
        variance: float = 0.1,
    ) -> None: ...

class FisherScore(Component):
    """Scatter between classes over scatter within classes."""

    def __init__(
        self,
    ) -> None: ...

class FloatingBackward(Component):
    """Removes the feature that is missed least, takes back the best ones."""

    def __init__(
        self,
    ) -> None: ...

class FloatingForward(Component):
    """Adds the best feature, takes back those that are missed least."""

    def __init__(
        self,
    ) -> None: ...

class Forest(Component):
    """How likely the labels are to a forest that has not seen them."""

    def __init__(
        self,
        *,
        trees: int = 300,
        leaf: int = 5,
        candidates: int = 0,
        noise: str | Component | None = None,
    ) -> None: ...

class ForestAndLasso(Component):
    """What a feature is worth to a random forest and to a lasso."""

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
    """What a feature is worth to a random forest."""

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
    """Adds the best feature, one at a time."""

    def __init__(
        self,
    ) -> None: ...

class Hellinger(Component):
    """Hellinger distance, sqrt(sum (sqrt p - sqrt q)^2 / 2): 0 to 1."""

    def __init__(
        self,
    ) -> None: ...

class JensenShannon(Component):
    """Jensen-Shannon divergence (not its square root), in nats: 0 to ln 2."""

    def __init__(
        self,
    ) -> None: ...

class Kl(Component):
    """Kullback-Leibler divergence, sum p ln(p/q), in nats; infinite where q = 0 < p."""

    def __init__(
        self,
    ) -> None: ...

class KnnError(Component):
    """Cross-validated error of k nearest neighbours (wrapper)."""

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
    """Rates of wrong labels that are known, not fitted."""

    def __init__(
        self,
        *,
        rates: Sequence[float] = (),
    ) -> None: ...

class KsgMi(Component):
    """Mutual information by nearest neighbours (Kraskov, Ross)."""

    def __init__(
        self,
        *,
        neighbours: int = 3,
        jitter: float = 0,
    ) -> None: ...

class LaplacianScore(Component):
    """Locality preserving power of each feature (unsupervised)."""

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
    """Mutual information with the true classes behind noisy labels."""

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
    """Scatter between known classes over scatter within and among neighbours."""

    def __init__(
        self,
        *,
        neighbours: int = 5,
        gamma: float = 100,
        metric: str | Component = 'euclidean',
        ties: str = 'all',
    ) -> None: ...

class Manhattan(Component):
    """Sum of the differences of all features (L1)."""

    def __init__(
        self,
    ) -> None: ...

class MarkovBlanket(Component):
    """What a feature adds to the features most like it."""

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
    """Mutual information with the classes, by nearest neighbours."""

    def __init__(
        self,
        *,
        neighbours: int = 8,
        jitter: float = 0.001,
        metric: str | Component = 'euclidean',
    ) -> None: ...

class NeighbourFlip(Component):
    """Classes are taken for those close to them."""

    def __init__(
        self,
        *,
        ground: str | Component = 'class_tree',
        rate: float = 0.2,
        radius: float = 0.2,
    ) -> None: ...

class NeighbourLabels(Component):
    """How likely the labels are by those of the nearest samples."""

    def __init__(
        self,
        *,
        neighbours: int = 10,
        noise: str | Component | None = None,
        metric: str | Component = 'euclidean',
    ) -> None: ...

class None_(Component):
    """Every label is right."""

    def __init__(
        self,
    ) -> None: ...

class PerClassFlip(Component):
    """A rate of wrong labels for each true class."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
        rates: Sequence[float] = (),
    ) -> None: ...

class PooledFlip(Component):
    """A rate of wrong labels for each class, drawn to their common one."""

    def __init__(
        self,
        *,
        rate: float = 0.1,
        prior: float = 20,
    ) -> None: ...

class Rank(Component):
    """Scores each feature once and keeps the best."""

    def __init__(
        self,
    ) -> None: ...

class RobustLasso(Component):
    """How early a feature enters a sparse linear model of doubtful labels."""

    def __init__(
        self,
        *,
        alpha: float = 1,
        penalty: str = 'group',
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
    """Laplacian score on known outputs and on neighbourhoods of all samples."""

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
    """Agreement of each feature with neighbourhoods of a real output."""

    def __init__(
        self,
        *,
        neighbours: int = 5,
        bandwidth: float = 1,
        standardise_target: str = 'population',
        ties: str = 'all',
    ) -> None: ...

class TotalVariation(Component):
    """Half the sum of |p - q| over classes: 0 to 1."""

    def __init__(
        self,
    ) -> None: ...

class UniformFlip(Component):
    """One rate of wrong labels for all classes."""

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
    """Scatter within classes over scatter between them."""

    def __init__(
        self,
        *,
        unknown: str = 'drop',
        balance: bool = False,
    ) -> None: ...

class ZeroOne(Component):
    """All classes are equally far from each other."""

    def __init__(
        self,
    ) -> None: ...
