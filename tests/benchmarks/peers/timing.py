"""What the scripts of this folder measure with."""
import resource
import time

import numpy as np


def spent(run, who):
    """Seconds of a call by the clock and of the processor, and what it returned. who: resource.RUSAGE_SELF for a call in this
    process, RUSAGE_CHILDREN for one that waits for processes of its own."""
    def now():
        used = resource.getrusage(who)
        return np.array([time.perf_counter(), used.ru_utime + used.ru_stime])

    begin = now()
    result = run()
    return now() - begin, result
