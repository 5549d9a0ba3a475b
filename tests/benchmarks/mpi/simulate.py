"""What more processes would gain, by measured steps and an assumed network.

    python3 tests/benchmarks/mpi/simulate.py --steps 100 --candidates 20000 --candidate 2e-4 --shared 0.05

A walk is `steps` steps. In each one every process does what cannot be shared (`shared` seconds: the fit of a subset, say),
then its share of the candidates (`candidate` seconds each, drawn with `spread`, a coefficient of variation, for each
block of 64); then they meet: the slowest one is waited for, and an all-gather moves 8 bytes a score to everybody by
recursive doubling: ceil(log2 p) latencies, and the bytes over the bandwidth. Before the first step each process reads
the table (`reading` seconds). Assumed: no two processes share a network card, and the file system serves all at once.
"""

import argparse
import math
import random


def simulate(options, processes, rng):
    blocks = math.ceil(options.candidates / 64)
    total = options.reading
    computing = meeting = 0.0
    for _ in range(options.steps):
        slowest = 0.0
        for rank in range(processes):
            mine = blocks * (rank + 1) // processes - blocks * rank // processes
            mean = mine * 64 * options.candidate
            deviation = 64 * options.candidate * options.spread * math.sqrt(mine)
            taken = options.shared + max(0.0, rng.gauss(mean, deviation))
            slowest = max(slowest, taken)
        wire = math.ceil(math.log2(processes)) * options.latency + 8 * options.candidates / options.bandwidth if processes > 1 else 0
        total += slowest + wire
        computing += slowest
        meeting += wire
    return total, computing, meeting


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--candidates", type=int, required=True)
    parser.add_argument("--candidate", type=float, required=True, help="seconds per score")
    parser.add_argument("--shared", type=float, default=0.0, help="seconds of a step that no process is spared")
    parser.add_argument("--reading", type=float, default=0.0, help="seconds before the first step")
    parser.add_argument("--spread", type=float, default=0.2)
    parser.add_argument("--latency", type=float, default=10e-6, help="seconds")
    parser.add_argument("--bandwidth", type=float, default=10e9, help="bytes per second")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4, 16, 64, 256, 1024])
    options = parser.parse_args()
    rng = random.Random(1)
    alone = simulate(options, 1, rng)[0]
    print(f"{'processes':>9} {'seconds':>10} {'gain':>7} {'efficiency':>10} {'on the wire':>11}")
    for processes in options.processes:
        total, _, meeting = simulate(options, processes, rng)
        print(f"{processes:9} {total:10.2f} {alone / total:7.1f} {alone / total / processes:10.0%} {meeting / total:11.2%}")


if __name__ == "__main__":
    main()
