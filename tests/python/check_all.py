import sys, warnings, tamis, traceback
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks
warnings.simplefilter("ignore")
for c in [None]+tamis.plugins("criterion"):
    bad=0
    for est, check in check_estimator(tamis.Selector(c), generate_only=True):
        try: check(est)
        except Exception as e:
            if type(e).__name__=='SkipTest': continue
            bad+=1; print(c, check.func.__name__, type(e).__name__, str(e)[:300].replace('\n',' | '))
    print('==',c,bad, flush=True)
