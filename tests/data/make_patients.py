"""Makes patients.csv: a table as people have them, whose truth is known. python3 tests/data/make_patients.py > tests/data/patients.csv

Whether a patient relapses depends on marker_a, on age, and on the therapy (surgery helps); a tenth of these outcomes are then recorded
wrongly. Everything else is noise, except discharge_code: it was filled in after the outcome.
"""

import datetime
import math
import random

N = 600
draw = random.Random(20111)
ids = draw.sample(range(100_000, 1_000_000), N)


def gap(share: float, text: str) -> str:
    return "" if draw.random() < share else text


print(
    "patient_id,admitted,age,sex,weight,region,therapy,smoker,systolic,marker_a,marker_b,marker_c,discharge_code,relapse"
)
for i in range(N):
    admitted = datetime.date(2021, 1, 4) + datetime.timedelta(days=draw.randrange(700))
    age = draw.gauss(58, 12)
    sex = draw.choice(["f", "m"])
    region = draw.choice(["north", "east", "south", "west", "centre", "islands"])
    therapy = draw.choice(["standard", "dual", "radiation", "surgery"])
    marker = draw.gauss(0, 1)
    log_odds = 1.8 * marker + 0.05 * (age - 58) + 0.6 - (2.5 if therapy == "surgery" else 0)
    relapse = draw.random() < 1 / (1 + math.exp(-log_odds))
    relapse ^= draw.random() < 0.1
    discharge = (4 if relapse else 1) + draw.choice([0, 0, 1])
    if i == 17:
        discharge = 6 - discharge
    print(
        ids[i],
        admitted.isoformat(),
        round(age),
        sex,
        gap(0.05, f"{draw.gauss(80 if sex == 'm' else 68, 12):.1f}"),
        gap(0.03, region),
        therapy,
        gap(0.04, draw.choice(["yes", "no", "no"])),
        round(draw.gauss(132, 15)),
        f"{3 + marker:.2f}",
        gap(0.08, f"{math.exp(draw.gauss(0, 0.5)):.2f}"),
        f"{draw.gauss(10, 2):.2f}",
        discharge,
        "yes" if relapse else "no",
        sep=",",
    )
